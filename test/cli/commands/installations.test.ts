import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeNpm } from '../../support/fake-npm.ts';
import { treeOf } from '../../support/tree.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

interface Lab {
  readonly world: CliWorld;
  /** One command line; it must end well. */
  ok(line: string): Promise<{ readonly stdout: string; readonly stderr: string }>;
  /** One that must be refused: its error. */
  refused(line: string): Promise<{ readonly code: string; readonly message: string; readonly hint: string }>;
  // biome-ignore lint/suspicious/noExplicitAny: its shape is what the tests are about
  json(line: string): Promise<any>;
  publish(version: string, tags?: readonly string[]): void;
  /** No network from now on. */
  cutOff(): void;
}

function lab(...versions: readonly string[]): Lab {
  const world = cliWorld();
  const npm = fakeNpm(join(world.home, 'bin'), { package: 'fake-codex', bin: 'codex' });
  const publish: Lab['publish'] = (version, tags = ['latest']) =>
    npm.publish({ version, tags, script: `echo codex-cli ${version}` });
  for (const version of versions) publish(version);
  return {
    world,
    ok: async (line) => {
      const result = await world.run(line);
      expect(result, `${line}: ${result.stderr}`).toMatchObject({ code: 0 });
      return result;
    },
    refused: async (line) => {
      const result = await world.run(`--json ${line}`);
      expect({ line, stdout: result.stdout }).toEqual({ line, stdout: '' });
      return JSON.parse(result.stderr).error;
    },
    json: (line) => world.json(line),
    publish,
    cutOff: npm.cutOff,
  };
}

const versionsOf = ({ world }: Lab, name = 'default') =>
  readdirSync(join(world.root, 'installations/codex', name, 'versions')).sort();
const programOf = async (it: Lab, line: string) => (await it.json(`which ${line}`)).program;

describe('versions side by side', () => {
  test('an exact version becomes an installation of its own; default goes on as it was', async () => {
    const it = lab('1.0.0');
    await it.ok('install codex --yes');
    it.publish('1.0.1');
    const { stderr } = await it.ok('install codex@1.0.1 --yes');
    expect(stderr).toContain(
      'installation: 1.0.1, on the root "default" (default is 1.0.0, of the same major and minor)',
    );
    expect(await programOf(it, 'codex')).toMatchObject({ version: '1.0.0', installation: 'default' });
    expect(await programOf(it, 'codex@1.0.1')).toMatchObject({ version: '1.0.1', installation: '1.0.1' });
    const { installations } = await it.json('installations list codex');
    expect(installations).toMatchObject([
      { name: 'default', root: 'default', version: '1.0.0', accounts: [] },
      { name: '1.0.1', root: 'default', version: '1.0.1', accounts: [] },
    ]);
  });

  test.each([
    [
      'another minor version',
      '1.1.0',
      '',
      '1.1.0',
      'default is 1.0.0: what one writes the other may not read',
    ],
    ['the same, but its own is wished', '1.0.5', ' --own-root', '1.0.5', '--own-root'],
    ['another, but the root of default is wished', '2.0.0', ' --share-root', 'default', '--share-root'],
  ])('law 13: the root of %s', async (_case, version, wish, root, because) => {
    const it = lab('1.0.0', version);
    await it.ok('install codex@1.0.0 -i default --yes');
    const { plan } = await it.json(`install codex@${version}${wish} --dry-run`);
    expect(plan).toMatchObject({ name: version, root, rootBecause: because });
    expect(versionsOf(it)).toEqual(['1.0.0']);
  });

  test('law 13: beside a program on PATH its version decides, and is asked without a trace', async () => {
    const it = lab('1.0.7');
    it.world.fake('codex', ({ say }) => say('codex-cli 1.0.2'));
    const before = treeOf(it.world.home);
    const { plan } = await it.json('install codex@1.0.7 --dry-run');
    expect(plan).toMatchObject({ root: 'default' });
    const after = Object.keys(treeOf(it.world.home)).filter((path) => !/^bin/.test(path));
    expect(after).toEqual(Object.keys(before).filter((path) => !/^bin/.test(path)));
  });

  test('law 13: where the version of default can’t be told, a root of its own, and that is said', async () => {
    const it = lab('1.0.0');
    const { stderr } = await it.ok('install codex@1.0.0 --yes');
    expect(stderr).toContain('on the root "1.0.0" (the version of default can\'t be told)');
  });

  test('a tag and a name: that installation follows that tag', async () => {
    const it = lab('1.0.0');
    it.publish('2.0.0-beta.1', ['next']);
    await it.ok('install codex@next -i edge --own-root --yes');
    it.publish('2.0.0-beta.2', ['next']);
    await it.ok('update codex -i edge --yes');
    expect(await programOf(it, 'codex -i edge')).toMatchObject({ version: '2.0.0-beta.2' });
    const { installation } = await it.json('installations show codex edge');
    expect(installation.program).toEqual({
      kind: 'managed',
      version: '2.0.0-beta.2',
      pinned: false,
      tag: 'next',
      previous: '2.0.0-beta.1',
    });
  });

  test('the root of an installation is for ever', async () => {
    const it = lab('1.0.0');
    await it.ok('install codex@1.0.0 --own-root --yes');
    expect(await it.refused('install codex@1.0.0 --share-root --yes')).toMatchObject({
      code: 'INSTALLATION_ROOT_FIXED',
    });
  });
});

