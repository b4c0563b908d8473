import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { beforeAll, describe, expect, test } from 'vitest';
import { builtCli, spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

let home: string;

beforeAll(async () => {
  home = tempHome();
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin/tools'), `#!/bin/sh\nexec ${process.execPath} ${builtCli} "$@"\n`);
  chmodSync(join(home, 'bin/tools'), 0o755);
  expect((await spawnCli(['account', 'add', 'codex', 'work'], { home })).code).toBe(0);
  expect((await spawnCli(['account', 'add', 'codex', 'me@example.org'], { home })).code).toBe(0);
  for (const alias of ['q$(id>x)', 'r;id>x;'])
    expect((await spawnCli(['settings', 'set', `aliases.${alias}.codex`, 'work'], { home })).code).toBe(0);
});

const shells = {
  bash: { argv: ['--norc', '--noprofile', '-i'], load: 'source <(tools completion bash)' },
  zsh: { argv: ['-f', '-i'], load: 'autoload -Uz compinit; compinit -u -D; source <(tools completion zsh)' },
  fish: { argv: ['--no-config'], load: 'tools completion fish | source' },
} as const;

/** Types a line and Tab into a real shell; returns what the screen shows, once that is what is expected. */
function completed(shell: keyof typeof shells, typed: string, expected: string): Promise<string> {
  const { argv, load } = shells[shell];
  const pty = spawn(shell, [...argv], {
    cwd: home,
    cols: 200,
    rows: 40,
    env: { PATH: `${join(home, 'bin')}:/usr/bin:/bin`, HOME: home, TERM: 'dumb' },
  });
  return new Promise((done) => {
    let screen = '';
    let step = 0;
    const steps: readonly (readonly [sees: RegExp, types: string])[] = [
      [/[$#%>] ?/, `${load}; echo LOAD''ED\r`],
      [/LOADED/, `${typed}\t`],
    ];
    const end = (): void => {
      clearTimeout(deadline);
      pty.kill('SIGKILL');
      done(asSeen(screen));
    };
    const deadline = setTimeout(end, 20_000);
    pty.onData((data) => {
      screen += data;
      const [sees, types] = steps[step] ?? [];
      if (!sees || !types) {
        if (asSeen(screen).includes(expected)) end();
        return;
      }
      if (!sees.test(screen)) return;
      step += 1;
      screen = '';
      setTimeout(() => pty.write(types), 300);
    });
  });
}

/** With what was written over after a backspace; zsh writes a # with a backslash, as it must. */
function asSeen(screen: string): string {
  const line: string[] = [];
  let at = 0;
  for (const character of screen) {
    if (character === '\b') at = Math.max(0, at - 1);
    else line[at++] = character;
  }
  return line.join('').replaceAll('\\#', '#');
}

describe.each(['bash', 'zsh', 'fish'] as const)('in a real %s', (shell) => {
  test.each([
    ['tools whi', 'which'],
    ['tools run cod', 'codex'],
    ['tools run codex -a wo', 'work'],
    ['tools run codex --account=wo', '--account=work'],
    ['tools run codex#wo', 'codex#work'],
    ['tools run codex -a me@ex', 'me@example.org'],
    // Another account manager’s store may have had that name for it.
    ['tools settings get aliases.q', 'aliases.q\\$\\(id\\>x\\).codex'],
    ['tools settings get aliases.r', 'aliases.r\\;id\\>x\\;.codex'],
  ])('%s and Tab', async (typed, expected) => {
    expect(await completed(shell, typed, expected)).toContain(expected);
  });
});
