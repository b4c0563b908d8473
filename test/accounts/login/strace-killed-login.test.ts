import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addAccount, listAccounts, loginAccount, loginState } from '../../../src/accounts/index.ts';
import { bundleChild } from '../../support/child-script.ts';
import { demandProgram, isLinux } from '../../support/linux-tools.ts';
import { codexLogin, type LoginWorld, loginWorld } from '../login-world.ts';

const script = await bundleChild(join(import.meta.dirname, '../login-child.ts'));
if (isLinux) demandProgram('strace', 'apt-get install strace');

/** The system calls that change the disk. Reading, and what only flushes, can't leave anything half. */
const calls = ['mkdir', 'rename', 'link', 'unlink', 'rmdir'] as const;

function worldWithCodex(): LoginWorld {
  const world = loginWorld();
  const login = codexLogin('user-1', 'NEW');
  chmodSync(world.put('bin/codex', `#!/bin/sh\nprintf '%s' '${login}' > "$CODEX_HOME/auth.json"\n`), 0o755);
  return world;
}

/** Runs a login that the kernel ends with SIGKILL at the nth such call. @returns whether it came to that */
function killedAt(world: LoginWorld, call: string, nth: number): boolean {
  const args = ['-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:signal=SIGKILL:when=${nth}`];
  const ended = spawnSync('strace', [...args, process.execPath, script, 'login', 'codex', 'work'], {
    env: { HOME: world.home, PATH: world.ctx.host.env.PATH ?? '' },
    cwd: world.home,
    encoding: 'utf8',
  });
  if (ended.signal === null && ended.status !== 0) throw new Error(ended.stderr);
  return ended.signal === 'SIGKILL';
}

describe.runIf(isLinux).each(calls)('a login that SIGKILL ends at any %s', (call) => {
  test('of a new account: no account or the whole one, and the next login works', async () => {
    for (let nth = 1; ; nth += 1) {
      const world = worldWithCodex();
      const wasKilled = killedAt(world, call, nth);
      for (const { account, damage } of listAccounts(world.ctx, 'codex')) {
        expect(damage).toBeUndefined();
        if (account)
          expect(await loginState(world.ctx, world.tool('codex'), account)).toMatchObject({
            state: 'loggedIn',
          });
      }
      const { account } = await loginAccount(world.ctx, world.tool('codex'), 'work');
      expect(world.read(join(account.home, 'auth.json'))).toContain('NEW');
      expect(nth).toBeLessThan(60);
      if (wasKilled) continue;
      // It came to such a call at least once.
      expect(nth).toBeGreaterThan(1);
      break;
    }
  });

  test('of one that is there: the old login or the new one, and the next login works', async () => {
    for (let nth = 1; ; nth += 1) {
      const world = worldWithCodex();
      const before = await addAccount(world.ctx, 'codex', 'work');
      writeFileSync(join(before.home, 'auth.json'), codexLogin('user-1', 'OLD'));
      const wasKilled = killedAt(world, call, nth);
      expect(readFileSync(join(before.home, 'auth.json'), 'utf8')).toMatch(wasKilled ? /OLD|NEW/ : /NEW/);
      await loginAccount(world.ctx, world.tool('codex'), 'work');
      expect(readFileSync(join(before.home, 'auth.json'), 'utf8')).toContain('NEW');
      const folder = world.ctx.paths.accountFolder('codex', before.id);
      expect(
        readdirSync(folder).filter((name) => name.startsWith('home-') || name === 'renewal.json'),
      ).toEqual([]);
      expect(existsSync(join(folder, 'home', 'auth.json'))).toBe(true);
      expect(nth).toBeLessThan(60);
      if (wasKilled) continue;
      // It came to such a call at least once.
      expect(nth).toBeGreaterThan(1);
      break;
    }
  });
});
