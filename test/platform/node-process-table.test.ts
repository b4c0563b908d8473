import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type ProcessMark, processTable } from '../../src/platform/index.ts';
import { Child } from '../support/child-script.ts';
import { canUnshare, isLinux } from '../support/linux-tools.ts';
import { tempHome } from '../support/temp-home.ts';

const table = processTable({ platform: 'linux', pid: process.pid, hostname: hostname() });
const children: Child[] = [];

afterEach(async () => {
  for (const one of children.splice(0)) {
    one.process.kill('SIGKILL');
    await one.ended;
  }
});

function start(file: string, ...args: string[]): Child {
  const child = new Child(file, args);
  children.push(child);
  return child;
}

function markOf(pid: number): ProcessMark {
  const mark = table.markOf(pid);
  if (mark === undefined) throw new Error(`no process ${pid}`);
  return mark;
}

describe.runIf(isLinux)('on Linux, real processes', () => {
  test('one that runs is alive, one that ended is dead', async () => {
    const child = start('sleep', '60');
    const mark = markOf(child.pid);
    expect(mark.startedAt).toMatch(/^\d+$/);
    expect(table.stateOf(mark)).toBe('alive');
    child.process.kill('SIGKILL');
    await child.ended;
    expect(table.stateOf(mark)).toBe('dead');
    expect(table.markOf(child.pid)).toBeUndefined();
  });

  test('one that is stopped is alive', async () => {
    const child = start('sleep', '60');
    child.process.kill('SIGSTOP');
    await expect.poll(() => readFileSync(`/proc/${child.pid}/stat`, 'utf8')).toMatch(/\) T /);
    expect(table.stateOf(markOf(child.pid))).toBe('alive');
  });

  test('one that was killed and not yet reaped is dead', async () => {
    const parent = start('sh', '-c', 'sleep 60 & echo "pid $!."; exec sleep 60');
    await parent.prints('.');
    parent.process.stdout?.pause();
    const pid = Number(
      /\d+/.exec(String(readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`)))?.[0],
    );
    const mark = markOf(pid);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /);
    expect(table.stateOf(mark)).toBe('dead');
    expect(table.markOf(pid)).toBeUndefined();
  });

  test('a pid that another process has now is dead', () => {
    const mark = markOf(start('sleep', '60').pid);
    expect(table.stateOf({ ...mark, startedAt: String(Number(mark.startedAt) - 1) })).toBe('dead');
    expect(table.stateOf({ ...table.self, startedAt: '1' })).toBe('dead');
  });

  test('a program with a name like the rest of the line is read right', () => {
    const program = join(tempHome(), 'a) Z 1 2 (b');
    copyFileSync('/bin/sleep', program);
    const child = start(program, '60');
    expect(table.stateOf(markOf(child.pid))).toBe('alive');
    expect(markOf(child.pid).startedAt).toMatch(/^\d{3,}$/);
  });

  test('when it was started is told, of itself, of a child and of an older one', async () => {
    const before = Date.now();
    const child = start('sleep', '60');
    const near = (time: number) => [time - 300, time + 300] as const;
    const [least, most] = near(before);
    expect(table.startTimeOf(child.pid)?.getTime()).toBeGreaterThan(least);
    expect(table.startTimeOf(child.pid)?.getTime()).toBeLessThan(most + (Date.now() - before));
    const [from, to] = near(Date.now() - process.uptime() * 1000);
    expect(table.startTimeOf(process.pid)?.getTime()).toBeGreaterThan(from);
    expect(table.startTimeOf(process.pid)?.getTime()).toBeLessThan(to);
    expect(table.startTimeOf(process.ppid)?.getTime()).toBeLessThanOrEqual(to);
    child.process.kill('SIGKILL');
    await child.ended;
    expect(table.startTimeOf(child.pid)).toBeUndefined();
  });

  test('before the last boot of this machine: dead; of another machine: unknown', () => {
    const { self } = table;
    expect(self.boot).toMatch(/^[0-9a-f-]{36}$/);
    expect(table.stateOf({ ...self, boot: 'another' })).toBe('dead');
    expect(table.stateOf({ ...self, boot: '' })).toBe('unknown');
    expect(table.stateOf({ ...self, machine: 'another' })).toBe('unknown');
    expect(table.stateOf({ ...self, machine: 'another', boot: 'another' })).toBe('unknown');
  });

  test.runIf(canUnshare)('a container has pids of its own: another machine', async () => {
    const child = start('unshare', '-rpf', 'readlink', '/proc/self/ns/pid');
    const { stdout } = await child.ended;
    const inside = /\d+/.exec(stdout)?.[0] ?? '';
    expect(inside).not.toBe('');
    expect(table.self.machine).toContain(hostname());
    expect(table.self.machine).not.toContain(inside);
  });

  test.each([0, -1, 1.5, Number.NaN, 2 ** 31])('%d is nobody', (pid) => {
    expect(table.markOf(pid)).toBeUndefined();
    expect(table.stateOf({ ...table.self, pid })).toBe('dead');
    expect(() => table.end(pid)).not.toThrow();
  });

  test('what stands in the environment of a process is told; of one that has none, nothing', async () => {
    const child = start('env', 'DEMO_HOME=/a/home', 'sleep', '60');
    await expect.poll(() => table.knows(child.pid, '/a/home')).toBe(true);
    expect(table.knows(child.pid, '/another')).toBe(false);
    const bare = start('env', '-i', 'sleep', '60');
    await expect.poll(() => table.knows(bare.pid, '')).toBeUndefined();
    child.process.kill('SIGKILL');
    await child.ended;
    expect(table.knows(child.pid, '/a/home')).toBeUndefined();
  });

  test('who was given a text in its environment is found, with its program; not this process and its forebears', async () => {
    const home = tempHome();
    expect(table.knowing(home)).toEqual([]);
    const child = start('env', `DEMO_HOME=${home}`, 'sleep', '60');
    await expect.poll(() => table.knowing(home)).toEqual([{ pid: child.pid, argv: ['sleep', '60', ''] }]);
    const path = `PATH=${process.env.PATH}`;
    const found = (table.knowing(path) ?? []).map(({ pid }) => pid);
    expect(found).not.toContain(process.pid);
    expect(found).not.toContain(process.ppid);
  });

  test('who started this process is told', () => {
    expect(table.parent()).toEqual(markOf(process.ppid));
  });
});

describe.runIf(isLinux)('who runs a program from a folder', () => {
  test('is told of a program itself, of a script, and by way of a link to the folder', async () => {
    const folder = tempHome();
    const [inside, link] = [join(folder, 'inside'), join(folder, 'link')];
    mkdirSync(join(inside, 'bin'), { recursive: true });
    symlinkSync(inside, link);
    copyFileSync('/bin/sleep', join(inside, 'bin/copy'));
    chmodSync(join(inside, 'bin/copy'), 0o755);
    writeFileSync(join(inside, 'script.cjs'), 'setTimeout(() => {}, 60_000);\n');
    const copy = start(join(inside, 'bin/copy'), '60');
    const script = start(process.execPath, join(inside, 'script.cjs'));
    for (const place of [inside, link])
      await expect
        .poll(() => [...(table.runningFrom(place) ?? [])].sort())
        .toEqual([copy.pid, script.pid].sort());
    expect(table.runningFrom(join(folder, 'insid'))).toEqual([]);
  });
});

test('a process is asked to end; one that has ended is let be', async () => {
  const child = start('sleep', '60');
  table.end(child.pid);
  expect((await child.ended).signal).toBe('SIGTERM');
  expect(() => table.end(child.pid)).not.toThrow();
});

describe.each(['darwin', 'win32'] as const)('on %s only the pid can be asked for', (platform) => {
  const there = processTable({ platform, pid: process.pid, hostname: 'box' });

  test('this process is alive', () => {
    expect(there.self).toEqual({ pid: process.pid, startedAt: null, boot: '', machine: 'box' });
    expect(there.stateOf(there.self)).toBe('alive');
  });

  test('when it was started, and in which environment, is not told', () => {
    expect(there.startTimeOf(process.pid)).toBeUndefined();
    expect(there.knows(process.pid, 'PATH')).toBeUndefined();
    expect(there.runningFrom('/')).toBeUndefined();
    expect(there.knowing('PATH')).toBeUndefined();
    expect(there.parent()).toEqual({ pid: process.ppid, startedAt: null, boot: '', machine: 'box' });
  });

  test('a pid in use may be another process: unknown; one that is gone is dead', async () => {
    const child = start('sleep', '60');
    const mark = there.markOf(child.pid);
    if (mark === undefined) throw new Error('not there');
    expect(there.stateOf(mark)).toBe('unknown');
    child.process.kill('SIGKILL');
    await child.ended;
    expect(there.stateOf(mark)).toBe('dead');
    expect(there.stateOf({ ...mark, machine: 'other' })).toBe('unknown');
  });
});
