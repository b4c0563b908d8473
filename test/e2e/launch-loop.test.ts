import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { builtCli, spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

describe('B082: a script of the user’s that bears the tool’s name and calls us', () => {
  let home: string;
  let env: Record<string, string>;
  beforeEach(async () => {
    home = tempHome();
    script('bin/tools', `exec ${process.execPath} ${builtCli} "$@"`);
    env = { PATH: `${join(home, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin` };
    expect(await tools('account', 'add', 'codex', 'work')).toMatchObject({ code: 0 });
  });

  test.each([
    ['and waits', 'tools run codex -a work -- "$@"'],
    ['and becomes us', 'exec tools run codex -a work -- "$@"'],
    ['by its shim', 'exec "$HOME/.local/share/ai-tools/shims/codex" "$@"'],
  ])('is started twice and no more: %s', async (_, call) => {
    await tools('use', 'codex', 'work', '--global');
    // Its shim is there, and what a start needs is recorded.
    script('bin/codex', 'exit 0');
    await tools('shim', 'enable', 'codex');
    for (let nth = 0; nth < 3; nth += 1) await tools('run', 'codex');
    rmSync(join(home, 'bin/codex'));
    script('bin/codex', `echo once >>"$HOME/starts"; ${call}`);
    for (const [program, ...args] of [['bin/tools', 'run', 'codex'], ['.local/share/ai-tools/shims/codex']]) {
      const ended = spawnSync(join(home, program ?? ''), args, {
        env: { ...env, HOME: home },
        encoding: 'utf8',
      });
      expect(ended).toMatchObject({ status: 126, stdout: '' });
      expect(ended.stderr).toContain('LAUNCH_LOOP');
      expect(ended.stderr).toContain('tools which codex --all');
      expect(starts()).toBeLessThanOrEqual(3);
      rmSync(join(home, 'starts'));
    }
  });

  function starts(): number {
    const file = join(home, 'starts');
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  }

  function script(name: string, text: string): void {
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
  }

  function tools(...argv: string[]) {
    return spawnCli(argv, { home, env });
  }
});
