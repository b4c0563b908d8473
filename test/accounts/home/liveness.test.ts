import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { requireQuiet } from '../../../src/accounts/home/at-rest.ts';
import { type HomeLiveness, livenessOf } from '../../../src/accounts/home/liveness.ts';
import type { AccountsContext, StoredAccount } from '../../../src/accounts/index.ts';
import { liveProcesses, writeLiveMark, writeShellMark } from '../../../src/accounts/store/live-mark.ts';
import { consumeDeadMarks } from '../../../src/accounts/store/process-marks.ts';
import type { KnowingProcess, ProcessTable } from '../../../src/platform/index.ts';
import { type AITool, AIToolRegistry } from '../../../src/registry/index.ts';
import { isLinux } from '../../support/linux-tools.ts';
import { testHost } from '../../support/temp-home.ts';
import { markOf, storeLab } from '../store-lab.ts';

const registry = new AIToolRegistry();
registry.register({
  id: 'alpha',
  displayName: 'Alpha',
  executable: { names: ['alpha'] },
  live: [{ directory: 'sessions', files: '*.json', pointer: '/pid' }],
  daemons: [{ what: 'server', pidFile: 'server.pid' }],
});
const alpha = registry.tool('alpha') as AITool;

/** A computer with one account that shares, and a clock of its own. */
function world() {
  const lab = storeLab();
  const dead = new Set<number>();
  const starts = new Map<number, number>();
  const knowing: KnowingProcess[] = [];
  let now = 1000;
  let shell: number | undefined = 900;
  const processAs = (pid: number, change: Partial<ProcessTable> = {}): AccountsContext =>
    lab.process({
      now: () => new Date(now),
      processes: {
        self: markOf(pid),
        markOf: (asked) => (dead.has(asked) ? undefined : markOf(asked)),
        startTimeOf: (asked) => (starts.has(asked) ? new Date(starts.get(asked) as number) : undefined),
        stateOf: (mark) => (mark.machine !== 'lab' ? 'unknown' : dead.has(mark.pid) ? 'dead' : 'alive'),
        knows: (asked) => !dead.has(asked),
        knowing: () => knowing.filter(({ pid: each }) => !dead.has(each)),
        runningFrom: () => undefined,
        parent: () => (shell === undefined ? undefined : markOf(shell)),
        end: () => undefined,
        ...change,
      },
    });
  const ctx = processAs(1);
  const account: StoredAccount = {
    kind: 'login',
    tool: 'alpha',
    id: 'abcdefgh',
    label: 'work',
    createdAt: '2026-01-01T00:00:00.000Z',
    home: join(ctx.paths.accountFolder('alpha', 'abcdefgh'), 'home'),
    root: 'default',
    installation: 'default',
    identity: null,
    environment: {},
    sharing: { on: true, except: [] },
  };
  mkdirSync(account.home, { recursive: true });
  writeFileSync(join(account.home, '..', 'account.json'), JSON.stringify({ schemaVersion: 1, ...account }));
  return {
    ctx,
    account,
    as: processAs,
    at: (time: number) => {
      now = time;
    },
    end: (...pids: number[]) => {
      for (const pid of pids) dead.add(pid);
    },
    started: (pid: number, time: number) => starts.set(pid, time),
    knows: (...processes: KnowingProcess[]) => knowing.push(...processes),
    shell: (pid: number | undefined) => {
      shell = pid;
    },
    put: (name: string, text: string) => {
      mkdirSync(join(account.home, name, '..'), { recursive: true });
      writeFileSync(join(account.home, name), text);
    },
    ask: (from = ctx) => livenessOf(from, alpha, account),
    marks: () => readdirSync(join(account.home, '..', 'live')),
  };
}

const said = ({ state, earliestStart }: HomeLiveness) => [state, earliestStart];

