import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AccountsContext,
  addAccount,
  findStoredAccount,
  noExtensions,
  planSeed,
  seedRoot,
} from '../../src/accounts/index.ts';
import { ensureRoot, pathNote } from '../../src/accounts/sharing/shared-root.ts';
import { joinRoot } from '../../src/accounts/sync/join-root.ts';
import { publishSeed } from '../../src/accounts/sync/publish-seed.ts';
import { appPaths, type FileSystem, type Host, nodeFileSystem } from '../../src/platform/index.ts';
import { type AITool, AIToolRegistry, type ToolDescriptor } from '../../src/registry/index.ts';
import { withLock } from '../../src/state/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { Died, deathsOf, faultyFiles } from '../support/faulty-files.ts';
import { runCli } from '../support/run-cli.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';
import { processTable } from './store-lab.ts';

/** A tool with some of each kind: sessions, what people write, a part of a file, locks, a database, secrets. */
const seeder: ToolDescriptor = {
  id: 'seeder',
  displayName: 'Seeder',
  configDirEnvVar: 'SEEDER_HOME',
  relocation: {
    shape: 'variable',
    own: { SEEDER_HOME: '{home}' },
    isolation: 'complete',
    system: { files: { 'state.json': '{userHome}/.seeder.json' } },
  },
  environment: { outranks: ['SEEDER_TOKEN'] },
  live: [{ directory: 'running', files: '*.json', pointer: '/pid' }],
  birthmarks: [{ file: 'state.json', pointer: '/userID' }],
  directories: [
    { path: 'auth.json', class: 'identity', kind: 'file', format: 'json', secret: true },
    { path: 'sessions', class: 'shared', kind: 'directory', guardedBy: ['locks'] },
    { path: 'locks', class: 'shared', kind: 'directory' },
    { path: 'skills', class: 'shared', kind: 'directory' },
    { path: 'plugins', class: 'shared', kind: 'directory' },
    { path: 'plugins/cache', class: 'disposable', kind: 'directory' },
    { path: 'plugins/known.json', class: 'shared', kind: 'file', format: 'json', holdsAbsolutePaths: true },
    { path: 'log.jsonl', class: 'shared', kind: 'file', format: 'text', linkSafe: true },
    { path: 'notes.md', class: 'shared', kind: 'file', format: 'text' },
    { path: 'theme-*.json', class: 'shared', kind: 'file', format: 'json' },
    { path: 'running', class: 'disposable', kind: 'directory' },
    {
      path: 'state.json',
      class: 'mixed',
      kind: 'file',
      format: 'json',
      rules: [
        { pointer: '/theme', class: 'shared', merge: 'value' },
        { pointer: '/projects', class: 'shared', merge: 'map' },
        { pointer: '/projects/*/env', class: 'identity' },
      ],
    },
  ],
};

const registry = new AIToolRegistry();
registry.register(seeder);
for (const tool of builtInTools) registry.register(tool);
const tool = registry.tool('seeder') as AITool;

let home: string;
let ctx: AccountsContext;
const shared = (id = 'seeder') => ctx.paths.sharedFolder(id, 'default');
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
};
const textIn = (path: string, id = 'seeder') => readFileSync(join(shared(id), path), 'utf8');
/** What a root holds but for our notes about it, and what a dead one was writing. */
const held = (id = 'seeder') =>
  Object.keys(treeOf(shared(id))).filter(
    (path) => !/^\.root|\.tmp$/.test(path) && !lstatSync(join(shared(id), path)).isDirectory(),
  );

function process(input: Partial<Host> = {}): AccountsContext {
  const env = { AI_TOOLS_HOME: join(home, 'ours') };
  const host = testHost({ home, processes: processTable(1001, new Set()), ...input, env });
  return { host, paths: appPaths(host), registry, extensions: noExtensions, tell: () => undefined };
}

beforeEach(() => {
  home = tempHome();
  ctx = process();
});

