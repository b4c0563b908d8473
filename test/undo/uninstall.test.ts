import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { noExtensions } from '../../src/accounts/index.ts';
import { appPaths, type Host, nodeFileSystem, nodeHost } from '../../src/platform/index.ts';
import { AIToolRegistry } from '../../src/registry/index.ts';
import { uninstall } from '../../src/undo/index.ts';
import { tool as demo, usedDirectory } from '../accounts/adopt/adopt-lab.ts';
import { pluginIn } from '../plugins/loader/world.ts';
import { type FakeAct, fakeTool } from '../support/fake-tool.ts';
import { Died, faultyFiles } from '../support/faulty-files.ts';
import { type CliResult, runCli } from '../support/run-cli.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { type Tree, treeOf } from '../support/tree.ts';

const registry = new AIToolRegistry();
const { supportsSetup: _setup, coloredTag: _tag, ...descriptor } = demo;
registry.register({
  ...descriptor,
  executable: { names: ['demo'] },
  relocation: { shape: 'variable', own: { DEMO_HOME: '{home}' }, isolation: 'complete' },
  authLoginCommand: ['demo', 'login'],
  login: [{ file: 'auth.json', pointer: '', format: 'json', usable: ['/token'] }],
  environment: { apiKey: ['DEMO_KEY'] },
});

/** Somebody's computer, as it was before us. */
interface World {
  readonly home: string;
  readonly root: string;
  host(input?: Partial<Host>): Host;
  run(line: string, input?: { readonly stdin?: string }): Promise<CliResult>;
  put(path: string, content: string): string;
  /** All but our own folder. */
  own(): Tree;
}

let world: World;

beforeEach(() => {
  world = newWorld();
});

function newWorld(home = tempHome()): World {
  mkdirSync(home, { recursive: true });
  const root = join(home, '.local/share/ai-tools');
  const put = (path: string, content: string) => {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), content);
    return join(home, path);
  };
  const bin = tempHome();
  const session: FakeAct = ({ env, write }) =>
    write(`${env.DEMO_HOME ?? `${env.HOME}/.demo`}/sessions/made.jsonl`, 'made by a session');
  fakeTool(bin, 'demo', session, { mayRest: true });
  const host = (input: Partial<Host> = {}) =>
    testHost({
      home,
      cwd: join(home, 'proj'),
      program: { node: process.execPath, script: join(bin, 'tools.cjs') },
      ...input,
      env: { PATH: `${bin}:${process.env.PATH}`, SHELL: '/bin/bash' },
    });
  writeFileSync(join(bin, 'tools.cjs'), '');
  put('proj/readme', 'mine');
  put('.bashrc', '# mine, with no newline at the end');
  put('dot/zshrc', '# mine\r\n');
  symlinkSync('dot/zshrc', join(home, '.zshrc'));
  put('mine/auth.json', '{"token":"sk-dummy-mine"}');
  put('mine/sessions/a.jsonl', 'mine');
  usedDirectory({ home, put: (folder, path, text) => void put(join(folder, path).slice(home.length), text) });
  return {
    home,
    root,
    host,
    put,
    run: (line, input = {}) => runCli(line.split(' '), { host: host(), registry, ...input }),
    own: () =>
      Object.fromEntries(Object.entries(treeOf(home)).filter(([path]) => !join(home, path).startsWith(root))),
  };
}

function replaceByLink(path: string): void {
  rmSync(path);
  symlinkSync('gone', path);
}

/** Everything that changes something, with what it stands on first. */
const uses = [
  'account add demo work --share',
  'account add demo other --private',
  'account add demo third --share',
  'default demo work',
  'link demo other',
  'init bash --write',
  'init zsh --write --hook',
  'init fish --write',
  'shim enable demo',
  'settings set plain true',
  'rename demo other office',
  'run demo -a work',
  'run demo -a office',
  'share off demo -a third',
  'share on demo -a office --yes',
  'import demo --from ../mine -a mine',
  'run demo -a mine',
  'installations add demo second --path /bin/sh --own-root',
  'account move demo third --root second --yes',
  'adopt demo --set-retention --yes',
  'run demo -a system',
  'env demo -a work',
  'sync demo',
  'doctor --fix --yes',
  'remove demo third --yes',
  'shim disable demo',
  'undo',
] as const;