describe('who lives in a home', () => {
  test('is nobody, of whom nothing is to be said', () => {
    expect(world().ask()).toEqual({ state: 'none', hasShell: false, dead: [] });
  });

  test('is a launch, since its mark was written; and who died since, until it is consumed', () => {
    const { ctx, account, as, at, end, ask, marks } = world();
    writeLiveMark(as(10), account);
    at(2000);
    writeLiveMark(as(11), account);
    expect(said(ask())).toEqual(['live', 1000]);
    end(10);
    expect(said(ask())).toEqual(['live', 1000]);
    const { dead } = ask();
    end(11);
    expect(said(ask())).toEqual(['none', 1000]);
    // Who ended after it was asked may have written after that.
    consumeDeadMarks(ctx, dead);
    expect(said(ask())).toEqual(['none', 2000]);
    consumeDeadMarks(ctx, ask().dead);
    expect(said(ask())).toEqual(['none', undefined]);
    expect(marks()).toEqual([]);
  });

  test('no launch takes the marks of the dead away, were the pid its own', () => {
    const { account, as, at, end, ask } = world();
    writeLiveMark(as(10), account);
    end(10);
    at(2000);
    writeLiveMark(as(11), account);
    writeLiveMark(as(11), account, { ...markOf(10), startedAt: 'again' });
    expect(said(ask())).toEqual(['live', 1000]);
  });

  test('of an account that shares nothing the dead are forgotten at the next launch', () => {
    const { account, as, end, marks } = world();
    writeLiveMark(as(10), account);
    end(10);
    writeLiveMark(as(11), { ...account, sharing: { on: false, except: [] } });
    expect(marks()).toEqual(['11']);
  });

  test('is a child as long as its launch, although its mark came later', () => {
    const { account, as, at, ask } = world();
    const ours = writeLiveMark(as(10), account);
    at(2000);
    writeLiveMark(as(10), account, markOf(11), ours.since);
    ours.remove();
    expect(said(ask())).toEqual(['live', 1000]);
  });

  test('is not the launch that asks: its child is not started yet, or has ended', () => {
    const { account, as, ask } = world();
    const launch = as(10);
    writeLiveMark(launch, account);
    expect(said(ask(launch))).toEqual(['none', 1000]);
    expect(said(ask())).toEqual(['live', 1000]);
  });

  test('can’t be told of another machine, nor since when of a mark that can’t be read', () => {
    const { account, as, ask, end, put } = world();
    writeLiveMark(as(10), account, markOf(77, 'elsewhere'));
    expect(said(ask())).toEqual(['unknown', 1000]);
    writeLiveMark(as(10), account);
    expect(said(ask())).toEqual(['live', 1000]);
    put('../live/12', '{"pid":');
    end(10);
    expect(said(ask())).toEqual(['unknown', Number.NEGATIVE_INFINITY]);
    end(12);
    expect(said(ask())).toEqual(['unknown', Number.NEGATIVE_INFINITY]);
  });

  test('is a session that the tool lists, since a second before the system says so', () => {
    const { ask, put, started, end } = world();
    put('sessions/50.json', '{"pid":50}');
    expect(said(ask())).toEqual(['live', Number.NEGATIVE_INFINITY]);
    started(50, 5000);
    expect(said(ask())).toEqual(['live', 4000]);
    end(50);
    expect(said(ask())).toEqual(['none', undefined]);
  });

  test('is one and the same when it is listed and marked', () => {
    const { account, as, ask, put } = world();
    put('sessions/50.json', '{"pid":50}');
    writeLiveMark(as(50), account);
    expect(said(ask())).toEqual(['live', 1000]);
  });

  test('is a daemon of the tool', () => {
    const { ask, put, started } = world();
    put('server.pid', '60');
    started(60, 3000);
    expect(said(ask())).toEqual(['live', 2000]);
  });
});

describe('a shell in the account’s environment', () => {
  test('is no life, but whoever it may have started was not there before it', () => {
    const { ctx, account, ask, at, end } = world();
    writeShellMark(ctx, account);
    at(2000);
    writeShellMark(ctx, account);
    expect(said(ask())).toEqual(['none', 1000]);
    expect(ask()).toMatchObject({ dead: [], hasShell: true });
    expect(liveProcesses(ctx, account)).toEqual([]);
    expect(() => requireQuiet(ctx, alpha, account)).not.toThrow();
    end(900);
    expect(said(ask())).toEqual(['none', 1000]);
    expect(ask().hasShell).toBe(false);
    consumeDeadMarks(ctx, ask().dead);
    expect(said(ask())).toEqual(['none', undefined]);
  });

  test('that started the tool makes it live, also when it has ended itself', () => {
    const { ctx, account, ask, knows, end } = world();
    writeShellMark(ctx, account);
    knows({ pid: 901, argv: ['vim', 'notes'] });
    expect(said(ask())).toEqual(['none', 1000]);
    knows({ pid: 902, argv: ['node', '/usr/lib/node_modules/alpha/cli.js'] });
    expect(said(ask())).toEqual(['live', 1000]);
    expect(() => requireQuiet(ctx, alpha, account)).toThrow(
      expect.objectContaining({
        code: 'ACCOUNT_RUNNING',
        message: expect.stringContaining('what a shell started (process 902)') as string,
      }),
    );
    end(900);
    expect(ask()).toMatchObject({ state: 'live', earliestStart: 1000, dead: [] });
    end(902);
    expect(ask()).toMatchObject({ state: 'none', earliestStart: 1000, dead: [{ pid: 900, isShell: true }] });
  });

  test('of another machine can’t be told from one that works', () => {
    const { as, account, ask } = world();
    writeShellMark(as(1, { parent: () => markOf(900, 'elsewhere') }), account);
    expect(said(ask())).toEqual(['unknown', 1000]);
  });

  test('that can’t be told leaves no mark', () => {
    const { ctx, account, ask, shell } = world();
    shell(undefined);
    writeShellMark(ctx, account);
    expect(said(ask())).toEqual(['none', undefined]);
  });
});

describe.runIf(isLinux)('with real processes', () => {
  const started: ReturnType<typeof spawn>[] = [];
  afterEach(() => {
    for (const each of started.splice(0)) each.kill('SIGKILL');
  });

  test('a tool that a shell started is seen, by its home and its name, and its end too', async () => {
    const { account, ctx } = world();
    const real = { ...ctx, host: testHost({ home: ctx.host.homeDir, env: ctx.host.env }) };
    writeShellMark(real, account);
    const state = () => livenessOf(real, alpha, account).state;
    const start = (home: string, ...argv: string[]) => {
      const child = spawn('sh', argv, { env: { ALPHA_HOME: home, PATH: process.env.PATH } });
      started.push(child);
      return child;
    };
    start(`${account.home}-2`.slice(0, -3), '-c', 'read x', 'alpha');
    start(account.home, '-c', 'read x', 'vim');
    const knows = (pid: number | undefined) => real.host.processes.knows(pid ?? 0, 'ALPHA_HOME');
    await expect.poll(() => started.every(({ pid }) => knows(pid))).toBe(true);
    expect(state()).toBe('none');
    const tool = start(account.home, '-c', 'read x', 'alpha');
    await expect.poll(state).toBe('live');
    const ended = new Promise((resolve) => tool.on('exit', resolve));
    tool.stdin?.end();
    await ended;
    expect(state()).toBe('none');
  });
});