const state = {
  userID: 'U1',
  account: { email: 'a@example.org' },
  theme: 'dark',
  projects: {
    '/p': { trusted: true, env: { TOKEN: 'sk-dummy-0000000000' } },
    '/q': { note: 'sk-dummy-aaaaaaaaaaaaaaaaaaaa1' },
  },
  futureKey: 7,
};

function fill(): void {
  put('.seeder/auth.json', '{"token":"sk-dummy-1"}');
  put('.seeder/sessions/2026/one.jsonl', 'session one');
  put('.seeder/sessions/2026/a:b.jsonl', 'an odd name');
  put('.seeder/locks/one.lock', 'held');
  put('.seeder/skills/x/SKILL.md', '# x');
  put('.seeder/plugins/mine/p.md', 'plugin');
  put('.seeder/plugins/cache/c', 'cache');
  put('.seeder/plugins/known.json', `{"at":"${home}/.seeder/plugins"}`);
  put('.seeder/log.jsonl', '{"n":1}\n');
  put('.seeder/notes.md', '# notes');
  put('.seeder/theme-a.json', '{"a":1}');
  put('.seeder/unknown/u', 'unknown');
  put('.seeder.json', JSON.stringify(state));
  utimesSync(join(home, '.seeder/sessions/2026/one.jsonl'), 1000, 2000);
}

const seeded = [
  'log.jsonl',
  'notes.md',
  'plugins/mine/p.md',
  'sessions/2026/a:b.jsonl',
  'sessions/2026/one.jsonl',
  'skills/x/SKILL.md',
  'state.json',
  'theme-a.json',
];

describe('B039 what is shared of the tool’s own directory, and nothing that says who somebody is', () => {
  test('keys: an account on a seeded root has the theme and the projects, and no identity', async () => {
    put(
      '.claude.json',
      '{"oauthAccount":{"emailAddress":"a@x"},"userID":"U1","theme":"dark","projects":{"/p":{},"/q":{"hasTrustDialogAccepted":true}},"futureKey":7}',
    );
    const projects = { '/p': {}, '/q': { hasTrustDialogAccepted: true } };
    const { code } = await runCli(['share', 'seed', 'claude', '--yes'], { host: ctx.host, registry });
    expect([code, JSON.parse(textIn('.claude.json', 'claude'))]).toEqual([0, { theme: 'dark', projects }]);
    await runCli(['account', 'add', 'claude', 'new'], { host: ctx.host, registry });
    const account = findStoredAccount(ctx, 'claude', 'new', 'run');
    await joinRoot(ctx, registry.tool('claude') as AITool, account);
    const own = JSON.parse(readFileSync(join(account.home, '.claude.json'), 'utf8'));
    expect(own).toEqual({ theme: 'dark', projects });
  });

  test('a file beside plugins that no fact names and that is about the tool’s own directory is left out', async () => {
    put('.seeder/plugins/other.json', `{"at":"${home}/.seeder/plugins/mine"}`);
    put('.seeder/plugins/plain.json', '{"at":"/elsewhere"}');
    expect(await seedRoot(ctx, tool, 'default')).toMatchObject({
      leftOut: [{ path: 'plugins/other.json', why: 'homePath' }],
    });
    expect(held()).toEqual(['plugins/plain.json']);
  });

  test('paths: sessions with their times, what people write, parts of files; no lock, no cache, no path of a home', async () => {
    fill();
    const before = treeOf(join(home, '.seeder'));
    const plan = await planSeed(ctx, tool, 'default');
    expect(existsSync(join(home, 'ours'))).toBe(false);
    const result = await seedRoot(ctx, tool, 'default');
    expect(result).toEqual({ ...plan, cutOff: undefined, completed: false });
    expect(held()).toEqual(seeded);
    expect(JSON.parse(textIn('state.json'))).toEqual({
      theme: 'dark',
      projects: { '/p': { trusted: true } },
    });
    expect(statSync(join(shared(), 'sessions/2026/one.jsonl')).mtimeMs).toBe(2_000_000);
    expect(plan).toMatchObject({
      files: 8,
      parts: [
        { path: 'notes.md', pointers: [''], stays: [] },
        { path: 'state.json', pointers: ['/theme', '/projects/~1p'], stays: [] },
        { path: 'theme-a.json', pointers: [''], stays: [] },
      ],
      leftOut: [{ path: 'state.json', pointer: '/projects/~1q', why: 'credential' }],
      running: [],
    });
    expect(plan.paths).toContainEqual({ path: 'sessions', files: 2, bytes: 22 });
    expect(treeOf(join(home, '.seeder'))).toEqual(before);
    expect(readFileSync(join(home, '.seeder.json'), 'utf8')).toBe(JSON.stringify(state));
    expect(statSync(join(home, '.seeder/sessions/2026/one.jsonl')).mtimeMs).toBe(2_000_000);
  });

  test('values: none with a path of the tool’s own directory, none that carries a login', async () => {
    const projects = { '/p': { at: join(home, '.seeder', 'x') }, '/q': { run: '$SEEDER_TOKEN' }, '/r': 1 };
    put('.seeder.json', JSON.stringify({ projects }));
    put('.seeder/notes.md', 'my key is sk-dummy-aaaaaaaaaaaaaaaaaaaa1');
    const { leftOut } = await planSeed(ctx, tool, 'default');
    expect(leftOut).toEqual([
      { path: 'notes.md', pointer: '', why: 'credential' },
      { path: 'state.json', pointer: '/projects/~1p', why: 'homePath' },
      { path: 'state.json', pointer: '/projects/~1q', why: 'scrubbedName' },
    ]);
    await seedRoot(ctx, tool, 'default');
    expect(held()).toEqual(['state.json']);
    expect(JSON.parse(textIn('state.json'))).toEqual({ projects: { '/r': 1 } });
  });
});