describe('tools self uninstall', () => {
  test('promise 12: after everything was used, the user’s own bytes, modes and links are as they were, and our folder is gone', async () => {
    const before = treeOf(world.home);
    const failed: string[] = [];
    for (const line of uses) {
      const { code, stderr } = await world.run(line);
      if (code !== 0 && !line.startsWith('doctor')) failed.push(`${line}: ${stderr}`);
    }
    expect(failed).toEqual([]);
    expect(world.own()).not.toEqual(before);
    const done = await world.run('self uninstall --yes --trash-homes');
    expect(done).toMatchObject({ code: 0, stderr: expect.stringContaining('nothing of ours is left') });
    expect(existsSync(join(world.home, '.local'))).toBe(false);
    const after = treeOf(world.home);
    expect(Object.fromEntries(Object.entries(after).filter(([path]) => path in before))).toEqual(before);
    // What a tool wrote itself, and what keeps an imported account apart, is in directories that are the tool's.
    const others = Object.keys(after).filter((path) => !(path in before) && !/^(?:\.demo|mine)\//.test(path));
    expect(others).toEqual([]);
  });

  test.each([1, 2, 3, 4, 5, 6])(
    'the same in another order, and cut off where it happens to be (%i)',
    async (seed) => {
      const before = treeOf(world.home);
      let random = seed;
      const next = (below: number) => {
        random = (random * 48_271) % 2_147_483_647;
        return random % below;
      };
      for (let n = 0; n < 14; n += 1) await world.run(uses[next(uses.length)] ?? '');
      await world.run('self uninstall --yes --trash-homes');
      expect(existsSync(world.root)).toBe(false);
      const after = treeOf(world.home);
      expect(Object.fromEntries(Object.entries(after).filter(([path]) => path in before))).toEqual(before);
      expect(
        Object.keys(after).filter((path) => !(path in before) && !/^(?:\.demo|mine)\//.test(path)),
      ).toEqual([]);
    },
  );

  test('without a word about what accounts hold nothing is done, and a dry run shows all of it', async () => {
    await world.run('account add demo work --private');
    const [id = ''] = readdirSync(join(world.root, 'accounts/demo')).filter((name) => !name.startsWith('.'));
    const auth = join(world.root, 'accounts/demo', id, 'home/auth.json');
    writeFileSync(auth, '{"token":"sk-dummy-1"}', { mode: 0o600 });
    await world.run('init bash --write');
    const before = treeOf(world.home);
    const refused = await world.run('self uninstall --yes');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('--keep-homes');
    expect(await world.run('self uninstall --keep-homes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    const dry = await world.run('self uninstall --dry-run');
    expect(dry.stdout).toContain(
      `demo#work, with what may be a login, stays or goes, as you say: ${join(auth, '../..')}`,
    );
    expect(dry.stdout).toContain('--keep-homes keeps what accounts hold, --trash-homes deletes it for good');
    expect(dry.stdout).toContain(`our lines go out of ${join(world.home, '.bashrc')}`);
    expect(treeOf(world.home)).toEqual(before);
  });

  test('folders that were made for one shell’s file, and hold another’s, too, are gone with the last', async () => {
    const before = treeOf(world.home);
    for (const shell of ['fish', 'nu', 'pwsh']) await world.run(`init ${shell} --write`);
    expect((await world.run('self uninstall --yes')).code).toBe(0);
    expect(treeOf(world.home)).toEqual(before);
  });

  test('--keep-homes leaves accounts that hold something, with what they share, and nothing else of ours', async () => {
    for (const line of [
      'account add demo work --share',
      'account add demo empty --private',
      'run demo -a work',
    ])
      await world.run(line);
    await world.run('init bash --write');
    const { accounts } = JSON.parse((await world.run('list demo --json')).stdout);
    const home = accounts.find(({ label }: { label: string }) => label === 'work').home;
    writeFileSync(join(home, 'auth.json'), '{"token":"sk-dummy-1"}', { mode: 0o600 });
    const held = treeOf(home);
    const text = readFileSync(join(home, 'sessions/made.jsonl'), 'utf8');
    expect((await world.run('self uninstall --yes --keep-homes')).code).toBe(0);
    expect(treeOf(home)).toEqual(held);
    expect(readFileSync(join(home, 'sessions/made.jsonl'), 'utf8')).toBe(text);
    expect(readdirSync(world.root).sort()).toEqual(['accounts', 'installations', 'labels', 'layout.json']);
    expect(readdirSync(join(world.root, 'accounts/demo'))).toHaveLength(1);
    expect(readdirSync(join(world.root, 'labels/demo'))).toEqual(['work']);
    // Whoever comes back finds them, and doctor nothing amiss.
    const { findings } = JSON.parse((await world.run('doctor demo --json')).stdout);
    expect(findings.map(({ code }: { code: string }) => code)).not.toContain('LABEL_CLAIM_STRAY');
    const again = await world.run('run demo -a work');
    expect({ code: again.code, stderr: again.stderr }).toMatchObject({ code: 0 });
  });

  test('links to what is shared are nothing that an account holds; programs are nothing that is kept', async () => {
    await world.run('account add demo work --share');
    expect((await world.run('self uninstall --yes')).code).toBe(0);
    expect(existsSync(world.root)).toBe(false);
    await world.run('account add demo work --share');
    await world.run('run demo -a work');
    const program = world.put('.local/share/ai-tools/installations/demo/default/versions/1.0.0/demo', 'x');
    expect((await world.run('self uninstall --yes --keep-homes')).code).toBe(0);
    expect(existsSync(join(world.root, 'installations/demo/default/shared/sessions/made.jsonl'))).toBe(true);
    expect(existsSync(program)).toBe(false);
  });

  test('a key that we hold is a login; an account that was removed lies in the trash with its own', async () => {
    await world.run('account add demo work --with-api-key --private', { stdin: 'sk-dummy-1' });
    expect((await world.run('self uninstall --yes')).code).toBe(2);
    await world.run('remove demo work --yes');
    const { stderr } = await world.run('self uninstall --yes');
    expect(stderr).toContain('in the trash');
    await world.run('self uninstall --yes --keep-homes');
    expect(readdirSync(world.root).sort()).toEqual(['layout.json', 'trash']);
  });

  test('while something runs under an account nothing is done: exit 5', async () => {
    await world.run('account add demo work --private');
    const folder = join(world.root, 'accounts/demo', readdirSync(join(world.root, 'accounts/demo'))[0] ?? '');
    mkdirSync(join(folder, 'live'), { mode: 0o700 });
    const mark = { schemaVersion: 1, ...nodeHost().processes.self, since: '2026-11-30T00:00:00Z' };
    writeFileSync(join(folder, 'live', `${process.pid}`), JSON.stringify(mark));
    const before = treeOf(world.home);
    expect((await world.run('self uninstall --yes --trash-homes')).code).toBe(5);
    expect(treeOf(world.home)).toEqual(before);
  });

  describe('a login under way, or cut off', () => {
    const marks = nodeHost().processes;
    const nobody = { ...marks.self, pid: 2 ** 22 + 5 };
    const auth = '{"token":"sk-dummy-fresh"}';

    async function beingMade(process: object): Promise<string> {
      await world.run('settings set plain true');
      const folder = '.local/share/ai-tools/accounts/demo/abcd1234';
      const pending = { schemaVersion: 1, label: 'new', process, startedAt: '2026-11-30T00:00:00Z' };
      world.put(`${folder}/pending.json`, JSON.stringify(pending));
      return world.put(`${folder}/home/auth.json`, auth);
    }

    async function renewed(process: object): Promise<string> {
      await world.run('account add demo work --private');
      const [id = ''] = readdirSync(join(world.root, 'accounts/demo')).filter(
        (name) => !name.startsWith('.'),
      );
      const fresh = join(world.root, 'accounts/demo', id, 'home-ab12');
      const journal = { process, startedAt: '2026-11-30T00:00:00Z', fresh, phase: 'login', steps: [] };
      writeFileSync(join(fresh, '../renewal.json'), JSON.stringify({ schemaVersion: 1, ...journal }));
      return world.put(join(fresh, 'auth.json').slice(world.home.length), auth);
    }

    test.each([
      ['an account that is being made', () => beingMade(marks.self)],
      ['an account that is logged in anew', () => renewed(marks.self)],
    ])('promise 5: %s is not taken away under whoever does it', async (_case, make) => {
      await make();
      const before = treeOf(world.home);
      const refused = await world.run('self uninstall --yes --trash-homes');
      expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('login') });
      expect(treeOf(world.home)).toEqual(before);
    });

    test.each([
      ['an account that was never finished', () => beingMade(nobody)],
      ['a login that was cut off while it was made anew', () => renewed(nobody)],
    ])('promise 1: %s may hold the only copy of a login, and is asked about', async (_case, make) => {
      const login = await make();
      const before = treeOf(world.home);
      const refused = await world.run('self uninstall --yes');
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('demo') });
      expect(treeOf(world.home)).toEqual(before);
      expect((await world.run('self uninstall --yes --keep-homes')).code).toBe(0);
      expect(readFileSync(login, 'utf8')).toBe(auth);
      expect((await world.run('self uninstall --yes --trash-homes')).code).toBe(0);
      expect(existsSync(world.root)).toBe(false);
    });
  });

  test('what others put into our folder stays, and the folder with it', async () => {
    await world.run('account add demo work --private');
    const note = world.put('.local/share/ai-tools/my-notes.txt', 'mine');
    const { stdout } = await world.run('self uninstall --dry-run');
    expect(stdout).toContain(`${note} stays: it is not ours`);
    await world.run('self uninstall --yes --trash-homes');
    expect(readdirSync(world.root)).toContain('my-notes.txt');
    expect(readdirSync(world.root)).not.toContain('accounts');
  });

  test.each(['links.json', 'settings.json', 'trust.json', 'shims'])(
    'the lock of %s that somebody left who was killed goes along; what is no lock stays',
    async (name) => {
      await world.run('settings set plain true');
      const { self } = nodeHost().processes;
      const holder = {
        process: { ...self, pid: 2 ** 22 + 5 },
        since: '2026-11-30T00:00:00Z',
        nonce: 'n'.repeat(16),
      };
      world.put(`.local/share/ai-tools/${name}.lock/holder.json`, JSON.stringify(holder));
      await world.run('self uninstall --yes');
      expect(existsSync(world.root)).toBe(false);
      await world.run('settings set plain true');
      world.put(`.local/share/ai-tools/${name}.lock`, 'mine');
      await world.run('self uninstall --yes');
      expect(readdirSync(world.root).sort()).toEqual(['layout.json', `${name}.lock`]);
    },
  );

  test('so does a lock where our folder lies in one whose name has two lines', async () => {
    const odd = newWorld(join(tempHome(), 'a\nb'));
    await odd.run('settings set plain true');
    odd.put('.local/share/ai-tools/links.json.lock/holder.json', '{}');
    expect((await odd.run('self uninstall --yes')).code).toBe(0);
    expect(existsSync(odd.root)).toBe(false);
  });

  test.each([
    ['read-only', () => chmodSync(join(world.home, '.bashrc'), 0o444)],
    ['of two names', () => linkSync(join(world.home, '.bashrc'), join(world.home, 'dot/bashrc'))],
    ['a link that leads nowhere', () => replaceByLink(join(world.home, '.bashrc'))],
  ])('a file of a shell that is %s, and has nothing of ours, is in nobody’s way', async (_, make) => {
    make();
    await world.run('init zsh --write');
    const before = { ...treeOf(world.home) };
    expect((await world.run('init bash --remove')).code).toBe(0);
    expect(treeOf(world.home)).toEqual(before);
    expect((await world.run('self uninstall --yes')).code).toBe(0);
    expect(existsSync(world.root)).toBe(false);
    expect(readFileSync(join(world.home, 'dot/zshrc'), 'utf8')).toBe('# mine\r\n');
  });

  test('our lines in a file that can not be changed: nothing is begun, not even planned, and which file it is is said', async () => {
    for (const line of ['adopt demo --set-retention --yes', 'init bash --write', 'init zsh --write'])
      await world.run(line);
    chmodSync(join(world.home, '.bashrc'), 0o444);
    const before = treeOf(world.home);
    for (const line of ['--dry-run', '--yes --trash-homes'])
      expect(await world.run(`self uninstall ${line}`)).toMatchObject({
        code: 7,
        stderr: expect.stringMatching(/\.bashrc is left as it is: it is read-only\.\ntry: {3}vi .*\.bashrc/),
      });
    expect(treeOf(world.home)).toEqual(before);
  });

  test('where nothing of ours is there is nothing to do', async () => {
    const before = treeOf(world.home);
    expect(await world.run('self uninstall')).toMatchObject({ code: 0, stdout: '' });
    expect(treeOf(world.home)).toEqual(before);
  });

  test('killed at any step, the next one finishes it', async () => {
    let steps = 0;
    for (let step = 1; ; step += 7) {
      const at = newWorld();
      const before = treeOf(at.home);
      for (const line of [
        'account add demo work --share',
        'adopt demo --set-retention --yes',
        'init bash --write',
      ])
        await at.run(line);
      const faulty = faultyFiles(nodeFileSystem);
      faulty.dieAt(step, step % 2 === 0 ? 'before' : 'after');
      const contextOf = (host: Host) => ({
        host,
        paths: appPaths(host),
        registry,
        extensions: noExtensions,
        tell: () => undefined,
      });
      const { self } = at.host().processes;
      const dead = { ...at.host().processes, self: { ...self, pid: 2 ** 22 + 5 } };
      const ended = await uninstall(
        contextOf(at.host({ files: faulty.files, processes: dead })),
        'trash',
      ).catch((error: unknown) => error);
      if (!(ended instanceof Died)) break;
      steps += 1;
      const finished = await at.run('self uninstall --yes --trash-homes');
      expect(`${step} ${finished.code} ${finished.stderr}`).toContain(`${step} 0`);
      expect(treeOf(at.home)).toEqual(before);
    }
    expect(steps).toBeGreaterThan(5);
  });
});

