import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { nodeFileSystem } from '../../../src/platform/index.ts';
import type { FakeAct } from '../../support/fake-tool.ts';
import { testHost } from '../../support/temp-home.ts';
import { treeOf } from '../../support/tree.ts';
import { type ShareWorld, shareWorld } from '../share-world.ts';

let world: ShareWorld;

beforeEach(() => {
  world = shareWorld();
});

/** Writes the session that its first argument names. */
const makesSession: FakeAct = ({ env, write, argv }) =>
  write(`${env.ALPHA_HOME}/sessions/${argv[0]}.jsonl`, `${argv[0]}`);

/** Two accounts that share, both launched once. */
async function pair(): Promise<{ work: string; home: string }> {
  await world.run('account add alpha work');
  await world.run('account add alpha home --share');
  return { work: await world.homeOf('alpha', 'work'), home: await world.homeOf('alpha', 'home') };
}

const itemsOf = async (label: string) => {
  const { accounts } = await world.json(`share status alpha -a ${label}`);
  return Object.fromEntries(
    accounts[0].items.map(({ path, state }: { path: string; state: string }) => [path, state]),
  );
};

describe('the choice to share', () => {
  test('the first account shares from its first day; a further one that nobody decides about is private', async () => {
    world.fake('alpha', makesSession);
    expect(await world.run('account add alpha work')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'made alpha#work\nnext: tools run alpha -a work\n',
    });
    await world.run('run alpha -a work one');
    const { code, stderr } = await world.run('account add alpha home');
    expect(code).toBe(0);
    expect(stderr).toBe(
      'made alpha#home\nalpha#home is private: it shares nothing with the other accounts of alpha (to change that: tools share on alpha -a home)\nnext: tools run alpha -a home\n',
    );
    await world.run('run alpha -a home two');
    expect(readdirSync(join(world.shared, 'sessions'))).toEqual(['one.jsonl']);
    expect(readdirSync(join(await world.homeOf('alpha', 'home'), 'sessions'))).toEqual(['two.jsonl']);
  });

  test('with --share the second sees what the first made, and the first what the second makes', async () => {
    world.fake('alpha', makesSession);
    const { work, home } = await pair();
    await world.run('run alpha -a work one');
    await world.run('run alpha -a home two');
    for (const place of [work, home])
      expect(readdirSync(join(place, 'sessions')).sort()).toEqual(['one.jsonl', 'two.jsonl']);
    expect(existsSync(join(home, 'auth.json'))).toBe(false);
  });

  test('a login decides like account add, and says first that the account is there', async () => {
    world.fake('alpha', ({ env, write }) =>
      write(`${env.ALPHA_HOME}/auth.json`, JSON.stringify({ token: 't', who: env.WHO })),
    );
    await world.run('login alpha -a work', { env: { WHO: 'one' } });
    const { stderr } = await world.run('login alpha -a home --private', { env: { WHO: 'two' } });
    expect(stderr).toMatch(/^made alpha#home: two\nnext: /);
    expect(await itemsOf('home')).toEqual(expect.objectContaining({ sessions: 'private' }));
    await world.run('login alpha -a third --share', { env: { WHO: 'three' } });
    expect(await itemsOf('third')).toEqual(expect.objectContaining({ sessions: 'linked' }));
    const { code } = await world.run('login alpha -a fourth --share', { env: { WHO: 'three' } });
    expect(code).toBe(4);
  });

  test.each(['account add alpha work --share --private', 'login alpha -a work --share --private'])(
    '%s is a usage error, and makes nothing',
    async (line) => {
      const { code, stderr } = await world.run(line);
      expect(code).toBe(2);
      expect(stderr).toContain('--share');
      expect((await world.json('list alpha')).accounts).toEqual([]);
    },
  );

  test('what the tool gathered without us is offered once, where the first account begins with nothing', async () => {
    world.put('.alpha/sessions/old.jsonl', 'old');
    expect((await world.run('account add alpha work')).stderr).toContain('tools share seed alpha');
    expect((await world.run('account add alpha home --share')).stderr).not.toContain('seed');
    expect(readFileSync(join(world.home, '.alpha/sessions/old.jsonl'), 'utf8')).toBe('old');
  });

  test('B113: where no link can be made, what is not shared is named, and the exit code says so', async () => {
    const symlink = () => {
      throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    };
    await world.run('account add alpha work');
    const host = testHost({
      home: world.home,
      files: { ...nodeFileSystem, symlink },
    });
    const { code, stderr } = await world.run('account add alpha home --share', { host });
    expect(code).toBe(1);
    expect(stderr).toContain('made alpha#home');
    expect(stderr).toContain('sessions (links can’t be made here)');
    expect(stderr).toContain('tools share status alpha -a home');
    expect(await itemsOf('home')).toEqual(
      expect.objectContaining({ skills: 'copied', sessions: expect.not.stringMatching('linked') }),
    );
  });
});