test('a database is never copied, nor what belongs to it; a pipe, what can not be read and damaged files are named', async () => {
  put('.seeder/skills/a.db', 'SQLite format 3\0 and so on');
  put('.seeder/skills/a.db-wal', 'log');
  put('.seeder/skills/b-wal', 'no database beside it');
  put('.seeder/skills/closed', 'x');
  chmodSync(join(home, '.seeder/skills/closed'), 0o000);
  execFileSync('mkfifo', [join(home, '.seeder/skills/pipe')]);
  put('.seeder.json', '{"theme":');
  const isRoot = globalThis.process.getuid?.() === 0;
  const { leftOut } = await planSeed(ctx, tool, 'default');
  expect(leftOut.map(({ path, why }) => [path, why])).toEqual([
    ['skills/a.db', 'database'],
    ['skills/a.db-wal', 'database'],
    ...(isRoot ? [] : [['skills/closed', 'unreadable']]),
    ['skills/pipe', 'special'],
    ['state.json', expect.stringMatching(/ends too early|byte/)],
  ]);
  await seedRoot(ctx, tool, 'default');
  expect(held()).toEqual(['skills/b-wal', ...(isRoot ? ['skills/closed'] : [])]);
});

describe('links', () => {
  const copied = async (text: string) => {
    mkdirSync(join(home, '.seeder/skills'), { recursive: true });
    symlinkSync(text, join(home, '.seeder/skills/link'));
    const result = await seedRoot(ctx, tool, 'default');
    const place = join(shared(), 'skills/link');
    return {
      text: lstatSync(place, { throwIfNoEntry: false }) && readlinkSync(place),
      leftOut: 'leftOut' in result && result.leftOut,
    };
  };

  test.each([
    ['to a neighbour', () => 'x', () => 'x'],
    ['to a neighbour, absolute', () => join(home, '.seeder/skills/x'), () => join(shared(), 'skills/x')],
    ['to an outside place', () => join(home, 'dot'), () => join(home, 'dot')],
    ['to an outside place, relative', () => '../../dot', () => join(home, 'dot')],
  ])('%s leads there from the copy as well', async (_case, text, expected) => {
    put('.seeder/skills/x', 'X');
    put('dot/d', 'D');
    expect(await copied(text())).toEqual({ text: expected(), leftOut: [] });
  });

  test.each([
    ['to the tool’s own directory', () => join(home, '.seeder/auth.json')],
    ['to it by way of another link', () => join(home, 'way')],
    ['into our folder', () => join(home, 'ours/accounts')],
  ])('%s is left out: accounts would come there through its copy', async (_case, text) => {
    put('.seeder/auth.json', '{}');
    symlinkSync(join(home, '.seeder'), join(home, 'way'));
    expect(await copied(text())).toEqual({
      text: undefined,
      leftOut: [{ path: 'skills/link', why: 'link' }],
    });
  });

  test('a whole directory that is a link to dotfiles is copied by what is in it', async () => {
    put('dot/skills/x/SKILL.md', '# x');
    mkdirSync(join(home, '.seeder'));
    symlinkSync(join(home, 'dot/skills'), join(home, '.seeder/skills'));
    await seedRoot(ctx, tool, 'default');
    expect(held()).toEqual(['skills/x/SKILL.md']);
    expect(lstatSync(join(shared(), 'skills')).isSymbolicLink()).toBe(false);
  });
});

