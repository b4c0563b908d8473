import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Host } from '../../src/platform/index.ts';
import { type PipedEnd, startPiped } from '../../src/process/index.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { buildWrapper, pidsOf, program, startApart, until, untilThere } from './processes.ts';

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

const nobodyIsLeft = () =>
  until(
    () => pidsOf(home).length === 0,
    () => `the end of ${pidsOf(home)}`,
  );

/** A program, and what has been heard of it. */
async function piped(script: string, given: { readonly host?: Host; readonly graceMs?: number } = {}) {
  const start = { file: '/bin/sh', args: ['-c', script, home], cwd: home, env: { PATH: process.env.PATH! } };
  const limits = { stderrBytes: 100, graceMs: given.graceMs ?? 500 };
  const child = await startPiped(given.host ?? host, start, limits);
  let heard = '';
  let drains = 0;
  const ends: PipedEnd[] = [];
  child.listen({
    data: (chunk) => {
      heard += chunk;
    },
    drain: () => {
      drains += 1;
    },
    end: (end) => ends.push(end),
  });
  const ended = async () => {
    await until(() => ends.length > 0, 'the end');
    return ends;
  };
  return { ...child, heard: () => heard, drains: () => drains, ends, ended };
}

describe('what is heard', () => {
  test('what it says, and its end when its stdin ends', async () => {
    const child = await piped('while read line; do echo "got $line"; done; exit 3');
    child.write('a\nb\n');
    await until(() => child.heard() === 'got a\ngot b\n', 'both lines');
    await child.close();
    expect(await child.ended()).toEqual([{ code: 3, signal: null, isRunning: false }]);
  });

  test.each<[string, string, PipedEnd]>([
    ['an exit code', 'echo last; exit 3', { code: 3, signal: null, isRunning: false }],
    ['a signal', 'echo last; kill -KILL $$', { code: null, signal: 'SIGKILL', isRunning: false }],
    [
      'a closed stdout, while it goes on',
      'echo last; exec >&-; while read line; do :; done',
      { code: null, signal: null, isRunning: true },
    ],
    [
      'an end, while something of its own holds its stdout',
      'sleep 300 & echo last; exit 4',
      { code: 4, signal: null, isRunning: false },
    ],
  ])('%s, after all that it said', async (_name, script, end) => {
    const child = await piped(script);
    expect(await child.ended()).toEqual([end]);
    expect(child.heard()).toBe('last\n');
    await child.close();
    expect(child.ends).toEqual([end]);
    await nobodyIsLeft();
  });

  test('B089: 2 MB on stderr block nobody; its end is kept', async () => {
    const child = await piped(
      'head -c 2000000 /dev/zero | tr "\\0" e >&2; echo last words >&2; echo answered; read line',
    );
    await until(() => child.heard() === 'answered\n', 'the answer');
    await until(() => child.stderr().toString().endsWith('last words\n'), 'the last words');
    expect(child.stderr()).toHaveLength(100);
    await child.close();
  });

  test('the environment is the one given, and no more', async () => {
    const child = await piped('env | sort | grep -v -e ^PWD= -e ^_= -e ^SHLVL= -e ^OLDPWD=; read line');
    await until(() => child.heard().endsWith('\n'), 'the environment');
    expect(child.heard()).toBe(`PATH=${process.env.PATH}\n`);
    await child.close();
  });

  test('it has no terminal, and a process group of its own', async () => {
    const child = await piped('ps -o pgid=,tty= -p $$; echo $$; read line');
    await until(() => child.heard().trim().split('\n').length === 2, 'both lines');
    const [group, terminal, pid] = child.heard().trim().split(/\s+/);
    expect(group).toBe(pid);
    expect(terminal).toMatch(/^\?+$/);
    await child.close();
  });

  test('on Windows (simulated) it stays on our console, where nothing that it starts opens a window', async () => {
    const windows = testHost({ home, platform: 'win32', path: host.path });
    const child = await piped('ps -o pgid= -p $$; echo $$; read line', { host: windows });
    await until(() => child.heard().trim().split('\n').length === 2, 'both lines');
    const [group, pid] = child.heard().trim().split(/\s+/);
    expect(group).not.toBe(pid);
    await child.close();
  });

  test('a write that it does not take asks to wait, and says when there is room', async () => {
    const child = await piped('read go; cat > /dev/null; echo all of it');
    expect(child.write('x'.repeat(400_000))).toBe(false);
    expect(child.drains()).toBe(0);
    child.write('\n');
    await until(() => child.drains() === 1, 'the drain');
    expect(child.write('x')).toBe(true);
    await child.close();
  });

  test('what is written to one that has ended is no failure, and leaves no trace', async () => {
    const child = await piped('exit 0');
    child.write('x'.repeat(1_000_000));
    await child.ended();
    expect(child.write('x')).toBe(true);
    await child.close();
    expect(child.write('x')).toBe(true);
  });

  test.each([
    ['a missing program', () => join(home, 'nope'), 'PROGRAM_NOT_FOUND', 127],
    ['a file that may not be executed', () => program(home, 'x', '', 0o644), 'CANNOT_START', 126],
  ])('%s is refused, and leaves no listener', async (_name, file, code, exit) => {
    const before = process.listenerCount('SIGHUP');
    const start = { file: file(), args: [], cwd: home, env: {} };
    await expect(startPiped(host, start, { stderrBytes: 1, graceMs: 1 })).rejects.toMatchObject({
      code,
      exit,
    });
    expect(process.listenerCount('SIGHUP')).toBe(before);
  });
});

