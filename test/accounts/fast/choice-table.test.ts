import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readChoice } from '../../../src/accounts/fast/choice-table.ts';
import { renewChoiceTable } from '../../../src/accounts/fast/renew-choice-table.ts';
import { type AccountsContext, chooseAccount, noExtensions } from '../../../src/accounts/index.ts';
import { ToolsError } from '../../../src/errors/index.ts';
import { appPaths, type FileSystem, nodeFileSystem } from '../../../src/platform/index.ts';
import { registry } from '../../shims/shim-world.ts';
import { Died, faultyFiles } from '../../support/faulty-files.ts';
import { runCli } from '../../support/run-cli.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';

async function world() {
  const home = tempHome();
  const ctx = (cwd = home, files: FileSystem = nodeFileSystem): AccountsContext => {
    const host = testHost({ home, cwd, files });
    return { host, paths: appPaths(host), registry, extensions: noExtensions, tell: () => {} };
  };
  const cli = (...argv: string[]) => runCli(argv, { host: testHost({ home }) });
  for (const label of ['work', 'play']) await cli('account', 'add', 'codex', label);
  await cli('use', 'codex', 'work', '--global');
  const folder = (name: string) => {
    mkdirSync(join(home, name), { recursive: true });
    return join(home, name);
  };
  return { home, ctx, cli, folder };
}

/** What the table says, where it says something, is what all else says. */
function agrees(ctx: AccountsContext): string | undefined {
  const choice = readChoice(ctx, 'codex');
  if (!choice) return undefined;
  try {
    const { account } = chooseAccount(ctx, 'codex');
    expect(choice.account).toBe(account.kind === 'system' ? 'system' : account.id);
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    throw new Error(`the table has an answer, and choosing says ${error.code}`);
  }
  return choice.by;
}

describe('the table of choices', () => {
  it('says what choosing says, in every directory, bound or not', async () => {
    const { ctx, cli, folder } = await world();
    await cli('link', 'codex', 'play', '--dir', folder('a'));
    await cli('link', 'codex', 'work', '--dir', folder('a/b'));
    await cli('link', 'codex', 'system', '--dir', folder('a/b/codex'));
    await cli('link', 'claude', 'system', '--dir', folder('c'));
    await renewChoiceTable(ctx());
    for (const [name, by] of [
      ['.', 'default'],
      ['a', 'bound'],
      ['a/x/y', 'bound'],
      ['a/b', 'bound'],
      ['a/b/codex', 'bound'],
      ['c', 'default'],
    ] as const)
      expect(agrees(ctx(folder(name))), name).toBe(by);
    expect(readChoice(ctx(), 'gemini')).toMatchObject({ account: 'system', by: 'nobody' });
  });

  it('has no answer once anything that it was made from has changed, and one again when it was made anew', async () => {
    const { ctx, cli, folder } = await world();
    const a = folder('a');
    const changes = [
      () => cli('link', 'codex', 'play', '--dir', a),
      () => cli('use', 'codex', 'play', '--global'),
      () => cli('settings', 'set', 'aliases.x.codex', 'play'),
      () => cli('unlink', 'codex', '--dir', a),
    ];
    for (const change of changes) {
      await renewChoiceTable(ctx(a));
      expect(agrees(ctx(a))).toBeDefined();
      await change();
      expect(readChoice(ctx(a), 'codex')).toBeUndefined();
    }
    await renewChoiceTable(ctx(a));
    expect(agrees(ctx(a))).toBe('default');
  });

  it('answers where a file is trusted, and never where one on the way up is not', async () => {
    const { ctx, cli, folder } = await world();
    const repo = folder('repo');
    const file = join(repo, '.ai-tools.toml');
    writeFileSync(file, '[accounts]\ncodex = "play"\n');
    await new Promise((done) => setTimeout(done, 40));
    await renewChoiceTable(ctx(repo));
    expect(readChoice(ctx(folder('repo/sub')), 'codex')).toBeUndefined();
    await cli('trust', repo, '--yes');
    await renewChoiceTable(ctx(repo));
    expect(agrees(ctx(folder('repo/sub')))).toBe('bound');
    // The same bytes and the same time, under a name that nobody has trusted.
    renameSync(file, join(repo, 'moved'));
    symlinkSync('moved', file);
    expect(readChoice(ctx(repo), 'codex')).toBeUndefined();
    renameSync(join(repo, 'moved'), file);
    expect(agrees(ctx(repo))).toBe('bound');
    writeFileSync(file, '[accounts]\ncodex = "work"\n');
    expect(readChoice(ctx(repo), 'codex')).toBeUndefined();
    rmSync(file);
    expect(readChoice(ctx(repo), 'codex')).toBeUndefined();
  });

  it('names who is required, whoever was chosen', async () => {
    const { ctx, cli, folder } = await world();
    const repo = folder('repo');
    const fingerprint = `public:${'0'.repeat(32)}`;
    writeFileSync(join(repo, '.ai-tools.toml'), `[require.codex]\nfingerprint = "${fingerprint}"\n`);
    await new Promise((done) => setTimeout(done, 40));
    await cli('trust', repo, '--yes');
    await cli('link', 'codex', 'play', '--dir', folder('repo/sub'));
    await renewChoiceTable(ctx(repo));
    expect(readChoice(ctx(repo), 'codex')).toMatchObject({ by: 'default', required: [fingerprint] });
    expect(readChoice(ctx(folder('repo/sub')), 'codex')).toMatchObject({
      by: 'bound',
      required: [fingerprint],
    });
  });

  it('costs no more with a thousand links than with one', async () => {
    const { ctx, home, folder } = await world();
    const { links } = ctx().paths;
    const many = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [join(home, 'many', `${at}`), { codex: 'system' }]),
    );
    const looks = async (all: object) => {
      writeFileSync(links, JSON.stringify({ schemaVersion: 1, links: all }), { mode: 0o600 });
      await renewChoiceTable(ctx());
      let count = 0;
      const counted = new Proxy(nodeFileSystem, {
        get:
          (files, name) =>
          (...args: never[]) => {
            count += 1;
            return (files[name as keyof FileSystem] as (...args: never[]) => unknown)(...args);
          },
      });
      expect(readChoice(ctx(folder('many/999'), counted), 'codex')).toMatchObject({ account: 'system' });
      return count;
    };
    const one = await looks({ [join(home, 'many', '999')]: { codex: 'system' } });
    expect(await looks(many)).toBe(one);
  });

  it('is the old one or the new one, at whatever step its maker dies; the next one tidies up', async () => {
    const { ctx, cli, folder } = await world();
    const a = folder('a');
    await renewChoiceTable(ctx(a));
    await cli('link', 'codex', 'play', '--dir', a);
    const cache = join(ctx().paths.cache, 'choice');
    for (let step = 1; ; step += 5) {
      const faults = faultyFiles(nodeFileSystem);
      faults.dieAt(step, 'half');
      const isOver = await renewChoiceTable(ctx(a, faults.files)).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Died)) throw error;
          return false;
        },
      );
      rmSync(join(cache, 'current.lock'), { recursive: true, force: true });
      agrees(ctx(a));
      if (isOver) break;
    }
    await cli('unlink', 'codex', '--dir', a);
    await renewChoiceTable(ctx(a));
    expect(agrees(ctx(a))).toBe('default');
    const current = readFileSync(join(cache, 'current'), 'utf8').trim();
    expect(readdirSync(cache).sort()).toEqual(['current', current].sort());
    expect(existsSync(join(cache, current))).toBe(true);
  });
});
