import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IPty, spawn } from '@lydell/node-pty';
import { beforeEach, describe, expect, test } from 'vitest';
import { builtCli, spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

const screenOn = '\x1b[?1049h';
const screenOff = '\x1b[?25h\x1b[?1049l';

let home: string;

beforeEach(async () => {
  home = tempHome();
  mkdirSync(join(home, 'bin'));
  const program =
    '#!/bin/sh\necho "$CODEX_HOME" >> "$HOME/started"; stty -a | grep -o "[-]*icanon"; exit 7\n';
  writeFileSync(join(home, 'bin/codex'), program, { mode: 0o755 });
  for (const label of ['personal', 'work'])
    expect(await spawnCli(['account', 'add', 'codex', label], { home, env: environment() })).toMatchObject({
      code: 0,
    });
});

describe('tools alone on a terminal', () => {
  test('shows the accounts without starting anything, and Enter runs the one that is picked, on a terminal as it was', async () => {
    const { screen, code } = await onTerminal({ '❯  personal': '\x1b[B', '❯  work': '\r' }, (seen) => {
      if (!seen.includes('❯  work')) expect(existsSync(join(home, 'started'))).toBe(false);
    });
    expect(code).toBe(7);
    const [, after = ''] = screen.split(screenOff);
    expect(after.trim()).toBe('icanon');
  });

  test('Ctrl-C: 130, and the terminal is given back', async () => {
    const { screen, code } = await onTerminal({ '❯  personal': '\x03' });
    expect({ code, end: screen.endsWith(screenOff) }).toEqual({ code: 130, end: true });
  });

  test.each(['q', '\x1b'])('%j leaves, with nothing said and nothing left on the screen', async (key) => {
    const { screen, code } = await onTerminal({ '❯  personal': key });
    expect({ code, end: screen.endsWith(screenOff) }).toEqual({ code: 0, end: true });
    expect(screen.slice(0, screen.indexOf(screenOn))).toBe('');
  });

  test.each([
    ['SIGTERM', 15],
    ['SIGHUP', 1],
    ['SIGINT', 2],
  ] as const)('%s ends it by that signal, the terminal given back first', async (name, number) => {
    let isSent = false;
    const { screen, signal } = await onTerminal({}, (seen, terminal) => {
      if (isSent || !seen.includes('❯  personal')) return;
      isSent = true;
      process.kill(terminal.pid, name);
    });
    expect({ signal, end: screen.endsWith(screenOff) }).toEqual({ signal: number, end: true });
  });

  test.each([
    [20, 3, '❯  personal'],
    [1, 1, '…'],
  ])('another size, %d by %d: it is drawn anew, and fits', async (columns, rows, expected) => {
    let isSmaller = false;
    const { screen } = await onTerminal({}, (seen, terminal) => {
      if (!isSmaller && seen.includes('❯  personal')) {
        isSmaller = true;
        terminal.resize(columns, rows);
      } else if (isSmaller) {
        const last = seen.slice(seen.lastIndexOf('\x1b[H'));
        if (last.includes('\x1b[J') && last.split('\r\n').length === rows) terminal.write('q');
      }
    });
    const last = screen.slice(screen.lastIndexOf('\x1b[H'), screen.lastIndexOf('\x1b[?2004l'));
    expect(last.split('\r\n')).toHaveLength(rows);
    expect(last).toContain(expected);
  });

  test('d makes a default, and it is seen at once; b binds to this directory', async () => {
    const { code } = await onTerminal({
      '❯  personal': 'd',
      'personal is now the global default of codex': 'b',
      'linked here': 'q',
    });
    expect(code).toBe(0);
    const { stdout } = await spawnCli(['status', '--short'], { home, env: environment() });
    expect(stdout).toBe('codex:personal\n');
  });

  test('r asks, and afterwards the picker is there again, without the account', async () => {
    const { code } = await onTerminal({
      '❯  personal': 'r',
      'Remove codex#personal?': 'y',
      'Enter goes back to the accounts.': '\r',
      'Accounts, 1 of 1': 'q',
    });
    expect(code).toBe(0);
    expect((await spawnCli(['list'], { home, env: environment() })).stdout).not.toContain('personal');
  });

  test('n asks of which tool and for a label, and a question that is left leads back', async () => {
    const { code } = await onTerminal({
      'Accounts, 1 of 2': 'n',
      'A new account of which tool?': '\x03',
      '❯  personal': 'q',
    });
    expect(code).toBe(0);
  });

  test('where the terminal goes away it ends, and leaves nothing running', async () => {
    const terminal = start();
    const pid = await new Promise<number>((done) => {
      terminal.onData((data) => data.includes('❯  personal') && done(terminal.pid));
    });
    const ended = new Promise((done) => terminal.onExit(done));
    // Its type does not tell of it.
    (terminal as unknown as { destroy(): void }).destroy();
    await ended;
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

describe('in a shell with jobs', () => {
  test('Ctrl-Z gives the terminal back to the shell, fg brings the picker again', async () => {
    const shell = spawn('bash', ['--norc', '--noprofile', '-i'], {
      cwd: home,
      cols: 80,
      rows: 20,
      env: { ...environment(), PS1: '$ ' },
    });
    const modeOf = (when: string) => `echo ${when}-$(stty -a | grep -o -- "-*icanon")`;
    const { screen, code } = await answering(shell, {
      '$ ': `'${process.execPath}' '${builtCli}'\r`,
      '❯  personal': '\x1a',
      Stopped: `${modeOf('stopped')}; fg\r`,
      [screenOn]: 'q',
      [screenOff]: `${modeOf('left')}; exit 3\r`,
    });
    expect(screen).toContain('stopped-icanon');
    expect(screen).toContain('left-icanon');
    expect(code).toBe(3);
  });
});

function environment(): Record<string, string> {
  return { HOME: home, PATH: `${join(home, 'bin')}:/usr/bin:/bin`, TERM: 'xterm', NO_COLOR: '1' };
}

function start(): IPty {
  return spawn(process.execPath, [builtCli], { cwd: home, cols: 80, rows: 20, env: environment() });
}

function onTerminal(
  answers: Readonly<Record<string, string>>,
  onScreen: (screen: string, terminal: IPty) => void = () => {},
) {
  return answering(start(), answers, onScreen);
}

/** Each answer is typed once what it is for stands on the screen, after what came of the one before. */
function answering(
  terminal: IPty,
  answers: Readonly<Record<string, string>>,
  onScreen: (screen: string, terminal: IPty) => void = () => {},
): Promise<{ readonly screen: string; readonly code: number; readonly signal: number | undefined }> {
  const left = Object.entries(answers);
  let screen = '';
  let from = 0;
  terminal.onData((data) => {
    screen += data;
    onScreen(screen, terminal);
    const [awaited, answer] = left[0] ?? [];
    if (awaited === undefined || answer === undefined || !screen.slice(from).includes(awaited)) return;
    from = screen.length;
    left.shift();
    terminal.write(answer);
  });
  return new Promise((done) =>
    terminal.onExit(({ exitCode, signal }) => done({ screen, code: exitCode, signal })),
  );
}
