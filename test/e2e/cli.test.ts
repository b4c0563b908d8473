import { spawn as spawnProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { beforeEach, describe, expect, test } from 'vitest';
import { builtCli, spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

let home: string;

beforeEach(async () => {
  home = tempHome();
  expect(await spawnCli(['account', 'add', 'codex', 'work'], { home })).toMatchObject({
    code: 0,
    stderr: 'made codex#work\nnext: tools run codex -a work\n',
  });
});

const labels = async (): Promise<readonly string[]> => {
  const { stdout } = await spawnCli(['list', '--json'], { home });
  return JSON.parse(stdout).accounts.map(({ label }: { label: string }) => label);
};

/** At a terminal; each answer is typed when its question is on the screen. */
function atTerminal(
  argv: readonly string[],
  answers: readonly (readonly [question: string, typed: string])[],
  env: Record<string, string> = {},
  typedBefore = '',
) {
  const pty = spawn(process.execPath, [builtCli, ...argv], {
    cwd: home,
    cols: 200,
    rows: 24,
    env: { PATH: process.env.PATH ?? '', HOME: home, TERM: 'xterm', ...env },
  });
  pty.write(typedBefore);
  let screen = '';
  const waiting = [...answers];
  let seen = 0;
  pty.onData((data) => {
    screen += data;
    const next = waiting[0];
    if (!next || !screen.slice(seen).includes(next[0])) return;
    seen = screen.length;
    waiting.shift();
    setTimeout(() => pty.write(next[1]), 50);
  });
  return new Promise<{ code: number; screen: string; unasked: number }>((done) =>
    pty.onExit(({ exitCode }) => done({ code: exitCode, screen, unasked: waiting.length })),
  );
}

describe('at a terminal', () => {
  test.each([
    ['Enter alone', '\r', 130, ['work']],
    ['n', 'n', 130, ['work']],
    ['Ctrl-C', '\x03', 130, ['work']],
    ['Ctrl-D', '\x04', 130, ['work']],
    ['y', 'y', 0, []],
  ])('removing asks, and %s is an answer', async (_case, typed, code, left) => {
    const ended = await atTerminal(['remove', 'codex', 'work'], [['Remove codex#work?', typed]]);
    expect(ended).toMatchObject({ code, unasked: 0 });
    expect(await labels()).toEqual(left);
  });

  test('a Ctrl-D that was typed before the question cancels it, too', async () => {
    const typed = atTerminal(['remove', 'codex', 'work'], [], {}, '\x04');
    expect(await typed).toMatchObject({ code: 130 });
    expect(await labels()).toEqual(['work']);
  });

  test('a label that is missing is asked for', async () => {
    expect(
      await atTerminal(['account', 'add', 'codex', '--private'], [['Label of the Codex account', 'home\r']]),
    ).toMatchObject({ code: 0, unasked: 0 });
    expect(await labels()).toEqual(['home', 'work']);
  });

  test('a key is typed without being shown', async () => {
    const ended = await atTerminal(
      ['account', 'add', 'codex', 'ci', '--with-api-key', '--private'],
      [['API key (not shown)', 'sk-dummy-12345\r']],
    );
    expect(ended).toMatchObject({ code: 0, unasked: 0 });
    expect(ended.screen).not.toContain('sk-d');
    const { stdout } = await spawnCli(['env', 'codex', '-a', 'ci', '--reveal', '--json'], { home });
    expect(stdout).toContain('sk-dummy-12345');
  });

  test('in CI nothing is asked: the missing option is named', async () => {
    const ended = await atTerminal(['remove', 'codex', 'work'], [], { CI: '1' });
    expect(ended.code).toBe(2);
    expect(ended.screen).toContain('give --yes');
    expect(await labels()).toEqual(['work']);
  });

  test('heads on a terminal, none in a pipe', async () => {
    expect((await atTerminal(['list'], [], { NO_COLOR: '1' })).screen).toContain('TOOL   ACCOUNT');
    expect((await spawnCli(['list'], { home })).stdout).toBe('\tcodex\twork\t\t\tdefault\tyes\t\n');
  });
});

test('a reader that has gone away is no failure', async () => {
  const child = spawnProcess(process.execPath, [builtCli, 'help'], {
    cwd: home,
    env: { HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  const code = await new Promise((done) => child.on('close', done));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('an event loop that empties early is no success', async () => {
  const hook = join(home, 'hook.cjs');
  const never = '{ isTTY: false, [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }';
  writeFileSync(hook, `Object.defineProperty(process, 'stdin', { value: ${never} });`);
  const ended = await spawnCli(['account', 'add', 'codex', 'ci', '--with-api-key'], {
    home,
    env: { NODE_OPTIONS: `--require ${hook}` },
  });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('internal error: it stopped before it was done');
  expect(await labels()).toEqual(['work']);
});

test('--version loads neither clipanion nor the tools', async () => {
  const hook = join(home, 'hook.cjs');
  writeFileSync(
    hook,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(join(home, 'loaded'))}, Object.keys(require.cache).map((file) => require('node:path').basename(file)).join('\\n')));`,
  );
  const { stdout } = await spawnCli(['--version'], { home, env: { NODE_OPTIONS: `--require ${hook}` } });
  expect(stdout).toBe('0.1.0\n');
  const { readFileSync } = await import('node:fs');
  const loaded = readFileSync(join(home, 'loaded'), 'utf8').split('\n');
  expect(loaded).toContain('main.cjs');
  expect(
    loaded.filter((name) => /^(tools-(?!error)|accounts|registry|run-command|Command)/.test(name)),
  ).toEqual([]);
});
