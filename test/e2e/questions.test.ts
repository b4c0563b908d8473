import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { beforeEach, expect, test } from 'vitest';
import { builtCli, spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

let home: string;

beforeEach(() => {
  home = tempHome();
});

test('a verb about an account that is there lets one be chosen, not typed', async () => {
  for (const label of ['work', 'personal'])
    expect(await spawnCli(['account', 'add', 'codex', label], { home })).toMatchObject({ code: 0 });
  const { screen, code } = await onTerminal(['use', 'codex'], { 'Which Codex account?': '\x1b[B\r' });
  for (const offered of ['personal', 'work', 'system']) expect(screen).toContain(offered);
  expect(screen).toContain('work is now the global default of codex');
  expect(code).toBe(0);
});

test('where there is none, nothing is asked', async () => {
  const { screen, code } = await onTerminal(['rename', 'codex', 'office'], {});
  expect(screen).toContain('codex has no account yet.');
  expect(screen).toContain('tools login codex -a LABEL');
  expect(code).toBe(3);
});

test('an answer that is refused is told with the line to type again', async () => {
  await spawnCli(['account', 'add', 'codex', 'work'], { home });
  const { screen, code } = await onTerminal(['remove', 'codex', '-a', 'work'], {
    'Remove codex#work?': '\r',
  });
  expect(screen).toContain('try:   tools remove codex -a work');
  expect(code).toBe(130);
});

test.each([
  ['Enter alone', '\r', [], 130, ''],
  ['y', 'y', [], 0, 'trusted'],
  ['y, where there is to be no talk', 'y', ['--quiet'], 0, 'trusted'],
  ['y, for a program', 'y', ['--json'], 0, 'trusted'],
])('trust shows what the file says and asks, and %s is an answer', async (_, typed, options, exit, state) => {
  writeFileSync(join(home, '.ai-tools.toml'), '[accounts]\ncodex = "client"\n[env]\nA = "1"\n');
  const { screen, code } = await onTerminal(['trust', ...options], { 'Trust /': typed });
  expect(screen).toContain('codex uses client (there is no such account here');
  expect(screen).toContain('not understood, and not heeded: env');
  expect(code).toBe(exit);
  const { stdout } = await spawnCli(['trust', '--list', '--json'], { home });
  expect(
    JSON.parse(stdout)
      .files.map((file: { state: string }) => file.state)
      .join(),
  ).toBe(state);
});

/** Answers are typed when their question stands on the screen. */
function onTerminal(
  argv: readonly string[],
  answers: Readonly<Record<string, string>>,
): Promise<{ readonly screen: string; readonly code: number }> {
  const terminal = spawn(process.execPath, [builtCli, ...argv], {
    cwd: home,
    cols: 100,
    rows: 30,
    env: { HOME: home, PATH: join(home, 'bin'), TERM: 'xterm', NO_COLOR: '1' },
  });
  const left = new Map(Object.entries(answers));
  let screen = '';
  terminal.onData((data) => {
    screen += data;
    for (const [question, answer] of left) {
      if (!screen.includes(question)) continue;
      left.delete(question);
      terminal.write(answer);
    }
  });
  return new Promise((done) => terminal.onExit(({ exitCode }) => done({ screen, code: exitCode })));
}
