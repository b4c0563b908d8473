import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ShareWorld, shareWorld } from '../share-world.ts';

interface Two extends ShareWorld {
  /** What the file of an account says, or the root's; after the change, where there is one. */
  settings(label: string, change?: (document: Settings) => unknown): Settings;
}

interface Settings {
  theme?: string;
  projects?: Record<string, unknown>;
  token?: string;
}

/** Work and personal share, and have the same settings. */
async function two(): Promise<Two> {
  const world = shareWorld();
  await world.run('account add alpha work');
  await world.run('account add alpha personal --share');
  const homes = {
    work: await world.homeOf('alpha', 'work'),
    personal: await world.homeOf('alpha', 'personal'),
  };
  const settings: Two['settings'] = (label, change) => {
    const folder = label === 'root' ? world.shared : homes[label as keyof typeof homes];
    const file = join(folder, 'settings.json');
    const document = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    change?.(document);
    if (change) writeFileSync(file, JSON.stringify(document, null, 2));
    return document;
  };
  settings('work', (document) => {
    document.theme = 'dark';
    document.projects = { '/a': { trusted: true } };
    document.token = 'sk-dummy-work';
  });
  const met = { ...world, settings };
  await met.run('sync');
  return met;
}

/** Both chose a theme; personal's has arrived. */
async function apart(): Promise<Two> {
  const world = await two();
  world.settings('personal', (document) => {
    document.theme = 'blue';
  });
  await world.run('sync alpha -a personal');
  return world;
}