describe('only into a root without sessions and logs', () => {
  test('our notes, empty folders and files that nobody wrote to are nothing', async () => {
    fill();
    await ensureRoot(ctx, 'seeder', 'default');
    mkdirSync(join(shared(), 'sessions/2026'), { recursive: true });
    writeFileSync(join(shared(), 'log.jsonl'), '');
    await seedRoot(ctx, tool, 'default');
    expect([held(), textIn('log.jsonl')]).toEqual([seeded, '{"n":1}\n']);
  });

  test.each([
    ['a log', () => writeFileSync(join(shared(), 'log.jsonl'), '{}\n'), 'log.jsonl'],
    [
      'a session far below',
      () => put('ours/installations/seeder/default/shared/sessions/b/c', 'x'),
      'sessions/b/c',
    ],
    ['a link', () => symlinkSync('/x', join(shared(), 'sessions')), 'sessions'],
  ])('%s is something: nothing is copied', async (_case, make, holds) => {
    fill();
    await ensureRoot(ctx, 'seeder', 'default');
    make();
    const before = treeOf(join(home, 'ours'));
    const refusal = expect.objectContaining({
      code: 'ROOT_NOT_EMPTY',
      data: expect.objectContaining({ holds }),
    });
    await expect(planSeed(ctx, tool, 'default')).rejects.toThrow(refusal);
    await expect(seedRoot(ctx, tool, 'default')).rejects.toThrow(refusal);
    expect(treeOf(join(home, 'ours'))).toEqual(before);
  });

  test('what else accounts have is in nobody’s way: what is missing is added, what is there stays', async () => {
    fill();
    put('.seeder/skills/y/SKILL.md', '# y');
    symlinkSync('SKILL.md', join(home, '.seeder/skills/y/same'));
    put('.seeder/skills/z/SKILL.md', '# z');
    await ensureRoot(ctx, 'seeder', 'default');
    const root = 'ours/installations/seeder/default/shared';
    put(`${root}/plugins/store/cc-plugin-1.json`, '{}');
    put(`${root}/skills/x/SKILL.md`, '# theirs');
    put(`${root}/skills/y/SKILL.md`, '# y');
    symlinkSync('SKILL.md', join(shared(), 'skills/y/same'));
    put(`${root}/skills/z`, 'a file');
    const { leftOut } = await planSeed(ctx, tool, 'default');
    expect(leftOut.filter(({ why }) => why === 'taken')).toEqual([
      { path: 'skills/x/SKILL.md', why: 'taken' },
      { path: 'skills/z/SKILL.md', why: 'taken' },
    ]);
    await seedRoot(ctx, tool, 'default');
    const theirs = ['plugins/store/cc-plugin-1.json', 'skills/y/SKILL.md', 'skills/y/same', 'skills/z'];
    expect(held()).toEqual([...seeded, ...theirs].sort());
    expect([textIn('skills/x/SKILL.md'), textIn('skills/z')]).toEqual(['# theirs', 'a file']);
    expect(existsSync(join(home, 'ours/conflicts'))).toBe(false);
  });

  test('Claude’s own file of its first start does not keep the history out', async () => {
    put('.claude/projects/-p/one.jsonl', '{}\n');
    put('.claude/plugins/mine/p.md', 'plugin');
    const { home: account } = await addAccount(ctx, 'claude', 'work');
    mkdirSync(join(account, 'plugins/store'), { recursive: true });
    writeFileSync(join(account, 'plugins/store/cc-plugin-1.json'), '{}');
    const claude = registry.tool('claude') as AITool;
    await joinRoot(ctx, claude, findStoredAccount(ctx, 'claude', 'work', 'run'));
    expect(textIn('plugins/store/cc-plugin-1.json', 'claude')).toBe('{}');
    await seedRoot(ctx, claude, 'default');
    expect(held('claude')).toEqual(
      expect.arrayContaining([
        'plugins/mine/p.md',
        'plugins/store/cc-plugin-1.json',
        'projects/-p/one.jsonl',
      ]),
    );
  });

  test('files that are merged are in nobody’s way: what only the tool’s own have joins them, what accounts have stays', async () => {
    fill();
    await addAccount(ctx, 'seeder', 'work');
    const { home: of } = findStoredAccount(ctx, 'seeder', 'work', 'run');
    const own = { userID: 'U2', theme: 'light', projects: { '/r': { trusted: false } } };
    writeFileSync(join(of, 'state.json'), JSON.stringify(own));
    writeFileSync(join(of, 'notes.md'), '# of accounts');
    writeFileSync(join(of, 'theme-a.json'), '{"a":1}');
    const launch = async (label: string) =>
      joinRoot(ctx, tool, findStoredAccount(ctx, 'seeder', label, 'run'));
    await launch('work');

    const plan = await planSeed(ctx, tool, 'default');
    expect(plan.parts).toEqual([
      { path: 'notes.md', pointers: [], stays: [''] },
      { path: 'state.json', pointers: ['/projects/~1p'], stays: ['/theme'] },
    ]);
    expect([plan.files, plan.inUse]).toEqual([6, []]);
    const shown = await runCli(['share', 'seed', 'seeder', '--dry-run'], { host: ctx.host, registry });
    expect(shown.stdout).toContain('  state.json: of it /projects/~1p\n');
    expect(shown.stdout).toContain('  not state.json/theme: accounts have another one, which stays\n');

    expect(await seedRoot(ctx, tool, 'default')).toEqual({ ...plan, cutOff: undefined, completed: false });
    expect([held(), textIn('notes.md')]).toEqual([seeded, '# of accounts']);
    const projects = { '/r': { trusted: false }, '/p': { trusted: true } };
    expect(JSON.parse(textIn('state.json'))).toEqual({ theme: 'light', projects });
    await launch('work');
    expect(JSON.parse(readFileSync(join(of, 'state.json'), 'utf8'))).toEqual({ ...own, projects });
    await addAccount(ctx, 'seeder', 'second', { sharing: { wanted: 'share' } });
    await launch('second');
    const second = findStoredAccount(ctx, 'seeder', 'second', 'run').home;
    expect(readFileSync(join(second, 'sessions/2026/one.jsonl'), 'utf8')).toBe('session one');
    expect(JSON.parse(readFileSync(join(second, 'state.json'), 'utf8'))).toEqual({
      theme: 'light',
      projects,
    });
  });

  test('what accounts deleted does not come back with a seed', async () => {
    fill();
    await addAccount(ctx, 'seeder', 'work');
    const account = findStoredAccount(ctx, 'seeder', 'work', 'run');
    const write = (projects: object) =>
      writeFileSync(join(account.home, 'state.json'), JSON.stringify({ userID: 'U2', projects }));
    write({ '/p': { trusted: true }, '/r': 1 });
    await joinRoot(ctx, tool, account);
    write({ '/r': 1 });
    await joinRoot(ctx, tool, account);
    await seedRoot(ctx, tool, 'default');
    expect(JSON.parse(textIn('state.json'))).toEqual({ theme: 'dark', projects: { '/r': 1 } });
  });

  test('a damaged file of the root keeps its part out, and nothing else', async () => {
    fill();
    await ensureRoot(ctx, 'seeder', 'default');
    writeFileSync(join(shared(), 'state.json'), '{"theme":');
    const { leftOut } = await planSeed(ctx, tool, 'default');
    expect(leftOut).toEqual([
      { path: 'state.json', why: expect.stringMatching(/^in what accounts share: .*byte 9/) },
    ]);
    await seedRoot(ctx, tool, 'default');
    expect([held(), textIn('state.json')]).toEqual([seeded, '{"theme":']);
  });

  test('an account that runs is named; an empty log that it may have open is not taken from under it', async () => {
    fill();
    await addAccount(ctx, 'seeder', 'work');
    const account = findStoredAccount(ctx, 'seeder', 'work', 'run');
    await joinRoot(ctx, tool, account);
    mkdirSync(join(account.home, 'running'));
    writeFileSync(join(account.home, 'running/1.json'), JSON.stringify({ pid: 77 }));
    const { ino } = statSync(join(shared(), 'log.jsonl'));
    const { code, stderr } = await runCli(['share', 'seed', 'seeder', '--yes'], { host: ctx.host, registry });
    expect([code, stderr]).toEqual([0, expect.stringContaining('copied 7 files')]);
    expect(stderr).toContain('running with what accounts share: work; ');
    expect(stderr).toContain('  not log.jsonl: an account that runs may be writing it');
    expect(statSync(join(shared(), 'log.jsonl'))).toMatchObject({ ino, size: 0 });
    expect(readFileSync(join(account.home, 'sessions/2026/one.jsonl'), 'utf8')).toBe('session one');
  });

  test('somebody who is at a file for too long: nothing is said to be done, and the next launch does it', async () => {
    await addAccount(ctx, 'seeder', 'work');
    const account = findStoredAccount(ctx, 'seeder', 'work', 'run');
    const root = await ensureRoot(ctx, 'seeder', 'default');
    const whole = 'ours/installations/seeder/default/shared/.root/seed';
    put(`${whole}/state.json`, '{"theme":"dark"}');
    put(`${whole}/skills/x/SKILL.md`, '# x');
    const other = process({ processes: processTable(1002, new Set()) });
    const lock = pathNote(ctx.host, root, 'state.json');
    mkdirSync(dirname(lock), { recursive: true });
    await withLock(other.host, lock, 'a merge', async () => {
      const asked = publishSeed(ctx, tool, root, 10);
      await expect(asked).rejects.toThrow(expect.objectContaining({ code: 'SEED_INCOMPLETE' }));
      expect(existsSync(join(shared(), 'state.json'))).toBe(false);
    });
    await joinRoot(ctx, tool, account);
    expect(JSON.parse(readFileSync(join(account.home, 'state.json'), 'utf8'))).toEqual({ theme: 'dark' });
    expect(held()).toContain('skills/x/SKILL.md');
  });

  test('twice is once', async () => {
    fill();
    await seedRoot(ctx, tool, 'default');
    await expect(seedRoot(ctx, tool, 'default')).rejects.toThrow(
      expect.objectContaining({ code: 'ROOT_NOT_EMPTY', hint: 'tools adopt seeder --dry-run' }),
    );
  });

  test('a root that is gone is not made anew', async () => {
    fill();
    await ensureRoot(ctx, 'seeder', 'default');
    rmSync(shared(), { recursive: true });
    await expect(seedRoot(ctx, tool, 'default')).rejects.toThrow(
      expect.objectContaining({ code: 'ROOT_GONE' }),
    );
    expect(existsSync(shared())).toBe(false);
  });
});