describe('law 12: an account and its installations have one root', () => {
  const twoRoots = async (): Promise<Lab> => {
    const it = lab('1.0.0', '2.0.0');
    await it.ok('install codex@1.0.0 -i default --yes');
    await it.ok('install codex@2.0.0 --yes');
    await it.ok('account add codex work');
    await it.ok('account add codex@2.0.0 other');
    return it;
  };

  test('an account is made on the installation that is named, and on its root', async () => {
    const it = await twoRoots();
    const { accounts } = await it.json('list codex');
    expect(accounts.map(({ label, installation }: Record<string, string>) => [label, installation])).toEqual([
      ['other', '2.0.0'],
      ['work', 'default'],
    ]);
    expect(await programOf(it, 'codex#other')).toMatchObject({ version: '2.0.0' });
    expect(await programOf(it, 'codex#work')).toMatchObject({ version: '1.0.0' });
    const { installation } = await it.json('installations show codex 2.0.0');
    expect(installation.users).toEqual({ accounts: ['other'], rootAccounts: ['other'], installations: [] });
    expect((await it.ok('list codex -i 2.0.0')).stdout).toMatch(/^\tcodex\tother\t.*\t2\.0\.0\tyes\t\n$/);
    expect((await it.ok('status codex -i 2.0.0')).stdout).toMatch(/\tother\t.*\t2\.0\.0\n$/);
    expect((await it.ok('which codex#other --why')).stdout).toContain('codex@2.0.0#other: ');
  });

  test.each([
    'run codex -a work -i 2.0.0',
    'run codex@2.0.0#work',
    'exec codex -a work -i 2.0.0 -- true',
    'env codex -a work -i 2.0.0',
    'which codex -a work -i 2.0.0',
    'login codex -a work -i 2.0.0',
    'logout codex@2.0.0 work',
  ])('%s is refused before anything is touched, and the way is named', async (line) => {
    const it = await twoRoots();
    const before = treeOf(it.world.root);
    expect(await it.refused(line)).toMatchObject({
      code: 'INSTALLATION_ROOT_DIFFERS',
      hint: 'tools account move codex work --root 2.0.0',
    });
    expect(treeOf(it.world.root)).toEqual(before);
  });

  test('another installation on the same root is fine', async () => {
    const it = lab('1.0.0', '1.0.1');
    await it.ok('install codex@1.0.0 -i default --yes');
    await it.ok('install codex@1.0.1 --yes');
    await it.ok('account add codex work');
    expect(await programOf(it, 'codex@1.0.1#work')).toMatchObject({ version: '1.0.1' });
    expect((await it.ok('run codex@1.0.1#work')).stderr).not.toContain('refused');
  });
});