describe('sync', () => {
  test('where the root is gone it says that, and not that nobody shares', async () => {
    const world = await two();
    rmSync(world.shared, { recursive: true });
    const { code, stderr } = await world.run('sync');
    expect(code).toBe(6);
    expect(stderr).toContain('is not in its place');
    expect(stderr).not.toContain('no account shares anything');
  });

  test('brings what one account changed to the other, and says so; then all is in step', async () => {
    const world = await two();
    expect(world.settings('personal')).toMatchObject({
      theme: 'dark',
      projects: { '/a': { trusted: true } },
    });
    expect(world.settings('personal').token).toBeUndefined();
    world.settings('personal', (document) => {
      document.theme = 'light';
    });
    const { code, stderr, stdout } = await world.run('sync alpha');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('brought settings.json of alpha#personal to what is shared');
    expect(stderr).toContain('brought settings.json to alpha#work');
    expect(await world.run('sync')).toMatchObject({ code: 0, stdout: '' });
    expect((await world.run('sync')).stderr).toContain('all is in step');
  });

  test('--dry-run says what would be done, and changes nothing', async () => {
    const world = await two();
    world.settings('work', (document) => {
      document.theme = 'light';
    });
    const { code, stderr } = await world.run('sync alpha --dry-run');
    expect(code).toBe(0);
    expect(stderr).toContain('would bring settings.json of alpha#work to what is shared');
    expect(world.settings('root').theme).toBe('dark');
  });

  test('what is held is listed by its pointer, never by its value; exit 1', async () => {
    const world = await two();
    world.settings('work', (document) => {
      document.projects = { ...document.projects, '/b': { key: 'sk-dummy-0123456789abcdef0123' } };
    });
    for (const line of ['sync', 'sync alpha -a work', 'sync alpha --dry-run']) {
      const { code, stdout, stderr } = await world.run(line);
      expect(code, line).toBe(1);
      expect(stdout).toContain(
        'alpha\twork\tsettings.json /projects/~1b\theld\tit looks like a credential: it stays the account’s own\n',
      );
      expect(stdout + stderr).not.toContain('sk-dummy');
    }
    const answer = await world.json('sync');
    expect(answer.accounts.find(({ label }: { label: string }) => label === 'work').held).toMatchObject([
      { path: 'settings.json', pointer: '/projects/~1b', why: 'credential' },
    ]);
    expect(JSON.stringify(answer)).not.toContain('sk-dummy');
  });

  test('many keys that are gone at once are believed with --accept', async () => {
    const world = await two();
    world.settings('work', (document) => {
      document.projects = Object.fromEntries(['/a', '/b', '/c', '/d', '/e'].map((path) => [path, {}]));
    });
    await world.run('sync');
    world.settings('work', (document) => {
      document.projects = { '/a': {} };
    });
    const held = await world.run('sync');
    expect(held.code).toBe(1);
    expect(held.stdout.match(/much is gone at once/g)).toHaveLength(4);
    expect(await world.run('sync alpha -a work --accept')).toMatchObject({ code: 0, stdout: '' });
    expect(world.settings('root').projects).toEqual({ '/a': {} });
  });

  test('a value that lost can be taken back by its account, and then the other one lost', async () => {
    const world = await two();
    for (const [label, theme] of [
      ['work', 'red'],
      ['personal', 'blue'],
    ] as const)
      world.settings(label, (document) => {
        document.theme = theme;
      });
    // Of two that were changed the one that arrives first is what is shared.
    const first = await world.run('sync alpha -a work');
    const theirs = world.settings('root').theme;
    const [loser, value] = theirs === 'red' ? ['personal', 'blue'] : ['work', 'red'];
    const open = await world.run(`sync alpha -a ${loser}`);
    expect([first.code, open.code]).toContain(1);
    expect(open.stdout).toMatch(
      new RegExp(`^alpha\t${loser}\tsettings.json /theme\tlost\tkept in .+/conflicts/`),
    );
    expect(open.stderr).toContain(
      `to let the values of alpha#${loser} hold: tools sync alpha -a ${loser} --take home; to let them go: tools sync alpha -a ${loser} --take shared\n`,
    );
    expect(world.settings(loser as string).theme).toBe(theirs);
    expect(await world.run(`sync alpha -a ${loser} --take home`)).toMatchObject({ code: 0, stdout: '' });
    expect(world.settings('root').theme).toBe(value);
    expect(world.settings(loser as string)).toMatchObject({ theme: value });
    expect(world.settings('work').token).toBe('sk-dummy-work');
  });

  test('or be let go', async () => {
    const world = await apart();
    world.settings('work', (document) => {
      document.theme = 'red';
    });
    world.settings('personal', (document) => {
      document.theme = 'green';
    });
    await world.run('sync');
    const { accounts } = await world.json('sync');
    const open = accounts.find(({ lost }: { lost: unknown[] }) => lost.length > 0);
    expect(open.lost).toMatchObject([{ path: 'settings.json', pointers: ['/theme'] }]);
    expect(await world.run(`sync alpha -a ${open.label} --take shared`)).toMatchObject({ code: 0 });
    expect(await world.run('sync')).toMatchObject({ code: 0, stdout: '' });
  });

  test('a damaged file is listed with its place, and left alone', async () => {
    const world = await two();
    const file = join(await world.homeOf('alpha', 'work'), 'settings.json');
    writeFileSync(file, '{"theme": ');
    const { code, stdout } = await world.run('sync');
    expect(code).toBe(1);
    expect(stdout).toContain(`alpha\twork\tsettings.json\tdamaged\t${file} at 10: `);
    expect(readFileSync(file, 'utf8')).toBe('{"theme": ');
  });

  test.each([
    ['sync --accept', 2, 'ARGUMENT_MISSING'],
    ['sync alpha --take home', 2, 'ARGUMENT_MISSING'],
    ['sync alpha -a work --take theirs', 2, 'USAGE'],
    ['sync alpha -a nobody', 3, 'ACCOUNT_NOT_FOUND'],
    ['sync alpha -a private', 2, 'SHARING_IS_OFF'],
    ['sync alpha -a system', 2, 'SYSTEM_ACCOUNT_REFUSED'],
  ])('%s is refused: exit %i, %s', async (line, code, error) => {
    const world = await two();
    await world.run('account add alpha private --private');
    const { code: ended, stderr } = await world.run(`${line} --json`);
    expect({ ended, error: JSON.parse(stderr).error.code }).toEqual({ ended: code, error });
  });

  test('a root that is gone is said, and nothing is made in its place', async () => {
    const world = await two();
    rmSync(world.shared, { recursive: true });
    const { code, stderr } = await world.run('sync');
    expect(code).toBe(6);
    expect(stderr).toContain('is not in its place');
    expect(existsSync(world.shared)).toBe(false);
  });
});