describe('B092: nothing of it is left', () => {
  /** Something of its own, by our mark in its arguments, that hears TERM or does not. */
  const grandchild = (deaf: boolean) =>
    `sh -c '${deaf ? 'trap "" TERM; ' : ''}while :; do sleep 0.1; done' ${'$0'} & `;

  test.each([
    ['it ends with its stdin', 'while read line; do :; done'],
    ['it has started something', `${grandchild(false)} while read line; do :; done`],
    ['it has started something that ignores TERM', `${grandchild(true)} while read line; do :; done`],
    ['it does not end with its stdin', 'while :; do sleep 0.1; done'],
    [
      'it ignores TERM, and so does what it started',
      `trap '' TERM; ${grandchild(true)} while :; do sleep 0.1; done`,
    ],
    ['it has ended, what it started has not', `${grandchild(true)} exit 0`],
  ])('when it is closed and %s', async (_name, script) => {
    const before = process.listenerCount('SIGHUP');
    const child = await piped(`${script}`, { graceMs: 200 });
    await Promise.all([child.close(), child.close()]);
    expect(pidsOf(home)).toEqual([]);
    expect(process.listenerCount('SIGHUP')).toBe(before);
  });

  test('one that floods us is ended as any other', async () => {
    const child = await piped(`exec yes ${home}`, { graceMs: 200 });
    await until(() => child.heard().length > 100_000, 'a flood');
    await child.close();
    expect(pidsOf(home)).toEqual([]);
  });

  test('when it has ended and nobody closes it', async () => {
    const child = await piped(`${grandchild(true)} exit 0`, { graceMs: 200 });
    await child.ended();
    await nobodyIsLeft();
    expect(child.ends).toHaveLength(1);
  });

  test('when nobody needs it and our process ends', async () => {
    const { ended } = apart('piped', `${grandchild(true)} echo there; while :; do sleep 0.1; done`);
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    await nobodyIsLeft();
  });

  test.each(['TERM', 'INT', 'HUP'] as const)('when %s ends us', async (signal) => {
    const { child, ended } = apart(
      'piped-waiting',
      `${grandchild(true)} echo > there; while :; do sleep 0.1; done`,
    );
    await untilThere(join(home, 'there'));
    child.kill(`SIG${signal}`);
    expect(await ended).toMatchObject({ code: null, signal: `SIG${signal}` });
    await nobodyIsLeft();
  });

  test('after KILL ended us it sees the end of its stdin', async () => {
    const { child, ended } = apart('piped-waiting', 'echo > there; while read line; do :; done; echo > seen');
    await untilThere(join(home, 'there'));
    child.kill('SIGKILL');
    await ended;
    await nobodyIsLeft();
    expect(existsSync(join(home, 'seen'))).toBe(true);
  });

  function apart(how: string, script: string) {
    return startApart(process.execPath, [wrapper, how, '/bin/sh', '-c', script, home], { cwd: home });
  }
});