describe('an executable of the user’s', () => {
  test('gets a name, starts, and is forgotten without being touched', async () => {
    const it = lab();
    const { path } = it.world.fake('codex-mine', ({ argv, say }) => say(`codex-cli 3.0.0 ${argv.join(' ')}`));
    it.world.fake('codex', ({ say }) => say('codex-cli 1.0.0'));
    const { installation } = await it.json(`installations add codex mine --path ${path} --dry-run`);
    expect(installation).toMatchObject({ version: '3.0.0', root: 'mine' });
    await it.ok(`installations add codex mine --path ${path}`);
    expect(await it.refused(`installations add codex mine --path ${path}`)).toMatchObject({
      code: 'INSTALLATION_TAKEN',
    });
    await it.ok('account add codex@mine work');
    expect(await programOf(it, 'codex#work')).toMatchObject({ file: path, source: 'file' });
    await it.ok('run codex -a work -- hello');
    expect(await it.refused('update codex -i mine')).toMatchObject({ code: 'INSTALLATION_NOT_MANAGED' });
    expect((await it.refused('installations remove codex mine --yes')).message).toContain('codex#work');
    await it.ok('remove codex work --yes');
    await it.ok('installations remove codex mine --yes');
    expect(existsSync(path)).toBe(true);
    expect((await it.ok('installations list codex')).stdout.trim().split('\n')).toHaveLength(1);
  });

  test('must lie outside our own folder', async () => {
    const it = lab('1.0.0');
    await it.ok('install codex --yes');
    const { file } = await programOf(it, 'codex');
    expect(await it.refused(`installations add codex mine --path ${file}`)).toMatchObject({
      code: 'EXECUTABLE_UNUSABLE',
      message: expect.stringContaining('our own folder'),
    });
  });
});

describe('tools update', () => {
  test('the newest comes into the same installation; the one before stays, older ones go', async () => {
    const it = lab('1.0.0');
    await it.ok('install codex --yes');
    expect((await it.ok('update codex')).stderr).toContain('fake-codex 1.0.0 is the newest');
    for (const version of ['1.0.1', '1.0.2']) {
      it.publish(version);
      await it.ok('update codex --yes');
    }
    expect(await programOf(it, 'codex')).toMatchObject({ version: '1.0.2' });
    expect(versionsOf(it)).toEqual(['1.0.1', '1.0.2']);
    const { versions } = await it.json('installations show codex');
    expect(versions).toEqual([
      { version: '1.0.1', bytes: expect.any(Number), use: 'previous' },
      { version: '1.0.2', bytes: expect.any(Number), use: 'current' },
    ]);
  });

  test('a roll-back needs no network, and another leads forward again', async () => {
    const it = lab('1.0.0');
    await it.ok('install codex --yes');
    expect(await it.refused('update codex --rollback')).toMatchObject({ code: 'PREVIOUS_VERSION_MISSING' });
    it.publish('1.0.1');
    await it.ok('update codex --yes');
    it.cutOff();
    expect(await it.refused('update codex')).toMatchObject({ code: 'REGISTRY_UNREACHABLE' });
    expect((await it.ok('update codex --rollback')).stderr).toContain(
      'rolled codex@default back from 1.0.1 to 1.0.0',
    );
    expect(await programOf(it, 'codex')).toMatchObject({ version: '1.0.0' });
    await it.ok('update codex --rollback');
    expect(await programOf(it, 'codex')).toMatchObject({ version: '1.0.1' });
  });

  test('law 13: another minor version is said to be one, with what may not be read, and asked about', async () => {
    const it = lab('1.0.0');
    await it.ok('install codex --yes');
    it.publish('1.1.0');
    const { stdout } = await it.ok('update codex --dry-run');
    expect(stdout).toContain('1.1.0 is another major or minor version than 1.0.0');
    expect(await it.refused('update codex')).toMatchObject({ code: 'OPTION_NEEDED' });
    await it.ok('update codex --yes');
    expect(await it.refused('update codex --rollback')).toMatchObject({ code: 'OPTION_NEEDED' });
    expect((await it.ok('update codex --rollback --dry-run')).stdout).toContain('would roll');
    await it.ok('update codex --rollback --yes');
    expect(await programOf(it, 'codex')).toMatchObject({ version: '1.0.0' });
  });

  test('a pinned one is refused, and the way is named', async () => {
    const it = lab('1.0.0', '2.0.0');
    await it.ok('install codex@1.0.0 -i default --yes');
    expect(await it.refused('update codex --yes')).toMatchObject({
      code: 'INSTALLATION_PINNED',
      hint: 'tools install codex@latest -i default',
    });
    await it.ok('install codex@latest -i default --yes');
    expect((await it.ok('update codex')).stderr).toContain('is the newest');
  });
});