describe('a run', () => {
  test('B022: a link that a save replaced is a link again, and what was saved is seen by the other', async () => {
    world.fake('alpha', ({ env, write, rename }) => {
      write(`${env.ALPHA_HOME}/prefs.json.tmp`, '{"theme":"x"}');
      rename(`${env.ALPHA_HOME}/prefs.json.tmp`, `${env.ALPHA_HOME}/prefs.json`);
      return 7;
    });
    const { work, home } = await pair();
    world.put(join('.local/share/ai-tools/installations/alpha/default/shared/prefs.json'), '{"theme":"a"}');
    expect((await world.run('run alpha -a work')).code).toBe(7);
    expect(world.read(join(world.shared, 'prefs.json'))).toBe('{"theme":"x"}');
    expect(readlinkSync(join(work, 'prefs.json'))).toBe(join(world.shared, 'prefs.json'));
    await world.run('run alpha -a home');
    expect(world.read(join(home, 'prefs.json'))).toBe('{"theme":"x"}');
  });

  test('a setting that one account changes is there in the other’s next run, and its own keys are not', async () => {
    world.fake('alpha', ({ env, read, write, note }) => {
      const path = `${env.ALPHA_HOME}/settings.json`;
      const settings = JSON.parse(read(path) ?? '{}');
      note('theme', settings.theme);
      note('token', settings.token);
      if (env.THEME) write(path, JSON.stringify({ ...settings, theme: env.THEME, token: 'sk-dummy-1' }));
    });
    await pair();
    await world.run('run alpha -a work', { env: { THEME: 'dark' } });
    await world.run('run alpha -a home');
    expect(await world.json('share status alpha -a home')).toMatchObject({
      accounts: [{ on: true, held: [], undecided: [] }],
    });
    expect(JSON.parse(world.read(join(world.shared, 'settings.json')))).toEqual({ theme: 'dark' });
    const settings = JSON.parse(world.read(join(await world.homeOf('alpha', 'home'), 'settings.json')));
    expect(settings).toEqual({ theme: 'dark', keepDays: 0 });
  });

  test('B051: an identity key that a logout took away does not come back', async () => {
    const { work, home } = await pair();
    const tool = world.fake('alpha', ({ env, read, write }) => {
      const path = `${env.ALPHA_HOME}/settings.json`;
      write(path, JSON.stringify({ ...JSON.parse(read(path) ?? '{}'), oauth: env.WHO }));
    });
    for (const label of ['work', 'home']) await world.run(`run alpha -a ${label}`, { env: { WHO: label } });
    tool.will(({ env, read, write }) => {
      const path = `${env.ALPHA_HOME}/settings.json`;
      const { oauth: _gone, ...left } = JSON.parse(read(path) ?? '{}');
      write(path, JSON.stringify(left));
    });
    await world.run('run alpha -a work');
    tool.will(() => 0);
    for (const label of ['work', 'home', 'work']) await world.run(`run alpha -a ${label}`);
    expect(JSON.parse(world.read(join(work, 'settings.json')))).not.toHaveProperty('oauth');
    expect(JSON.parse(world.read(join(home, 'settings.json')))).toMatchObject({ oauth: 'home' });
  });

  test('what a shell changed that was given the environment arrives at the next launch of another account', async () => {
    world.fake('alpha', () => 0);
    const { work, home } = await pair();
    const { set } = await world.json('env alpha -a work');
    expect(set.ALPHA_HOME).toBe(work);
    world.put(join(work, 'settings.json').slice(world.home.length), '{"theme":"shell","keepDays":0}');
    await world.run('run alpha -a home');
    expect(JSON.parse(world.read(join(home, 'settings.json')))).toMatchObject({ theme: 'shell' });
  });

  test('a shared root that is gone stops a launch, and is not made again', async () => {
    world.fake('alpha', () => 0, { unused: true });
    await pair();
    rmSync(world.shared, { recursive: true });
    const { code, stderr } = await world.run('run alpha -a work');
    expect(code).toBe(6);
    expect(stderr).toContain('ROOT_GONE');
    expect(existsSync(world.shared)).toBe(false);
  });

  test('one that goes while the tool runs costs no exit code', async () => {
    await pair();
    world.fake(
      'alpha',
      new Function('world', `world.remove(${JSON.stringify(world.shared)}); return 3;`) as FakeAct,
    );
    const { code, stderr } = await world.run('run alpha -a work');
    expect(code).toBe(3);
    expect(stderr).toContain('alpha#work');
    expect(stderr).toContain('is missing');
  });

  test('a tool whose retention can’t be stopped is not started', async () => {
    world.fake('alpha', () => 0, { unused: true });
    const { work } = await pair();
    world.put(join(work, 'settings.json').slice(world.home.length), '[');
    const { code, stderr } = await world.run('run alpha -a work');
    expect(code).toBe(7);
    expect(stderr).toContain('RETENTION_UNSAFE');
  });
});

