import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Host } from '../../src/platform/index.ts';
import { runCaptured } from '../../src/process/index.ts';
import { isLinux } from '../support/linux-tools.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { buildWrapper, pidsOf, program, startApart, truePath, until, untilThere } from './processes.ts';

let wrapper = '';
let home = '';
let host: Host;
beforeAll(async () => {
  wrapper = await buildWrapper();
});
beforeEach(() => {
  home = tempHome();
  host = testHost({ home });
});

const limits = { timeoutMs: 30_000, maxBytes: 1_000_000 };
const start = (file: string, ...args: string[]) => ({
  file,
  args,
  cwd: home,
  env: { PATH: process.env.PATH! },
});
const sh = (script: string) => start('/bin/sh', '-c', script, home);
const nobodyIsLeft = () =>
  until(
    () => pidsOf(home).length === 0,
    () => `the end of ${pidsOf(home)}`,
  );

describe('what comes back', () => {
  test('both streams and the exit code', async () => {
    const captured = await runCaptured(host, sh('printf out; printf "err\\303\\251" >&2; exit 3'), limits);
    expect(captured).toEqual({
      code: 3,
      signal: null,
      stdout: 'out',
      stderr: 'erré',
      timedOut: false,
      truncated: false,
    });
  });

  test('the signal that ended it', async () => {
    expect(await runCaptured(host, sh('kill -KILL $$'), limits)).toMatchObject({
      code: null,
      signal: 'SIGKILL',
    });
  });

  test('stdin is closed, or is the input and then its end', async () => {
    expect((await runCaptured(host, start('/bin/cat'), limits)).stdout).toBe('');
    expect((await runCaptured(host, { ...start('/bin/cat'), input: 'a\nb' }, limits)).stdout).toBe('a\nb');
  });

  test('a program that does not read a large input is no failure', async () => {
    const captured = await runCaptured(host, { ...start(truePath), input: 'x'.repeat(1_000_000) }, limits);
    expect(captured.code).toBe(0);
  });

  test('much on both streams does not block it', async () => {
    const script = 'head -c 400000 /dev/zero | tr "\\0" o; head -c 400000 /dev/zero | tr "\\0" e >&2';
    const captured = await runCaptured(host, sh(script), limits);
    expect([captured.stdout.length, captured.stderr.length]).toEqual([400_000, 400_000]);
  });

  test('the environment is the one given, and no more', async () => {
    const captured = await runCaptured(
      host,
      { ...start('/usr/bin/env'), env: { A: '1', 'odd.name': 'ö' } },
      limits,
    );
    expect(captured.stdout).toBe('A=1\nodd.name=ö\n');
  });

  test('it has no terminal, and a process group of its own', async () => {
    const captured = await runCaptured(host, sh('ps -o pgid=,tty= -p $$; echo $$'), limits);
    const [group, terminal, pid] = captured.stdout.trim().split(/\s+/);
    expect(group).toBe(pid);
    expect(terminal).toMatch(/^\?+$/);
  });

  test('on Windows (simulated) it stays on our console, where nothing that it starts opens a window', async () => {
    const windows = testHost({ home, platform: 'win32', path: host.path });
    const ours = await runCaptured(host, start('/bin/ps', '-o', 'pgid=', '-p', `${process.pid}`), limits);
    const captured = await runCaptured(windows, sh('ps -o pgid= -p $$'), limits);
    expect(captured.stdout).toBe(ours.stdout);
  });

  test.each([
    ['a missing program', () => join(home, 'nope'), 'PROGRAM_NOT_FOUND', 127],
    ['a file that may not be executed', () => program(home, 'x', '', 0o644), 'CANNOT_START', 126],
  ])('%s is refused', async (_name, file, code, exit) => {
    await expect(runCaptured(host, start(file()), limits)).rejects.toMatchObject({ code, exit });
  });
});

