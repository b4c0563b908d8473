import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { AIToolRegistry, knownTools } from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { tool as adoptedTool, stampedTree, usedDirectory } from '../accounts/adopt/adopt-lab.ts';
import { type ShareWorld, shareWorld } from '../cli/share-world.ts';
import { treeOf } from '../support/tree.ts';

let world: ShareWorld;

beforeEach(() => {
  world = shareWorld();
});

/** What a person sees of accounts, choices, sharing and programs; where the trash has come into it, no more. */
async function seen(): Promise<unknown> {
  const { accounts } = await world.json('list alpha');
  const { defaults } = await world.json('default alpha');
  const { installations } = await world.json('installations list alpha');
  const own = treeOf(join(world.home, '.alpha'));
  return { accounts, defaults, installations, own };
}

const run = async (line: string) => {
  const result = await world.run(line);
  expect(`${line}: ${result.code} ${result.code === 0 ? '' : result.stderr}`).toBe(`${line}: 0 `);
  return result;
};

const login = '{"token":"sk-dummy-1","who":"user-1"}';

describe('tools undo, and what leads forward again', () => {
  test.each([
    { change: 'account add alpha late' },
    { change: 'account add alpha late', more: ['default alpha late', 'undo'] },
    { change: 'default alpha other' },
    { change: 'default alpha --unset' },
    { change: 'use alpha system --global' },
    { change: 'rename alpha work office' },
    { change: 'remove alpha work --yes' },
    { change: 'remove alpha other --yes' },
    { change: 'import alpha --from mine -a mine' },
    { change: 'share off alpha -a work' },
    { change: 'share remove alpha -a work skills' },
    { change: 'share on alpha -a private --yes' },
    { change: 'account move alpha private --root second --yes' },
    { change: 'installations add alpha third --path /bin/sh' },
    { change: 'installations remove alpha second --yes' },
  ])('$change $more', async ({ change, more = [] }) => {
    world.put('.alpha/settings.json', '{"keepDays":0}');
    world.put('.alpha/sessions/own.jsonl', 'own');
    world.put('mine/auth.json', login.replaceAll('1', '3'));
    await run('account add alpha work --share');
    await run('account add alpha other --share');
    await run('account add alpha private --private');
    await run('installations add alpha second --path /bin/sh --own-root');
    await run('default alpha work');
    const home = await world.homeOf('alpha', 'work');
    world.put(join(home, 'sessions/one.jsonl').slice(world.home.length), 'one');
    world.put(join(home, 'auth.json').slice(world.home.length), login);
    const before = await seen();
    await run(change);
    for (const line of more) await run(line);
    const after = await seen();
    expect(after).not.toEqual(before);

    const plan = await world.json('undo --dry-run');
    expect(await seen()).toEqual(after);
    const undone = await world.json('undo');
    expect(undone).toMatchObject({ outcome: 'undone', now: expect.any(Array), id: plan.id });
    expect(await seen()).toEqual(before);
    await run(`undo ${undone.again}`);
    const again = (await seen()) as { accounts: object[] };
    const withoutId = (each: unknown) =>
      JSON.parse(JSON.stringify(each).replaceAll(/"(?:since|createdAt)":"[^"]*"/g, '""'));
    expect(withoutId(again)).toEqual(withoutId(after));
    await run('undo');
    expect(await seen()).toEqual(before);
  });
});

describe('sharing', () => {
  test('that was begun: the account keeps what it had, and what it saw meanwhile, as its own', async () => {
    await run('account add alpha other --share');
    await run('account add alpha work --private');
    const [other, work] = [await world.homeOf('alpha', 'other'), await world.homeOf('alpha', 'work')];
    world.put(join(other, 'sessions/theirs.jsonl').slice(world.home.length), 'theirs');
    world.put(join(work, 'sessions/mine.jsonl').slice(world.home.length), 'mine');
    await run('share on alpha -a work --yes');
    expect(lstatSync(join(work, 'sessions')).isSymbolicLink()).toBe(true);
    const { now } = await world.json('undo');
    expect(now).toEqual(['alpha#work shares nothing']);
    expect(lstatSync(join(work, 'sessions')).isSymbolicLink()).toBe(false);
    expect(readdirSync(join(work, 'sessions')).sort()).toEqual(['mine.jsonl', 'theirs.jsonl']);
    expect(readdirSync(join(other, 'sessions')).sort()).toEqual(['mine.jsonl', 'theirs.jsonl']);
  });

  test.each([undefined, '{\n  "cleanupPeriodDays": 20\n}\n', '{ "cleanupPeriodDays": 36500 }'])(
    'that was begun in a home that was never used, of settings %j: nothing of it stays',
    async (settings) => {
      const registry = knownTools(builtInTools);
      const say = async (line: string) =>
        expect(await world.run(line, { registry })).toMatchObject({ code: 0 });
      await say('account add claude work --private');
      const { accounts } = JSON.parse((await world.run('list claude --json', { registry })).stdout);
      const [{ home }] = accounts;
      if (settings !== undefined) writeFileSync(join(home, 'settings.json'), settings);
      writeFileSync(join(home, 'settings.local.json'), '{}');
      mkdirSync(join(home, 'skills'), 0o700);
      const before = treeOf(home);
      await say('share on claude -a work --yes');
      expect(treeOf(home)).not.toEqual(before);
      await say('undo');
      const { 'settings.json': now, ...rest } = treeOf(home);
      const { 'settings.json': was, ...others } = before;
      expect(rest).toEqual(others);
      if (settings !== undefined) expect(now).toBe(was);
      else expect(readFileSync(join(home, 'settings.json'), 'utf8')).not.toContain('cleanupPeriodDays');
    },
  );

  test('that was changed again since is left as it is', async () => {
    await run('account add alpha work --share');
    await run('share remove alpha -a work skills');
    await run('share remove alpha -a work sessions');
    const { changes } = await world.json('undo --list');
    const { code, stderr } = await world.run(`undo ${changes[1].id}`);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('was changed since') });
  });
});