describe('what a plugin keeps, and what is secret of what was set for it', () => {
  const secrets = '.local/share/ai-tools/plugins/acme/secrets.json';

  function withPlugin(): void {
    const tool = { id: 'acme-cli', displayName: 'Acme' };
    const properties = { key: { type: 'string', 'x-tools': { sensitive: true } } };
    const configSchema = { type: 'object', additionalProperties: false, properties };
    pluginIn({ host: world.host() }, { descriptors: [tool], manifest: { configSchema } });
  }

  test('goes only when that is said; the plugin itself stays where it lies', async () => {
    withPlugin();
    const before = world.own();
    expect(await world.run('plugin link ../plugins-of-mine/acme --yes')).toMatchObject({ code: 0 });
    expect(await world.run('plugin config acme key', { stdin: 'sk-dummy-1\n' })).toMatchObject({ code: 0 });
    expect(existsSync(join(world.home, secrets))).toBe(true);
    const refused = await world.run('self uninstall --yes');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('acme');
    expect(existsSync(join(world.home, secrets))).toBe(true);
    expect((await world.run('self uninstall --yes --keep-homes')).code).toBe(0);
    expect(readFileSync(join(world.home, secrets), 'utf8')).toContain('sk-dummy-1');
    expect((await world.run('self uninstall --yes --trash-homes')).code).toBe(0);
    expect(existsSync(world.root)).toBe(false);
    expect(world.own()).toEqual(before);
  });

  test('of what lies behind a link in the place of our folder of plugins nothing is held, and nothing goes', async () => {
    await world.run('settings set plain true');
    const theirs = world.put('mine/acme/secrets.json', '{}');
    symlinkSync(join(world.home, 'mine'), join(world.root, 'plugins'));
    expect((await world.run('self uninstall --yes')).code).toBe(0);
    expect([existsSync(world.root), existsSync(theirs)]).toEqual([false, true]);
  });

  test('without either, nothing is asked', async () => {
    withPlugin();
    expect(await world.run('plugin link ../plugins-of-mine/acme --yes')).toMatchObject({ code: 0 });
    expect((await world.run('self uninstall --yes')).code).toBe(0);
    expect(existsSync(world.root)).toBe(false);
  });
});
