import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn as spawnPty } from '@lydell/node-pty';
import { describe, expect, test } from 'vitest';
import { addAccount, listAccounts, loginAccount } from '../../../src/accounts/index.ts';
import { bundleChild, Child } from '../../support/child-script.ts';
import type { FakeAct, FakeTool } from '../../support/fake-tool.ts';
import { codexLogin, type LoginWorld, loginWorld } from '../login-world.ts';

const script = await bundleChild(join(import.meta.dirname, '../login-child.ts'));

const neverEnds: FakeAct = async (world) => {
  world.write(`${world.env.CODEX_HOME}/log/codex-login.log`, 'waiting\n');
  world.note('waits', true);
  await world.sleep(30_000);
};

const succeeds = new Function(
  'world',
  `world.write(world.env.CODEX_HOME + '/auth.json', ${JSON.stringify(codexLogin('user-1'))});`,
) as FakeAct;

const envOf = (world: LoginWorld) => ({ HOME: world.home, PATH: world.ctx.host.env.PATH ?? '' });

async function waiting(codex: FakeTool, times = 1): Promise<number> {
  while (codex.runs().filter(({ notes }) => notes.waits).length < times)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return codex.runs()[times - 1]?.pid ?? 0;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const left = (world: LoginWorld): readonly string[] =>
  ['accounts/codex', 'labels/codex'].flatMap((folder) => {
    const path = join(world.ctx.paths.root, folder);
    return existsSync(path) ? readdirSync(path) : [];
  });

describe('B071 a login that is cancelled', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('by %s ends with %i and leaves nothing, and the next one works', async (signal, code) => {
    const world = loginWorld();
    const codex = world.fake('codex', neverEnds);
    const child = new Child(process.execPath, [script, 'login', 'codex', 'n'], {
      env: envOf(world),
      cwd: world.home,
    });
    const pid = await waiting(codex);
    child.process.kill(signal);
    expect(await child.ended).toMatchObject({ code, signal: null });
    expect(isAlive(pid)).toBe(false);
    expect(listAccounts(world.ctx)).toEqual([]);
    expect(left(world)).toEqual([]);
    codex.will(succeeds);
    expect((await loginAccount(world.ctx, world.tool('codex'), 'n')).account.label).toBe('n');
  });

  test('by Ctrl-C on a terminal ends with 130 and leaves nothing', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', neverEnds);
    const pty = spawnPty(process.execPath, [script, 'login', 'codex', 'n'], {
      env: envOf(world),
      cwd: world.home,
    });
    const ended = new Promise<{ exitCode: number; signal?: number | undefined }>((resolve) =>
      pty.onExit(resolve),
    );
    await waiting(codex);
    pty.write('\x03');
    expect(await ended).toMatchObject({ exitCode: 130 });
    expect(left(world)).toEqual([]);
  });

  test('by closing the terminal leaves nothing', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', neverEnds);
    const pty = spawnPty(process.execPath, [script, 'login', 'codex', 'n'], {
      env: envOf(world),
      cwd: world.home,
    });
    const ended = new Promise<{ exitCode: number }>((resolve) => pty.onExit(resolve));
    const pid = await waiting(codex);
    pty.kill('SIGHUP');
    await ended;
    expect(isAlive(pid)).toBe(false);
    expect(left(world)).toEqual([]);
  });

  test.each([0, 1])('is cancelled whatever the tool makes of it: it ends with %i', async (code) => {
    const world = loginWorld();
    const ends = new Function(
      'world',
      `world.on('SIGINT', () => world.exit(${code})); world.note('waits', true); return world.sleep(30000);`,
    ) as FakeAct;
    const codex = world.fake('codex', ends);
    const child = new Child(process.execPath, [script, 'login', 'codex', 'n'], {
      env: envOf(world),
      cwd: world.home,
    });
    await waiting(codex);
    child.process.kill('SIGINT');
    expect((await child.ended).code).toBe(130);
    expect(left(world)).toEqual([]);
  });

  test('of an account that is there leaves the old login as it was', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', neverEnds);
    const account = await addAccount(world.ctx, 'codex', 'work');
    writeFileSync(join(account.home, 'auth.json'), codexLogin('user-1', 'OLD'));
    const child = new Child(process.execPath, [script, 'login', 'codex', 'work'], {
      env: envOf(world),
      cwd: world.home,
    });
    await waiting(codex);
    child.process.kill('SIGINT');
    expect((await child.ended).code).toBe(130);
    expect(readFileSync(join(account.home, 'auth.json'), 'utf8')).toContain('OLD');
    expect(readdirSync(world.ctx.paths.accountFolder('codex', account.id)).sort()).toEqual([
      'account.json',
      'home',
    ]);
  });
});

describe('a login that is killed', () => {
  test('with SIGKILL leaves a place that the next one clears', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', neverEnds);
    const child = new Child(process.execPath, [script, 'login', 'codex', 'n'], {
      env: envOf(world),
      cwd: world.home,
    });
    const pid = await waiting(codex);
    child.process.kill('SIGKILL');
    process.kill(pid);
    await child.ended;
    expect(listAccounts(world.ctx)).toEqual([]);
    codex.will(succeeds);
    const { account } = await loginAccount(world.ctx, world.tool('codex'), 'n');
    expect([...left(world)].sort()).toEqual([account.id, 'n'].sort());
  });

  test('while it renews leaves the old login, and the next one clears the rest', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', neverEnds);
    const account = await addAccount(world.ctx, 'codex', 'work');
    writeFileSync(join(account.home, 'auth.json'), codexLogin('user-1', 'OLD'));
    const child = new Child(process.execPath, [script, 'login', 'codex', 'work'], {
      env: envOf(world),
      cwd: world.home,
    });
    const pid = await waiting(codex);
    child.process.kill('SIGKILL');
    process.kill(pid);
    await child.ended;
    codex.will(succeeds);
    await loginAccount(world.ctx, world.tool('codex'), 'work');
    expect(readFileSync(join(account.home, 'auth.json'), 'utf8')).toContain('CANARY-user-1');
    expect(
      readdirSync(world.ctx.paths.accountFolder('codex', account.id)).filter((name) =>
        name.startsWith('home'),
      ),
    ).toEqual(['home']);
  });

  test('is not cleared away while it lives: a second one of that name is told who is at it', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', neverEnds);
    const child = new Child(process.execPath, [script, 'login', 'codex', 'n'], {
      env: envOf(world),
      cwd: world.home,
    });
    await waiting(codex);
    const second = new Child(process.execPath, [script, 'login', 'codex', 'n'], {
      env: envOf(world),
      cwd: world.home,
    });
    const told = await second.ended;
    child.process.kill('SIGTERM');
    await child.ended;
    expect(told.code).toBe(5);
    expect(told.stderr).toContain(String(child.pid));
  });
});