test('an adoption: to the byte when it is taken back at once', async () => {
  const registry = adoptRegistry();
  const own = usedDirectory({
    home: world.home,
    put: (folder, path, text) => world.put(join(folder, path).slice(world.home.length), text),
  });
  const before = stampedTree(own);
  await world.run('adopt demo --set-retention --yes', { registry });
  expect(stampedTree(own)).not.toEqual(before);
  const { stderr } = await world.run('undo', { registry });
  expect(stderr).toContain("demo's own again: ");
  expect(stampedTree(own)).toEqual(before);
  const { changes } = await world.json('undo --list', { registry });
  expect(changes.map(({ state }: { state: string }) => state)).toEqual(['done', 'undone']);
  expect((await world.run(`undo ${changes[0].id}`, { registry })).stderr).toContain(
    'try:   tools adopt demo',
  );
});

function adoptRegistry(): AIToolRegistry {
  const { supportsSetup: _setup, coloredTag: _tag, ...descriptor } = adoptedTool;
  const registry = new AIToolRegistry();
  registry.register(descriptor);
  return registry;
}

describe('a removed account', () => {
  const removed = async () => {
    await run('account add alpha work --private');
    const home = await world.homeOf('alpha', 'work');
    world.put(join(home, 'auth.json').slice(world.home.length), login);
    world.put(join(home, 'skills/mine.md').slice(world.home.length), 'mine');
    await run('remove alpha work --yes');
    return home;
  };

  test('law 16: comes back with its login while nobody has a newer one of that identity', async () => {
    const home = await removed();
    await run('account add alpha other --private');
    const other = await world.homeOf('alpha', 'other');
    const theirs = world.put(join(other, 'auth.json').slice(world.home.length), login.replaceAll('1', '2'));
    expect(readFileSync(theirs, 'utf8')).toContain('user-2');
    const removal = (await world.json('undo --list')).changes.find(
      ({ change }: { change: string }) => change === 'remove alpha#work',
    );
    await run(`undo ${removal.id}`);
    expect(readFileSync(join(home, 'auth.json'), 'utf8')).toBe(login);
  });

  test.each([
    [
      'another account',
      async () => {
        await run('account add alpha other --private');
        const other = await world.homeOf('alpha', 'other');
        return join(other, 'auth.json');
      },
    ],
    ['the tool’s own directory', async () => join(world.home, '.alpha/auth.json')],
  ])('law 16: comes back without its login where %s has a newer one', async (_, place) => {
    const home = await removed();
    const file = await place();
    world.put(file.slice(world.home.length), login);
    const removal = (await world.json('undo --list')).changes.find(
      ({ change }: { change: string }) => change === 'remove alpha#work',
    );
    const { now } = await world.json(`undo ${removal.id}`);
    expect(now.join()).toContain('without its login: alpha#');
    expect(existsSync(join(home, 'auth.json'))).toBe(false);
    expect(readFileSync(join(home, 'skills/mine.md'), 'utf8')).toBe('mine');
    expect(readFileSync(file, 'utf8')).toBe(login);
  });

  test('an older login of that identity elsewhere is no reason', async () => {
    await run('account add alpha other --private');
    const other = await world.homeOf('alpha', 'other');
    const file = world.put(join(other, 'auth.json').slice(world.home.length), login);
    utimesSync(file, 1, 1);
    const home = await removed();
    await run('undo');
    expect(readFileSync(join(home, 'auth.json'), 'utf8')).toBe(login);
  });

  test.each([
    [
      'its label is taken',
      () => run('account add alpha work --private'),
      'called work by now',
      'tools rename alpha work NEW-LABEL',
    ],
    [
      'the trash was emptied',
      async () => rmSync(join(world.root, 'trash'), { recursive: true }),
      'in the trash no more',
      'tools login alpha',
    ],
  ])('stays removed when %s', async (_, meanwhile, says, hint) => {
    await removed();
    const { changes } = await world.json('undo --list');
    await meanwhile();
    const { code, stderr } = await world.run(`undo ${changes[0].id} --json`);
    expect({ code, error: JSON.parse(stderr).error }).toMatchObject({
      code: 1,
      error: { code: 'UNDO_CHANGED_SINCE', message: expect.stringContaining(says), hint },
    });
  });

  test('one that was imported: its directory may be gone, or another account’s', async () => {
    const put = () => world.put('mine/auth.json', login);
    put();
    await run('import alpha --from mine -a mine');
    await run('remove alpha mine --yes');
    const { changes } = await world.json('undo --list');
    rmSync(join(world.home, 'mine'), { recursive: true });
    expect((await world.run(`undo ${changes[0].id}`)).stderr).toContain('mine is gone');
    put();
    await run('import alpha --from mine -a again');
    expect((await world.run(`undo ${changes[0].id}`)).stderr).toContain('belongs to alpha#again');
  });
});

