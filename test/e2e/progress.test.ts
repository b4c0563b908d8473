import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { expect, test } from 'vitest';
import { builtCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

test.each([
  ['Ctrl-C', '\x03'],
  ['a kill', 'SIGKILL'],
])(
  '%s while something is shown to go on: the cursor is to be seen, at the beginning of an empty line',
  async (_how, what) => {
    const home = tempHome();
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin/codex'), '#!/bin/sh\nexec sleep 30\n', { mode: 0o755 });
    const terminal = spawn(process.execPath, [builtCli, 'installations', 'show', 'codex'], {
      cwd: home,
      cols: 80,
      rows: 20,
      env: { HOME: home, PATH: `${join(home, 'bin')}:/usr/bin:/bin`, TERM: 'xterm' },
    });
    let screen = '';
    terminal.onData((data) => {
      const isFirst = !screen.includes('asking Codex');
      screen += data;
      if (!isFirst || !screen.includes('asking Codex')) return;
      if (what === 'SIGKILL') terminal.kill(what);
      else terminal.write(what);
    });
    const { signal } = await new Promise<{ signal?: number | undefined }>((done) => terminal.onExit(done));
    expect(signal).toBe(what === 'SIGKILL' ? 9 : 2);
    expect(screen).not.toContain('\x1b[?25l');
    expect(screen.replace(/\^C$/, '').endsWith('\n')).toBe(true);
  },
);
