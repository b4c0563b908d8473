import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { demandProgram, isLinux } from '../support/linux-tools.ts';
import { builtCli, spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

const envOf = (home: string) => ({ PATH: `${join(home, 'bin')}:${process.env.PATH}`, HOME: home });

describe.runIf(isLinux)('a stream that fails', () => {
  test.each([['list'], ['list', '--json'], ['env', 'codex', '-a', 'work'], ['--version'], ['help']])(
    'a full disk under stdout is told in one sentence, and is no success: tools %s %s',
    async (...argv) => {
      const home = tempHome();
      await spawnCli(['account', 'add', 'codex', 'work'], { home });
      const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const;
      const run = spawnSync(process.execPath, [builtCli, ...argv], {
        env: envOf(home),
        stdio: [...stdio],
        encoding: 'utf8',
      });
      expect(run.stderr).toBe(
        'tools: not all of the answer could be written to stdout (ENOSPC).\ntry:   df -h\n',
      );
      expect(run.status).toBe(1);
    },
  );

  test('talk that nobody hears changes nothing', async () => {
    const home = tempHome();
    const stdio = ['ignore', 'pipe', openSync('/dev/full', 'w')] as const;
    const made = spawnSync(process.execPath, [builtCli, 'account', 'add', 'codex', 'work'], {
      env: envOf(home),
      stdio: [...stdio],
    });
    expect(made.status).toBe(0);
    const none = spawnSync(process.execPath, [builtCli, 'run', 'codex', '-a', 'none'], {
      env: envOf(home),
      stdio: [...stdio],
    });
    expect(none.status).toBe(3);
  });

  test.each([
    ['login codex -a hung', 129],
    ['run codex -a work', 129],
  ])('a terminal that goes away ends tools %s as a hang-up, with no core file', async (words, code) => {
    demandProgram('tmux', 'apt-get install tmux');
    const home = tempHome();
    await spawnCli(['account', 'add', 'codex', 'work'], { home });
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin/codex'), '#!/bin/sh\n: > "$HOME/started"\nexec sleep 60\n', {
      mode: 0o755,
    });
    const run = `"${process.execPath}" "${builtCli}" ${words}`;
    // The system tells only the first process of the session, which is a shell's to pass on.
    const script = `trap 'kill -HUP $pid' HUP; ${run} & pid=$!; wait; wait $pid; echo $? > "$HOME/code"`;
    const tmux = (...args: readonly string[]) =>
      execFileSync('tmux', ['-S', join(home, 'tmux'), ...args], { env: envOf(home), cwd: home });
    tmux('-f', '/dev/null', 'new-session', '-d', script);
    await expect.poll(() => existsSync(join(home, 'started')), { timeout: 20_000 }).toBe(true);
    tmux('kill-server');
    await expect
      .poll(() => existsSync(join(home, 'code')) && readFileSync(join(home, 'code'), 'utf8'), {
        timeout: 20_000,
      })
      .toBe(`${code}\n`);
    expect((await spawnCli(['list', 'codex', '--json'], { home })).stdout).not.toContain('hung');
  });
});