test('who runs in the tool’s own directory is named; a file that goes on growing is left out, all else is copied', async () => {
  fill();
  put('.seeder/running/1.json', JSON.stringify({ pid: 77 }));
  const growing = join(home, '.seeder/sessions/2026/one.jsonl');
  const files: FileSystem = {
    ...nodeFileSystem,
    copyNew: (from, to, mode) => {
      nodeFileSystem.copyNew(from, to, mode);
      if (from === growing) appendFileSync(growing, '+');
    },
  };
  const result = await seedRoot(process({ files }), tool, 'default');
  expect(result).toMatchObject({ running: [77] });
  expect('leftOut' in result && result.leftOut).toContainEqual({
    path: 'sessions/2026/one.jsonl',
    why: 'changing',
  });
  expect(held()).toEqual(seeded.filter((path) => !path.endsWith('one.jsonl')));
});

test('a file that goes away while others are copied is left out, and one that moves does not stop the rest', async () => {
  fill();
  put('.seeder/sessions/2026/two.jsonl', 'session two');
  const files: FileSystem = {
    ...nodeFileSystem,
    copyNew: (from, to, mode) => {
      nodeFileSystem.copyNew(from, to, mode);
      rmSync(join(home, '.seeder/sessions/2026/two.jsonl'), { force: true });
    },
  };
  const result = await seedRoot(process({ files }), tool, 'default');
  expect('leftOut' in result && result.leftOut).toContainEqual({
    path: 'sessions/2026/two.jsonl',
    why: 'changing',
  });
  expect(held()).toEqual(seeded);
});

