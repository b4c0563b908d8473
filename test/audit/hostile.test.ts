import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { treeOf } from '../support/tree.ts';
import { type AuditWorld, auditWorld, proofOf, verdictsOf } from './audit-world.ts';

/** Two accounts that share, one that holds a key, a login each, and something in the root. */
async function livedIn(): Promise<AuditWorld & { readonly a: string; readonly b: string }> {
  const world = auditWorld();
  const [a, b] = [await world.sharing('claude', 'a'), await world.sharing('claude', 'b')];
  await world.account('codex', 'k', 'sk-dummy-key-1234567');
  for (const { home, label } of [a, b])
    world.put(join(home, '.credentials.json'), {
      claudeAiOauth: { accessToken: `sk-dummy-${label}-12345678` },
    });
  world.put(join(world.rootOf('claude'), 'projects/x/1.jsonl'), '{}\n');
  world.put(join(world.rootOf('claude'), '.claude.json'), { projects: { '/x': { allowedTools: ['a'] } } });
  return { ...world, a: a.home, b: b.home };
}

test('an audit changes no byte and no time of anything, whatever it finds', async () => {
  const world = await livedIn();
  world.put(join(world.a, 'auth.json'), '{');
  world.put(join(world.rootOf('claude'), 'settings.json'), { env: { A: 'b' } });
  world.link('/nowhere', join(world.a, 'settings.local.json'));
  const times = () =>
    readdirSync(world.home, { recursive: true, encoding: 'utf8' }).map((path) => {
      const { mtimeMs, ctimeMs } = lstatSync(join(world.home, path));
      return [path, mtimeMs, ctimeMs];
    });
  const before = [treeOf(world.home), times()];
  await world.audit();
  await world.audit('claude', 'a');
  expect([treeOf(world.home), times()]).toEqual(before);
});

test('an empty computer is left empty', async () => {
  const world = auditWorld();
  expect((await world.audit()).isClean).toBe(true);
  expect(readdirSync(world.home)).toEqual([]);
});

test('loops of links, pipes, names that are none: nothing is followed, opened or taken for something else', async () => {
  const world = await livedIn();
  const root = join(world.rootOf('claude'), 'projects');
  for (const folder of [root, world.b]) {
    symlinkSync('loop', join(folder, 'loop'));
    symlinkSync('.', join(folder, 'self'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    mkdirSync(join(folder, '\u001b]0;x\u0007'));
    writeFileSync(join(folder, 'a\nb'), '');
    writeFileSync(join(folder, '__proto__'), '');
  }
  const result = await world.audit();
  expect(verdictsOf(result)).toEqual({});
  expect(result.unknown.map(({ label, paths }) => [label, paths.map(({ path }) => path)])).toEqual([
    ['b', ['\u001b]0;x\u0007', '__proto__', 'a\nb', 'loop', 'pipe', 'self']],
  ]);
});

test.each(['.credentials.json', '.claude.json', 'settings.json'])(
  'a pipe in the place of %s is not opened, and not taken for clean',
  async (name) => {
    const world = await livedIn();
    execFileSync('rm', ['-f', join(world.a, name)]);
    execFileSync('mkfifo', [join(world.a, name)]);
    expect(proofOf(await world.audit('claude'), 'oneStore').gaps).toContainEqual({
      what: join(world.a, name),
      why: 'it is not a regular file',
    });
  },
);

test.each([
  ['{', 'notProven'],
  ['[]', 'notProven'],
  ['"x"', 'notProven'],
  ['\u0000', 'notProven'],
  ['{"theme":"x","theme":"y"}', 'notProven'],
  ['{"__proto__":{"theme":"x"}}', 'found'],
  ['\ufeff{}', undefined],
  ['', undefined],
])('what accounts share holds %j', async (text, verdict) => {
  const world = await livedIn();
  world.put(join(world.a, '.claude.json'), text);
  world.put(join(world.rootOf('claude'), '.claude.json'), text);
  expect(verdictsOf(await world.audit()).nothingPrivateShared).toBe(verdict);
});

test('the sessions of years take a moment: twenty thousand of them', async () => {
  const world = await livedIn();
  for (let folder = 0; folder < 20; folder += 1) {
    const path = join(world.rootOf('claude'), `projects/p${folder}`);
    mkdirSync(path);
    for (let session = 0; session < 1000; session += 1) writeFileSync(join(path, `${session}.jsonl`), '');
  }
  const result = await world.audit('claude');
  expect(result.proofs.find(({ name }) => name === 'nothingUnknownShared')?.checked).toBeGreaterThan(20_000);
  expect(verdictsOf(result)).toEqual({});
}, 60_000);
