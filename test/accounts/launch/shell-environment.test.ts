import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Account, addAccount, environmentOf, updateAccount } from '../../../src/accounts/index.ts';
import { shellLines } from '../../../src/process/index.ts';
import { codexLogin, type LoginWorld, loginWorld, rejectionOf } from '../login-world.ts';

/** A shell that lives on: what it exports after each line is what the next is computed from. */
function shellOf(world: LoginWorld) {
  let env: Record<string, string> = { PATH: '/usr/bin:/bin', MINE: 'mine', CODEX_HOME: '/users/own' };
  return {
    async enter(tool: string, account: Account): Promise<Readonly<Record<string, string>>> {
      const there = world.as({ env: { ...env, AI_TOOLS_HOME: world.ctx.paths.root } });
      const { set, unset } = await environmentOf(there.ctx, there.tool(tool), account);
      const script = `${shellLines('bash', { set, unset })}\nenv -0`;
      const out = execFileSync('bash', ['--norc', '-c', script], { env, encoding: 'utf8' });
      env = Object.fromEntries(
        out
          .split('\0')
          .filter(Boolean)
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      );
      return env;
    },
  };
}

describe('the environment that a shell is given', () => {
  test('B109 of the next account takes that of the last one away, and system brings back the user’s own', async () => {
    const world = loginWorld();
    const a = await updateAccount(world.ctx, await addAccount(world.ctx, 'codex', 'a'), {
      environment: { EXTRA_A: 'x', MINE: 'a’s' },
    });
    const b = await addAccount(world.ctx, 'codex', 'b');
    const shell = shellOf(world);
    expect(await shell.enter('codex', a)).toMatchObject({ CODEX_HOME: a.home, EXTRA_A: 'x', MINE: 'a’s' });
    const inB = await shell.enter('codex', b);
    expect(inB).toMatchObject({ CODEX_HOME: b.home, MINE: 'mine' });
    expect(inB).not.toHaveProperty('EXTRA_A');
    const out = await shell.enter('codex', { kind: 'system', tool: 'codex', label: 'system' });
    expect(out).toMatchObject({ MINE: 'mine' });
    expect(out).not.toHaveProperty('EXTRA_A');
    expect(out).not.toHaveProperty('CODEX_HOME');
  });

  test('of one tool leaves the shell in its account of another tool', async () => {
    const world = loginWorld();
    const codex = await addAccount(world.ctx, 'codex', 'a');
    const claude = await addAccount(world.ctx, 'claude', 'w');
    const shell = shellOf(world);
    await shell.enter('codex', codex);
    expect(await shell.enter('claude', claude)).toMatchObject({
      CODEX_HOME: codex.home,
      CLAUDE_CONFIG_DIR: claude.home,
    });
  });
});

test('a shell is given an account only as a launch would be: its settings asserted, and the same person in it', async () => {
  const world = loginWorld();
  const account = await addAccount(world.ctx, 'codex', 'work');
  const enter = () => environmentOf(world.ctx, world.tool('codex'), world.account('codex', 'work'));
  writeFileSync(join(account.home, 'auth.json'), codexLogin('one'));
  expect((await enter()).set).toMatchObject({ CODEX_HOME: account.home });
  expect(readFileSync(join(account.home, 'config.toml'), 'utf8')).toContain('daemon_auto_start = false');
  writeFileSync(join(account.home, 'auth.json'), codexLogin('two'));
  expect(await rejectionOf(enter())).toMatchObject({ code: 'IDENTITY_MISMATCH' });
});