describe('tools remove', () => {
  test('B024: what accounts shared stays byte for byte, also when the last of them goes', async () => {
    world.fake('alpha', makesSession);
    await pair();
    await world.run('run alpha -a work keep');
    const before = treeOf(join(world.shared, 'sessions'));
    for (const [label, then] of [
      ['work', 'what it shared stays for home\n'],
      ['home', 'what it shared stays; to remove that, too: tools installations remove alpha default\n'],
    ] as const) {
      const { code, stderr } = await world.run(`account remove alpha ${label} --yes`);
      expect([code, stderr]).toEqual([0, expect.stringContaining(then)]);
      expect(treeOf(join(world.shared, 'sessions'))).toEqual(before);
    }
  });

  test('what the account changed last is with the others first', async () => {
    const { work, home } = await pair();
    world.put(join(work, 'settings.json').slice(world.home.length), '{"theme":"last","keepDays":0}');
    await world.run('remove alpha work --yes');
    world.fake('alpha', () => 0);
    await world.run('run alpha -a home');
    expect(JSON.parse(world.read(join(home, 'settings.json')))).toMatchObject({ theme: 'last' });
  });
});

describe('tools share', () => {
  test('off and on again; what moves is shown before, and asked for', async () => {
    world.fake('alpha', makesSession);
    const { home } = await pair();
    const off = await world.run('share off alpha -a home');
    expect(off.code).toBe(0);
    expect(off.stderr).toBe(
      'alpha#home shares nothing from now on: what lies there stays as it is for the others\nthe way back: tools share on alpha -a home\n',
    );
    expect(existsSync(join(home, 'sessions'))).toBe(false);
    await world.run('run alpha -a home apart');
    const dry = await world.run('share on alpha -a home --dry-run');
    expect(dry).toMatchObject({
      code: 0,
      stdout:
        'shares locks, prefs.json, sessions, settings.json, skills with work\nmoves sessions (1 file, 1 kB)\nmerges settings.json\n',
    });
    const asked = await world.run('share on alpha -a home');
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    const on = await world.run('share on alpha -a home --yes');
    expect(on).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('alpha#home shares with work from now on\n'),
    });
    expect(await world.run('share on alpha -a home')).toMatchObject({
      code: 0,
      stderr: 'alpha#home shares that already\n',
    });
    expect(readdirSync(join(world.shared, 'sessions'))).toEqual(['apart.jsonl']);
    expect(lstatSync(join(home, 'sessions')).isSymbolicLink()).toBe(true);
  });

  test('remove and add, by path', async () => {
    await pair();
    const { code, stderr } = await world.run('share remove alpha -a home skills');
    expect([code, stderr]).toEqual([
      0,
      'alpha#home keeps skills to itself from now on: what lies there stays as it is for the others\nthe way back: tools share add alpha -a home skills (what both have by then is joined)\n',
    ]);
    expect(await itemsOf('home')).toEqual(expect.objectContaining({ skills: 'private', sessions: 'linked' }));
    const dry = await world.run('share add alpha -a home skills --dry-run');
    expect(dry.stdout).toBe('shares skills with work\n');
    const add = await world.run('share add alpha -a home skills');
    expect([add.code, add.stderr]).toEqual([0, 'alpha#home shares skills with work from now on\n']);
    expect(await itemsOf('home')).toEqual(expect.objectContaining({ skills: 'linked' }));
  });

  test('one entry of a directory: nothing of the others moves, and it is listed; above it nothing is added', async () => {
    await pair();
    for (const name of ['a', 'b'])
      world.put(join(world.shared, 'skills', name, 'x.md').slice(world.home.length), name);
    const { code, stderr } = await world.run('share remove alpha -a home skills/a');
    expect([code, stderr]).toEqual([0, expect.stringContaining('alpha#home keeps skills/a to itself')]);
    expect((await world.run('share status alpha -a home')).stdout).toContain(
      'alpha\thome\tskills/a\tprivate\ttaken out by share remove\n',
    );
    await world.run('share remove alpha -a home skills');
    expect(await world.run('share add alpha -a home skills/a')).toMatchObject({
      code: 2,
      stderr:
        'tools: "skills/a" lies in "skills", which alpha#home keeps to itself as a whole.\ntry:   tools share add alpha -a home skills\n',
    });
  });

  test('a path that is never shared is refused with what it is', async () => {
    await pair();
    expect(await world.run('share remove alpha -a home auth.json')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'tools: "auth.json" of alpha is never shared: it is identity, one account’s alone.\ntry:   tools info alpha\n',
    });
  });

  test('status says what guards what, who is disclosed, and what would be deleted', async () => {
    const { work } = await pair();
    world.put(join(work, 'settings.json').slice(world.home.length), '{"keepDays":30}');
    const { stdout } = await world.run('share status alpha -a work');
    expect(stdout).toContain(
      'alpha\twork\tsessions\tlinked\tguarded by locks; the tool may delete from it: settings.json /keepDays; each names who made it\n',
    );
    expect(stdout).toContain('alpha\twork\tsettings.json\tmerged\tin single keys\n');
    const before = treeOf(world.root);
    await world.run('share status');
    expect(treeOf(world.root)).toEqual(before);
  });

  test('status of a root that is gone is an error beside the rest', async () => {
    await pair();
    rmSync(world.shared, { recursive: true });
    const { code, stderr } = await world.run('share status');
    expect(code).toBe(6);
    expect(stderr).toContain('was not made anew');
  });
});

