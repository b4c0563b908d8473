import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renewChoiceTable } from '../../src/accounts/fast/renew-choice-table.ts';
import { type AccountsContext, chooseAccount, noExtensions } from '../../src/accounts/index.ts';
import { answerStatus } from '../../src/entry/answer-status.ts';
import { appPaths, type FileSystem, type Host, nodeFileSystem } from '../../src/platform/index.ts';
import { runCli } from '../support/run-cli.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { registry } from './quick-world.ts';

/** A home with two accounts of codex, `work` the default; /a is linked to `play`, /a/s to system. */
async function world() {
  const home = tempHome();
  const host = (over: Partial<Host> = {}) =>
    testHost({ home, cwd: home, ...over, env: { HOME: home, ...over.env } });
  const ctx = (of = host()): AccountsContext => {
    return { host: of, paths: appPaths(of), registry, extensions: noExtensions, tell: () => undefined };
  };
  const cli = async (line: string, of = host()) => runCli(line.split(' '), { host: of });
  mkdirSync(join(home, 'a/s'), { recursive: true });
  for (const label of ['work', 'play']) await cli(`account add codex ${label} --private`);
  await cli('use codex work --global');
  await cli(`link codex play --dir ${join(home, 'a')}`);
  await cli(`link codex system --dir ${join(home, 'a/s')}`);
  const renew = () => renewChoiceTable(ctx());
  await renew();
  const { account } = chooseAccount(ctx(), 'codex');
  const folder = join(ctx().paths.accounts, 'codex', account.kind === 'system' ? '' : account.id);
  return { home, host, cli, renew, folder, paths: ctx().paths };
}

type World = Awaited<ReturnType<typeof world>>;

function quick(host: Host): unknown {
  try {
    return answerStatus(['--short'], host);
  } catch {
    return undefined;
  }
}

test.each([
  ['.', 'codex:work\n'],
  ['a', 'codex:play\n'],
  ['a/s', 'codex:system\n'],
])('in %s the table answers, and as the program does', async (directory, line) => {
  const { home, host, cli } = await world();
  const here = host({ cwd: join(home, directory) });
  expect(quick(here)).toBe(line);
  expect((await cli('status --short', here)).stdout).toBe(line);
});

test('where nobody ever chose, nothing is said', async () => {
  const { host, cli, renew } = await world();
  await cli('unlink codex --dir a');
  await cli('use codex system --global');
  await renew();
  expect(quick(host())).toBe((await cli('status --short')).stdout);
  rmSync(join(appPaths(host()).root, 'defaults/codex'));
  await renew();
  expect(quick(host())).toBe('');
  expect((await cli('status --short')).stdout).toBe('');
});

const handedOver: readonly (readonly [
  string,
  (world: World) => Partial<Host> | undefined | Promise<void>,
])[] = [
  ['a variable chooses', () => ({ env: { AI_TOOLS_ACCOUNT_CODEX: 'play' } })],
  ['one variable chooses for all', () => ({ env: { AI_TOOLS_ACCOUNT: 'play' } })],
  ['the label is a secret', () => ({ env: { CODEX_API_KEY: 'codex:work' } })],
  ['the default has changed', async ({ cli }) => void (await cli('use codex play --global'))],
  ['a link has changed', async ({ cli, home }) => void (await cli(`link codex work --dir ${home}`))],
  ['no table was ever made', ({ paths }) => void rmSync(paths.cache, { recursive: true })],
  ['the account is damaged', ({ folder }) => void writeFileSync(join(folder, 'account.json'), '{')],
  ['its home is gone', ({ folder }) => void renameSync(join(folder, 'home'), join(folder, 'gone'))],
  ['the account is gone', ({ folder }) => void rmSync(folder, { recursive: true })],
  [
    'a file that nobody trusts lies here',
    ({ home }) => void writeFileSync(join(home, '.ai-tools.toml'), '[accounts]\ncodex = "x"\n'),
  ],
  [
    'our folder is of a newer release',
    ({ paths }) => void writeFileSync(paths.layout, '{"schemaVersion":1,"layout":99}'),
  ],
  ['our folder lies elsewhere', ({ home }) => ({ env: { AI_TOOLS_HOME: join(home, 'none') } })],
];

test.each(handedOver)('where %s the program answers', async (_, change) => {
  const made = await world();
  const over = (await change(made)) ?? {};
  expect(quick(made.host(over))).toBeUndefined();
});

test.each(['', '--short --json', '--short --quiet', 'codex --short', '--short codex', '--short -a work'])(
  'status %s is answered by the program',
  (line) => {
    expect(answerStatus(line === '' ? [] : line.split(' '), testHost())).toBeUndefined();
  },
);

test('a label that was written by hand since is said', async () => {
  const { folder, host, cli } = await world();
  const file = join(folder, 'account.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"label": "work"', '"label": "büro"'));
  expect(quick(host())).toBeUndefined();
  expect((await cli('status --short')).stdout).toBe('codex:büro\n');
});

describe('1,000 bindings and 2,000 accounts', () => {
  test('cost no look more than a few', async () => {
    const { home, host, paths, renew, folder } = await world();
    const looks = (of: Host) => {
      let count = 0;
      const files = countingFiles(() => {
        count += 1;
      });
      expect(quick({ ...of, files })).toBe('codex:work\n');
      return count;
    };
    const few = looks(host());
    const stored = JSON.parse(readFileSync(paths.links, 'utf8'));
    const account = readFileSync(join(folder, 'account.json'), 'utf8');
    const id = JSON.parse(account).id;
    for (let n = 0; n < 1000; n += 1) stored.links[join(home, 'w', String(n))] = { codex: id };
    writeFileSync(paths.links, JSON.stringify(stored));
    for (let n = 0; n < 2000; n += 1) {
      const other = `z${String(n).padStart(7, '0')}`;
      mkdirSync(join(paths.accounts, 'codex', other));
      const text = account.replaceAll(id, other).replace('"work"', `"w${n}"`);
      writeFileSync(join(paths.accounts, 'codex', other, 'account.json'), text);
    }
    await renew();
    expect(looks(host())).toBe(few);
  });
});

function countingFiles(count: () => void): FileSystem {
  return new Proxy(nodeFileSystem, {
    get(files, name: keyof FileSystem) {
      const call = files[name] as (...args: unknown[]) => unknown;
      if (typeof call !== 'function') return call;
      return (...args: unknown[]) => {
        count();
        return call.apply(files, args);
      };
    },
  });
}