test('death at any step: the root holds nothing of it or the next seed makes it whole', async () => {
  put('.seeder/sessions/2026/one.jsonl', 'session one');
  put('.seeder/log.jsonl', 'a line');
  put('.seeder.json', '{"theme":"dark"}');
  const before = treeOf(join(home, '.seeder'));
  const counting = faultyFiles(nodeFileSystem);
  await seedRoot(process({ files: counting.files }), tool, 'default');
  const whole = ['log.jsonl', 'sessions/2026/one.jsonl', 'state.json'];
  expect(held()).toEqual(whole);
  let cutOff = 0;
  for (const { at, when, step } of deathsOf(counting.steps)) {
    rmSync(join(home, 'ours'), { recursive: true, force: true });
    const what = `${when} step ${at}: ${step}`;
    const faulty = faultyFiles(nodeFileSystem);
    faulty.dieAt(at, when);
    const dead = process({ files: faulty.files, processes: processTable(999, new Set([999])) });
    await expect(seedRoot(dead, tool, 'default'), what).rejects.toThrow(Died);
    const found = existsSync(shared()) ? held() : [];
    const isCutOff = existsSync(join(shared(), '.root/seed'));
    if (isCutOff) cutOff += 1;
    else expect([[], whole], what).toContainEqual(found);
    const alive = process({ processes: processTable(1001, new Set([999])) });
    if (isCutOff || found.length === 0) await seedRoot(alive, tool, 'default');
    expect(held(), what).toEqual(whole);
    expect(
      whole.map((path) => textIn(path)),
      what,
    ).toEqual(['a line', 'session one', expect.stringContaining('dark')]);
    expect(existsSync(join(shared(), '.root/seed')), what).toBe(false);
  }
  expect(cutOff).toBeGreaterThan(10);
  expect(treeOf(join(home, '.seeder'))).toEqual(before);
}, 240_000);