describe('the whole group is ended', () => {
  // Both ignore TERM: only KILL, and only to the group, ends them.
  const stubborn = `trap '' TERM; sh -c "trap '' TERM; while :; do sleep 0.1; done" ${'$0'} & `;

  test('when it takes too long', async () => {
    const captured = await runCaptured(host, sh(`${stubborn} echo begun; wait`), {
      ...limits,
      timeoutMs: 300,
    });
    expect(captured).toMatchObject({ code: null, signal: 'SIGKILL', stdout: 'begun\n', timedOut: true });
    await nobodyIsLeft();
  });

  test('a launcher that would orphan its program takes it along', async () => {
    const launcher = program(
      home,
      'launcher',
      `#!/bin/sh\n/bin/sh -c 'while :; do sleep 0.1; done' ${home} &\nwait\n`,
    );
    const captured = await runCaptured(host, start(launcher), { ...limits, timeoutMs: 300 });
    expect(captured).toMatchObject({ signal: 'SIGTERM', timedOut: true });
    await nobodyIsLeft();
  });

  test('when it writes too much; the beginning is kept', async () => {
    const captured = await runCaptured(host, start('/usr/bin/yes', home), { ...limits, maxBytes: 1000 });
    expect(captured).toMatchObject({ signal: 'SIGTERM', truncated: true, timedOut: false });
    expect(captured.stdout).toHaveLength(1000);
    await nobodyIsLeft();
  });

  test('when something keeps the streams open after the program ended', async () => {
    const captured = await runCaptured(
      host,
      sh(`sh -c 'while :; do sleep 0.1; done' ${home} & echo done; exit 4`),
      limits,
    );
    expect(captured).toMatchObject({ code: 4, stdout: 'done\n', timedOut: false });
    await nobodyIsLeft();
  });

  // macOS has no setsid(1).
  test.runIf(isLinux)('but not what went into a session of its own', async () => {
    const script = `setsid sh -c 'while [ ! -e go ]; do sleep 0.1; done; echo > done' ${home} > /dev/null 2>&1 & exit 0`;
    expect(await runCaptured(host, sh(script), limits)).toMatchObject({ code: 0 });
    program(home, 'go', '');
    await untilThere(join(home, 'done'));
  });

  test.each(['TERM', 'INT', 'HUP'] as const)('when %s ends us', async (signal) => {
    const { child, ended } = captured(`${stubborn} echo > there; wait`);
    await untilThere(join(home, 'there'));
    child.kill(`SIG${signal}`);
    expect(await ended).toMatchObject({ code: null, signal: `SIG${signal}` });
    await nobodyIsLeft();
  });

  test('a signal is heeded from before its first moment', async () => {
    let listening = 0;
    const env = {
      get SEEN() {
        listening = process.listenerCount('SIGHUP');
        return 'yes';
      },
    };
    const before = process.listenerCount('SIGHUP');
    const captured = await runCaptured(host, { ...sh('echo $SEEN'), env }, limits);
    expect([captured.stdout, listening]).toEqual(['yes\n', before + 1]);
    await expect(runCaptured(host, start(join(home, 'nope')), limits)).rejects.toThrow();
    expect(process.listenerCount('SIGHUP')).toBe(before);
  });

  test('when we exit', async () => {
    const { ended } = captured(`${stubborn} echo > there; wait`, 'exiting');
    expect(await ended).toMatchObject({ code: 3 });
    expect(existsSync(join(home, 'there'))).toBe(true);
    await nobodyIsLeft();
  });

  function captured(script: string, how = 'captured') {
    return startApart(process.execPath, [wrapper, how, '/bin/sh', '-c', script, home], { cwd: home });
  }
});

test('leaves no listener behind', async () => {
  const counts = () => process.eventNames().map((name) => [name, process.listenerCount(name)]);
  const before = counts();
  await Promise.all(
    [1, 2, 3].map((code) => runCaptured(host, sh(`sleep 0.${code}; echo ${code} > ${code}`), limits)),
  );
  expect(counts()).toEqual(before);
  expect([1, 2, 3].map((name) => readFileSync(join(home, String(name)), 'utf8'))).toEqual([
    '1\n',
    '2\n',
    '3\n',
  ]);
});
