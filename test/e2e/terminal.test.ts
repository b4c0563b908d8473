import { spawn as spawnProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn as openTerminal } from '@lydell/node-pty';
import { beforeEach, describe, expect, test } from 'vitest';
import { builtCli, spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

let home: string;

beforeEach(async () => {
  home = tempHome();
  mkdirSync(join(home, 'bin'));
  tool('exit 0');
  expect(await spawnCli(['account', 'add', 'codex', 'work'], { home, env: environment() })).toMatchObject({
    code: 0,
  });
});

describe('the tool has the terminal to itself', () => {
  test('B064: all three streams are the terminal, of its size, also after it changed', async () => {
    tool(`
      node -e '
        const size = () => [process.stdin, process.stdout, process.stderr].every((s) => s.isTTY) + " " + process.stdout.columns + "x" + process.stdout.rows;
        console.log("first " + size());
        process.stdout.on("resize", () => { console.log("then " + size()); process.exit(7); });
        setInterval(() => {}, 1000);
      '`);
    const ended = await onTerminal((screen, terminal) => {
      if (screen.includes('first')) terminal.resize(123, 45);
    });
    expect(ended.screen).toContain('first true 100x30');
    expect(ended.screen).toContain('then true 123x45');
    expect(ended.code).toBe(7);
  });

  test('Ctrl-C reaches the tool once, and the tool decides what it means', async () => {
    tool(`
      n=0; trap 'n=$((n + 1)); echo caught $n' INT
      echo ready; i=0
      while [ $i -lt 20 ]; do sleep 0.05; i=$((i + 1)); done
      echo "in all $n"; exit 42`);
    let typed = false;
    const ended = await onTerminal((screen, terminal) => {
      if (typed || !screen.includes('ready')) return;
      typed = true;
      terminal.write('\x03');
    });
    expect(ended.screen).toContain('in all 1');
    expect(ended.code).toBe(42);
  });
});

describe('the end of the tool is our end', () => {
  test.each([
    ['exit 42', 42],
    ['kill -TERM $$', 143],
    ['kill -KILL $$', 137],
    ['kill -INT $$', 130],
  ])('B061: %s', async (script, code) => {
    tool(script);
    expect(await spawnCli(['run', 'codex', '-a', 'work'], { home, env: environment() })).toMatchObject({
      code,
    });
  });

  test.each(['SIGTERM', 'SIGHUP'] as const)(
    'B062: %s to us alone reaches the tool, and nothing stays behind',
    async (signal) => {
      tool(`trap 'echo caught; exit 7' TERM HUP; echo "ready $$"; while :; do sleep 0.05; done`);
      const child = spawnProcess(process.execPath, [builtCli, 'run', 'codex', '-a', 'work'], {
        cwd: home,
        env: environment(),
      });
      let out = '';
      child.stdout.on('data', (chunk) => {
        out += chunk;
        if (out.includes('ready') && !out.includes('caught')) child.kill(signal);
      });
      const code = await new Promise((done) => child.on('close', done));
      expect(out).toContain('caught');
      expect(code).toBe(7);
      expect(() => process.kill(Number(/ready (\d+)/.exec(out)?.[1]), 0)).toThrow('ESRCH');
    },
  );
});

describe('stdin is the tool’s', () => {
  test('B064: what is piped in reaches it, and it sees no terminal', async () => {
    tool('[ -t 0 ] && echo tty; cat');
    const ran = await spawnCli(['run', 'codex', '-a', 'work', '--', '-p'], {
      home,
      env: environment(),
      stdin: 'hi',
    });
    expect(ran).toMatchObject({ code: 0, stdout: 'hi' });
  });

  test('10 MB of random bytes arrive as they were', async () => {
    const bytes = randomBytes(10_000_000);
    tool('sha256sum');
    const ran = await spawnCli(['run', 'codex', '-a', 'work'], { home, env: environment(), stdin: bytes });
    expect(ran.stdout).toContain(createHash('sha256').update(bytes).digest('hex'));
  });
});

function tool(script: string): void {
  writeFileSync(join(home, 'bin/codex'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

function environment(): Record<string, string> {
  return { PATH: `${join(home, 'bin')}:${process.env.PATH}`, HOME: home, TERM: 'xterm' };
}

function onTerminal(
  onScreen: (screen: string, terminal: ReturnType<typeof openTerminal>) => void,
): Promise<{ screen: string; code: number }> {
  const terminal = openTerminal(process.execPath, [builtCli, 'run', 'codex', '-a', 'work'], {
    cwd: home,
    cols: 100,
    rows: 30,
    env: environment(),
  });
  let screen = '';
  terminal.onData((data) => {
    screen += data;
    onScreen(screen, terminal);
  });
  return new Promise((done) => terminal.onExit(({ exitCode }) => done({ screen, code: exitCode })));
}