test('death while a seed is put into its place: the first launch that shares completes it, unless somebody is at it', async () => {
  const whole = ['sessions/2026/one.jsonl', 'skills/x/SKILL.md', 'state.json'];
  put('.seeder/sessions/2026/one.jsonl', 'session one');
  put('.seeder/skills/x/SKILL.md', '# x');
  put('.seeder.json', '{"theme":"dark"}');
  const counting = faultyFiles(nodeFileSystem);
  await seedRoot(process({ files: counting.files }), tool, 'default');
  rmSync(join(home, 'ours'), { recursive: true });
  const faulty = faultyFiles(nodeFileSystem);
  faulty.dieAt(
    counting.steps.findIndex((step) => step.endsWith(' ' + join(shared(), 'sessions'))) + 1,
    'after',
  );
  const dead = process({ files: faulty.files, processes: processTable(999, new Set([999])) });
  await expect(seedRoot(dead, tool, 'default')).rejects.toThrow(Died);
  expect(held()).not.toEqual(whole);
  await addAccount(ctx, 'seeder', 'work');
  const account = findStoredAccount(ctx, 'seeder', 'work', 'run');

  const other = process({ processes: processTable(1002, new Set([999])) });
  const seed = join(shared(), '.root/seed');
  await withLock(other.host, seed, 'the seed', async () => {
    await joinRoot(ctx, tool, account);
    expect(existsSync(seed)).toBe(true);
  });
  await joinRoot(process({ processes: processTable(1001, new Set([999])) }), tool, account);
  expect([existsSync(seed), held()]).toEqual([false, expect.arrayContaining(whole)]);
  expect(readFileSync(join(account.home, 'skills/x/SKILL.md'), 'utf8')).toBe('# x');
});

