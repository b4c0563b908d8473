import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { codexLogin } from '../accounts/login-world.ts';
import { type CliWorld, cliWorld } from './cli-world.ts';

/** What only the eye makes something of: marks, boxes, bars, and sequences for a terminal. */
const drawn = /[\u2190-\u21ff\u2500-\u25ff\u2600-\u27bf\u2800-\u28ff\x1b]|(?:^|\n)[*?!] /u;

let world: CliWorld;

beforeAll(async () => {
  world = cliWorld();
  for (const label of ['work', 'personal']) await world.run(`account add codex ${label}`);
  const home = await world.homeOf('codex', 'work');
  chmodSync(world.put(join(home, 'auth.json').slice(world.home.length + 1), codexLogin('user-1')), 0o600);
  await world.run('use codex work');
});

const lines = [
  'list',
  'status',
  'status codex',
  'doctor',
  'audit',
  'default',
  'tools',
  'share status',
  'which codex',
];
const tty = { columns: 30 };

describe('plain: on a terminal nothing is drawn, and every line is an item of its own', () => {
  test.each(lines)('tools %s --plain', async (line) => {
    const { stdout, stderr } = await world.run(`${line} --plain`, { tty, env: { FORCE_COLOR: '1' } });
    expect(stdout + stderr).not.toBe('');
    expect(stdout + stderr).not.toMatch(drawn);
    expect(stdout).not.toMatch(/ {5}|…/);
  });

  test.each(['help', 'help list', 'list --help', '--help'])('tools %s --plain: no colours', async (line) => {
    const { stdout } = await world.run(`${line} --plain`, { tty, env: { FORCE_COLOR: '1' } });
    expect(stdout).toContain('Usage');
    expect(stdout).not.toContain('\x1b');
  });

  test.each([
    ['the option before the command', '--plain status', {}],
    ['a terminal that can do no more', 'status', { TERM: 'dumb' }],
    ['what screen readers ask for', 'status', { ACCESSIBLE: '1' }],
  ])('%s', async (_way, line, env) => {
    const { stdout } = await world.run(line, { tty, env });
    expect(stdout).toContain('Tool: codex; Account: work; Login: logged in;');
    expect(stdout).toContain('Active: the default');
  });

  test('the setting', async () => {
    expect(await world.run('settings set plain true')).toMatchObject({ code: 0 });
    const { stdout } = await world.run('list', { tty });
    await world.run('settings unset plain');
    expect(stdout).toContain('Tool: codex; Account: work;');
    expect((await world.run('list', { tty })).stdout).toContain('   TOOL');
  });

  test('settings that are damaged stop nobody from being told so', async () => {
    const path = `${world.root.slice(world.home.length + 1)}/settings.json`;
    world.put(path, '{"plain": tr');
    const { code, stdout } = await world.run('list', { tty });
    world.put(path, '{"schemaVersion": 1}');
    expect(code).toBe(0);
    expect(stdout).toContain('TOOL');
  });

  test('in a pipe all is as ever', async () => {
    for (const line of lines)
      expect((await world.run(`${line} --plain`)).stdout).toBe((await world.run(line)).stdout);
  });
});

describe('plain questions', () => {
  const ask = (line: string, stdin: string) => world.run(`${line} --plain`, { tty: { columns: 80 }, stdin });

  test('one of a few is answered by its number or its name', async () => {
    const { stderr, code } = await ask('use codex', '2\n');
    expect(stderr).toContain('Which Codex CLI account?\n1  personal\n2  work\n3  system\nnumber: ');
    expect(stderr).toContain('work is now the global default of codex');
    expect(code).toBe(0);
    expect((await ask('use codex', 'personal\n')).stderr).toContain('personal is now');
    expect((await ask('use codex', '9\nno\n2\n')).stderr).toContain('work is now');
  });

  test('yes or no: Enter is no, and no answer at all is none', async () => {
    for (const answer of ['\n', 'no\n', 'n\n', '']) {
      const { code, stderr } = await ask('remove codex personal', answer);
      expect(code).toBe(130);
      expect(stderr).toContain('yes or no [no]: ');
      expect(stderr).not.toMatch(drawn);
    }
    expect((await world.json('list codex')).accounts).toHaveLength(2);
  });

  test('a label is a line', async () => {
    const { code, stderr } = await ask('account add codex', 'third\nn\n');
    expect(stderr).toContain('Label of the Codex CLI account: ');
    expect(code).toBe(0);
    const removed = await ask('remove codex third', 'maybe\nyes\n');
    expect(removed.code, removed.stderr).toBe(0);
  });
});

describe('the accounts in a list, with a question', () => {
  const pick = (stdin: string) => world.run('--plain', { tty: { columns: 80 }, stdin });

  test('each with who, its login, where it is active', async () => {
    const { stdout, stderr, code } = await pick('\n');
    expect(stdout).toMatch(
      /^1 {2}codex personal, logged out, not used yet\n2 {2}codex work, logged in, active here: the default/,
    );
    expect(stderr).not.toMatch(drawn);
    expect(code).toBe(0);
  });

  test('a letter and a number do what the key does on a screen', async () => {
    const { stderr } = await pick('d 1\nd2\n?\nq\n');
    expect(stderr).toContain('personal is now the global default of codex\n');
    expect(stderr).toContain('work is now the global default of codex\n');
    expect(stderr).toContain('l and a number: login');
    expect((await pick('i1\n\n')).stdout).toContain(`Directory: ${await world.homeOf('codex', 'personal')}`);
  });

  test('a number runs the account, and the answer is the exit code of its program', async () => {
    const fake = world.fake('codex', ({ note, env }) => {
      note('home', env.CODEX_HOME);
      return 7;
    });
    expect((await pick('2\n')).code).toBe(7);
    expect(fake.runs()[0]?.notes.home).toBe(await world.homeOf('codex', 'work'));
  });

  test('where the answers end it leaves', async () => {
    expect((await pick('')).code).toBe(0);
  });
});

test.each([
  ['in a pipe', '', {}],
  ['in a pipe, plain', '--plain', {}],
  ['as JSON', '--json', { tty: true }],
  ['in a CI run', '', { tty: true, env: { CI: '1', NO_COLOR: '1' } }],
])('no words at all, %s: help', async (_where, line, input) => {
  const { code, stdout } = await world.run(line.split(' ').filter(Boolean), input);
  expect(code).toBe(0);
  expect(stdout).toMatch(line === '--json' ? /"commands"/ : /^Usage\n {2}tools <command>/);
});

test('no words and no account: help', async () => {
  const { code, stdout } = await cliWorld().run([], { tty: true, env: { NO_COLOR: '1' } });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Usage\n/);
});