describe('tools account move', () => {
  test('to the root of another installation, and back', async () => {
    world.fake('alpha', makesSession);
    const { home } = await pair();
    await world.run('run alpha -a home one');
    const added = await world.run(
      `installations add alpha other --path ${join(world.home, 'bin/alpha')} --own-root`,
    );
    expect(added.code).toBe(0);
    expect((await world.run('account move alpha home --root other --dry-run')).code).toBe(0);
    expect((await world.run('account move alpha home --root other')).code).toBe(0);
    expect(readdirSync(join(home, 'sessions'))).toEqual([]);
    expect((await world.json('list alpha')).accounts).toContainEqual(
      expect.objectContaining({ label: 'home', installation: 'other' }),
    );
    expect((await world.run('account move alpha home --root default')).code).toBe(0);
    expect(readdirSync(join(home, 'sessions'))).toEqual(['one.jsonl']);
  });

  test('to an installation with the same root: it is used from then on, and what it shared stays', async () => {
    world.fake('alpha', makesSession);
    const { home } = await pair();
    await world.run('run alpha -a home one');
    await world.run(`installations add alpha other --path ${join(world.home, 'bin/alpha')} --share-root`);
    for (const name of ['other', 'default']) {
      const { code, stderr } = await world.run(`account move alpha home --root ${name}`);
      expect([code, stderr]).toEqual([
        0,
        expect.stringContaining(`alpha#home uses alpha@${name} from now on\n`),
      ]);
      expect((await world.json('list alpha')).accounts).toContainEqual(
        expect.objectContaining({ label: 'home', installation: name }),
      );
      expect(readdirSync(join(home, 'sessions'))).toEqual(['one.jsonl']);
    }
    await world.run('account move alpha home --root other');
    for (const command of ['share status', 'sync']) {
      const { accounts } = await world.json(`${command} alpha@other`);
      expect(accounts.map(({ label }: { label: string }) => label)).toEqual(['home']);
    }
    await world.run('account move alpha home --root default');
    expect((await world.run('installations remove alpha other --yes')).code).toBe(0);
  });

  test('nothing to do, or nowhere to go', async () => {
    await pair();
    expect((await world.run('account move alpha home --root default')).stderr).toContain('already');
    expect((await world.run('account move alpha home --root nope')).code).toBe(3);
    expect((await world.run('account move alpha home')).code).toBe(2);
  });
});

test('info says what is shared only in part', async () => {
  const { stdout } = await world.run('info alpha');
  expect(stdout).toContain(`  accounts that share have in common:
    whole: locks, prefs.json, sessions, skills
    in part: settings.json, its keys theme, projects
    sessions: each names who made it
`);
});
