import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  launch,
  loginAccount,
  planLaunch,
  type StoredAccount,
  writeLiveMark,
} from '../../../src/accounts/index.ts';
import type { Host } from '../../../src/platform/index.ts';
import { isLinux } from '../../support/linux-tools.ts';
import { codexLogin, type LoginWorld, loginWorld, rejectionOf } from '../login-world.ts';

const daemons: ChildProcess[] = [];
afterEach(() => {
  for (const daemon of daemons.splice(0)) daemon.kill('SIGKILL');
});

interface Lab {
  readonly world: LoginWorld;
  readonly account: StoredAccount;
  readonly daemon: ChildProcess & { readonly pid: number };
  readonly ended: Promise<unknown>;
  /** When the login file was last replaced, in seconds from now. */
  replaced(seconds: number): void;
  /** What the tool was asked for since the login. */
  asked(): readonly (readonly string[])[];
  launch(): Promise<number>;
}

/** An account with a login, and a real background process of the tool that has just been started in its home. */
async function lab(host: Partial<Host> = {}, isJustStarting = false): Promise<Lab> {
  const world = loginWorld(host);
  const fake = world.fake('codex', (tool) => {
    const home = tool.env.CODEX_HOME;
    if (tool.argv[0] === 'login')
      return tool.write(`${home}/auth.json`, '{"tokens":{"account_id":"user-1","access_token":"CANARY-1"}}');
    if (tool.argv[0] === 'app-server')
      process.kill(Number(tool.read(`${home}/app-server-daemon/daemon.pid`)));
    return 0;
  });
  const { account } = await loginAccount(world.ctx, world.tool('codex'), 'work');
  const before = fake.runs().length;
  const daemon = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], {
    env: isJustStarting ? {} : { CODEX_HOME: account.home },
  }) as Lab['daemon'];
  daemons.push(daemon);
  mkdirSync(join(account.home, 'app-server-daemon'));
  writeFileSync(join(account.home, 'app-server-daemon', 'daemon.pid'), `${daemon.pid}\n`);
  const login = join(account.home, 'auth.json');
  return {
    world,
    account,
    daemon,
    ended: new Promise((resolve) => daemon.on('exit', resolve)),
    replaced: (seconds) => {
      writeFileSync(login, codexLogin('user-1', 'CANARY-2'));
      utimesSync(login, new Date(), new Date(Date.now() + seconds * 1000));
    },
    asked: () =>
      fake
        .runs()
        .slice(before)
        .map(({ argv }) => argv),
    launch: async () =>
      launch(world.ctx, await planLaunch(world.ctx, world.tool('codex'), account, { args: ['hello'] })),
  };
}

const stop = ['app-server', 'daemon', 'stop'];

describe('a daemon at a launch', () => {
  test('that was started after the login was written is let be', async () => {
    const { replaced, launch, asked, daemon } = await lab();
    replaced(-3600);
    await launch();
    expect(asked()).toEqual([['hello']]);
    expect([daemon.exitCode, daemon.signalCode]).toEqual([null, null]);
  });

  test('that is older than the login, and used by nobody, is stopped before the tool starts; that is said', async () => {
    const { world, replaced, launch, asked, ended, daemon } = await lab();
    replaced(10);
    expect(await launch()).toBe(0);
    await ended;
    expect(asked()).toEqual([stop, ['hello']]);
    expect(world.told).toContain(
      `app-server (process ${daemon.pid}) of codex#work is older than the login: it is stopped first`,
    );
  });

  test('that is older than the login stops the launch while something else of the account runs', async () => {
    const { world, account, replaced, launch, asked, daemon } = await lab();
    replaced(10);
    const mark = writeLiveMark(world.ctx, account);
    expect(await rejectionOf(launch())).toMatchObject({
      code: 'DAEMON_OUTDATED',
      exit: 5,
      data: { label: 'work', what: 'app-server', pid: daemon.pid, who: [`process ${process.pid}`] },
    });
    expect(asked()).toEqual([]);
    expect([daemon.exitCode, daemon.signalCode]).toEqual([null, null]);
    mark.remove();
    expect(await launch()).toBe(0);
    expect(asked()).toEqual([stop, ['hello']]);
  });

  test('whose environment is not there yet, or is empty, may be one of this home', async () => {
    const { replaced, launch, asked, ended } = await lab({}, true);
    replaced(10);
    expect(await launch()).toBe(0);
    await ended;
    expect(asked()).toEqual([stop, ['hello']]);
  });

  test('of a tool that reads its files anew is let be', async () => {
    const { world, account, replaced, asked, daemon } = await lab();
    replaced(10);
    await planLaunch(world.ctx, { ...world.tool('codex'), rereads: true }, account);
    expect([asked(), daemon.exitCode, daemon.signalCode]).toEqual([[], null, null]);
  });

  // Elsewhere nobody can tell whose process it is.
  test.runIf(isLinux)('of another home does not count, though its number is in this one', async () => {
    const { world, daemon, replaced, asked } = await lab();
    const other = await addAccount(world.ctx, 'codex', 'other');
    mkdirSync(join(other.home, 'app-server-daemon'));
    writeFileSync(join(other.home, 'app-server-daemon', 'daemon.pid'), `${daemon.pid}\n`);
    writeFileSync(join(other.home, 'auth.json'), codexLogin('user-2'));
    replaced(-3600);
    utimesSync(join(other.home, 'auth.json'), new Date(), new Date(Date.now() + 10_000));
    await planLaunch(world.ctx, world.tool('codex'), other);
    expect([asked(), daemon.exitCode, daemon.signalCode]).toEqual([[], null, null]);
  });

  test.each([
    ['before', -3600, [['hello']]],
    ['after', 10, [stop, ['hello']]],
  ] as const)(
    'where the system tells no start (simulated Mac), the file with its pid does: login %s it',
    async (_when, seconds, expected) => {
      const { replaced, launch, asked } = await lab({ platform: 'darwin' });
      replaced(seconds);
      await launch();
      expect(asked()).toEqual(expected);
    },
  );
});