describe('tools uninstall and installations remove', () => {
  test('default goes back to PATH; accounts and their root stay', async () => {
    const it = lab('2.0.0');
    it.world.fake('codex', ({ say }) => say('codex-cli 1.0.0'));
    await it.ok('install codex --yes');
    await it.ok('account add codex work');
    const { stderr } = await it.ok('uninstall codex --yes');
    expect(stderr).toContain('version 1.0.0: it may not read what 2.0.0 has written');
    expect(await programOf(it, 'codex')).toMatchObject({ source: 'path' });
    expect(versionsOf(it)).toEqual([]);
    expect((await it.ok('list codex')).stdout).toContain('work');
    expect(await it.refused('uninstall codex --yes')).toMatchObject({ code: 'INSTALLATION_NOT_MANAGED' });
  });

  test('an installation beside it goes to the trash; one that an account uses does not', async () => {
    const it = lab('1.0.0');
    await it.ok('install codex@1.0.0 --own-root --yes');
    await it.ok('account add codex@1.0.0 work');
    for (const line of ['uninstall codex -i 1.0.0 --yes', 'installations remove codex 1.0.0 --yes'])
      expect(await it.refused(line)).toMatchObject({
        code: 'INSTALLATION_IN_USE',
        message: 'the installation "1.0.0" of codex is used by codex#work.',
        hint: 'tools account move codex work --root INSTALLATION, or tools remove codex work',
      });
    await it.ok('remove codex work --yes');
    const removed = JSON.parse((await it.ok('uninstall codex -i 1.0.0 --yes --json')).stdout);
    expect(existsSync(join(removed.trash, 'installation.json'))).toBe(true);
    expect(await it.refused('which codex -i 1.0.0')).toMatchObject({ code: 'INSTALLATION_NOT_FOUND' });
  });

  test('what was accumulated in its root is told, and goes only with consent', async () => {
    const it = lab('1.0.0');
    await it.ok('install codex@1.0.0 --own-root --yes');
    it.world.put('.local/share/ai-tools/installations/codex/1.0.0/shared/sessions/a.jsonl', '{}\n');
    const { stdout } = await it.ok('installations remove codex 1.0.0 --dry-run');
    expect(stdout).toContain('what accounts have accumulated in its root: 1 file, 1 kB');
    expect(await it.refused('installations remove codex 1.0.0')).toMatchObject({ code: 'OPTION_NEEDED' });
    await it.ok('installations remove codex@1.0.0 --yes');
    expect(await it.refused('installations remove codex')).toMatchObject({ code: 'ARGUMENT_MISSING' });
  });

  test('default is kept while others use its root', async () => {
    const it = lab('1.0.0', '1.0.1');
    await it.ok('install codex@1.0.0 -i default --yes');
    await it.ok('install codex@1.0.1 --yes');
    expect((await it.refused('installations remove codex default --yes')).message).toContain(
      'the installation "1.0.1", which has its root',
    );
    await it.ok('installations remove codex 1.0.1 --yes');
    await it.ok('installations remove codex default --yes');
    expect((await it.world.run('which codex')).code).toBe(127);
  });

  test('one that is running is left alone: exit 5, with who it is', async () => {
    const it = lab('1.0.0');
    await it.ok('install codex --yes');
    await it.ok('account add codex work');
    const { accounts } = await it.json('list codex');
    const { self } = (await import('../../../src/platform/index.ts')).nodeHost().processes;
    const mark = { schemaVersion: 1, ...self, since: '2026-01-01T00:00:00Z' };
    const id = accounts[0].id;
    it.world.put(`.local/share/ai-tools/accounts/codex/${id}/live/${self.pid}`, JSON.stringify(mark));
    expect(await it.refused('uninstall codex --yes')).toMatchObject({
      code: 'INSTALLATION_RUNNING',
      message: expect.stringContaining(`codex#work (process ${self.pid})`),
    });
    expect(versionsOf(it)).toEqual(['1.0.0']);
  });

  test('a damaged record hides no other installation, and can be removed', async () => {
    const it = lab('1.0.0');
    await it.ok('install codex --yes');
    const file = it.world.put('.local/share/ai-tools/installations/codex/odd/installation.json', '{"tool":');
    const { code, stdout, stderr } = await it.world.run('installations list codex');
    const [whole, damaged, ...more] = stdout.trim().split('\n');
    expect([code, more]).toEqual([6, []]);
    expect(whole).toMatch(/default\t1\.0\.0\tdefault/);
    expect(damaged).toContain('STATE_DAMAGED');
    expect(stderr.split(file)).toHaveLength(2);
    const { stdout: found } = await it.world.run('doctor codex');
    expect(found).toContain(`vi "${file}"`);
    await it.ok('installations remove codex odd --yes');
    await it.ok('installations list codex');
  });
});