describe('tools share seed', () => {
  const run = (line: string, input = {}) => runCli(line.split(' '), { host: ctx.host, registry, ...input });

  test('shows what it would copy, and changes nothing', async () => {
    fill();
    const { code, stdout, stderr } = await run('share seed seeder --dry-run');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`from ${home}/.seeder: 8 files, 1 kB
  log.jsonl: 1 file, 1 kB
  plugins: 1 file, 1 kB
  sessions: 2 files, 1 kB
  skills: 1 file, 1 kB
  notes.md: 1 file, 1 kB
  state.json: of it /theme, /projects/~1p
  theme-a.json: 1 file, 1 kB
  not state.json/projects/~1q: it looks like a key
`);
    expect(existsSync(join(home, 'ours'))).toBe(false);
  });

  test('asks before it copies; without a terminal the option that is missing is named', async () => {
    fill();
    const { code, stderr } = await run('share seed seeder');
    expect([code, stderr]).toEqual([2, expect.stringContaining('--yes')]);
    expect(existsSync(shared())).toBe(false);
  });

  test('says what it copied', async () => {
    fill();
    const done = await run('share seed seeder --yes');
    expect([done.code, done.stdout, done.stderr.split('\n').at(-2)]).toEqual([0, '', 'copied 8 files, 1 kB']);
    const again = await run('share seed seeder --yes');
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining('try:   tools adopt seeder --dry-run'),
    ]);
  });

  test('where there is nothing it does nothing', async () => {
    const { code, stdout } = await run('share seed seeder');
    expect([code, stdout]).toEqual([0, `from ${home}/.seeder: nothing to copy\n`]);
    expect(existsSync(join(home, 'ours'))).toBe(false);
  });

  test('its JSON holds pointers, and no value', async () => {
    fill();
    const { stdout } = await run('share seed seeder --yes --json');
    expect(JSON.parse(stdout)).toMatchObject({ completed: false, files: 8, root: 'default' });
    expect(stdout).not.toContain('sk-dummy');
  });
});