describe('what can not be taken back', () => {
  test('an account into which somebody has logged in: tools remove', async () => {
    await run('account add alpha work --private');
    const home = await world.homeOf('alpha', 'work');
    world.put(join(home, 'auth.json').slice(world.home.length), login);
    const { code, stderr } = await world.run('undo');
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('tools remove alpha -a work'),
    });
  });

  test('a login', async () => {
    world.fake('alpha', ({ env, write }) => write(`${env.ALPHA_HOME}/auth.json`, '{"token":"sk-dummy-9"}'));
    await run('login alpha -a work --private');
    const { code, stderr } = await world.run('undo');
    expect(code).toBe(1);
    expect(stderr).toContain('"login alpha#work" can\'t be taken back: a login is ended, not taken back.');
    expect(stderr).toContain('try:   tools remove alpha -a work');
  });

  test('a logout, and a login that was renewed: nothing before them is taken back in their place', async () => {
    world.fake('alpha', ({ argv, env, write, remove }) => {
      if (argv[0] === 'logout') remove(`${env.ALPHA_HOME}/auth.json`);
      else write(`${env.ALPHA_HOME}/auth.json`, '{"token":"sk-dummy-9","who":"user-9"}');
    });
    await run('account add alpha work --private');
    await run('rename alpha work office');
    await run('login alpha -a office');
    expect((await world.run('undo')).stderr).toContain('a login is ended, not taken back');
    await run('logout alpha -a office');
    expect((await world.run('undo')).stderr).toContain('try:   tools login alpha -a office');
    expect((await world.json('list alpha')).accounts).toMatchObject([{ label: 'office' }]);
  });

  test('a login in the way: the last change before it that can be taken back is named', async () => {
    world.fake('alpha', ({ env, write }) => write(`${env.ALPHA_HOME}/auth.json`, '{"token":"sk-dummy-9"}'));
    await run('account add alpha work --private');
    await run('rename alpha work office');
    await run('settings set plain true');
    await run('settings set plain false');
    await run('undo');
    await run('login alpha -a office');
    const { changes } = await world.json('undo --list');
    const id = changes.find(({ change }: { change: string }) => change === 'settings set plain').id;
    for (const line of ['undo', 'undo --dry-run'])
      expect((await world.run(line)).stderr).toMatch(
        /Before it, "settings set plain" can be: tools undo \w{8}/,
      );
    const named = /tools undo (\w{8})/.exec((await world.run('undo')).stderr)?.[1];
    expect(named).not.toBe(id);
    await run(`undo ${named}`);
    expect((await world.run('undo')).stderr).toContain('Before it, "rename alpha#work" can be');
  });

  test('sharing that is asked for and holds already is no change, and not in the way of one', async () => {
    await run('account add alpha work --share');
    await run('account add alpha other --private');
    await run('default alpha work');
    for (const line of ['off alpha -a other', 'on alpha -a work --yes', 'add alpha -a work skills'])
      await run(`share ${line}`);
    expect((await world.json('undo')).change).toBe('default alpha#work');
  });

  test('one of those that was cut off is forgotten', async () => {
    await run('account add alpha work --private');
    const [{ id }] = (await world.json('undo --list')).changes;
    const entry = { verb: 'logout', tool: 'alpha', account: 'abcd1234', what: { label: 'work' } };
    const record = { schemaVersion: 1, at: '2099-01-01T00:00:00Z', ...entry, doneAt: null };
    world.put('.local/share/ai-tools/journal/20990101T000000Z-abcd1234.json', JSON.stringify(record));
    expect((await run('undo')).stderr).toContain('had been cut off');
    expect((await world.json('undo --list')).changes.map((each: { id: string }) => each.id)).toEqual([id]);
  });

  test('what something later stands on: that one first', async () => {
    await run('account add alpha work --private');
    await run('default alpha work');
    const { changes } = await world.json('undo --list');
    const { code, stderr } = await world.run(`undo ${changes[1].id}`);
    expect(code).toBe(1);
    expect(stderr).toContain('while "default alpha#work" holds');
    expect(stderr).toContain(`tools undo ${changes[0].id}`);
  });

  test('an installation in whose root something was gathered', async () => {
    await run('installations add alpha second --path /bin/sh --own-root');
    mkdirSync(join(world.root, 'installations/alpha/second/shared/sessions'), { recursive: true });
    world.put('.local/share/ai-tools/installations/alpha/second/shared/sessions/a', 'a');
    expect((await world.run('undo')).stderr).toContain('tools installations remove alpha second');
  });
});

test('the list: newest first, what was taken back, and what took it back', async () => {
  await run('account add alpha work --private');
  await run('rename alpha work office');
  await run('undo');
  const { stdout } = await run('undo --list');
  expect(stdout.split('\n').map((line) => line.split('\t').slice(2).join(' | '))).toEqual([
    expect.stringMatching(/^rename alpha#office \(took back [a-z0-9]{8}\) \| $/),
    'rename alpha#work | taken back',
    'account add alpha#work | ',
    '',
  ]);
});

test('with nothing to take back it says so', async () => {
  expect(await world.run('undo')).toMatchObject({ code: 3, stdout: '' });
  expect(await world.run('undo --list')).toMatchObject({ code: 0, stdout: '' });
});
