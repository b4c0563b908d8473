import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runForeground } from '../../src/process/index.ts';
import { demandProgram, isLinux } from '../support/linux-tools.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { buildWrapper, pidsOf, program, startApart, truePath, until, untilThere } from './processes.ts';

let wrapper = '';
let home = '';
beforeAll(async () => {
  wrapper = await buildWrapper();
});
beforeEach(() => {
  home = tempHome();
});

const wrap = (file: string, args: readonly string[] = [], how = 'leave') =>
  startApart(process.execPath, [wrapper, how, file, ...args], { cwd: home });
const read = (name: string) => readFileSync(join(home, name), 'utf8');

describe('ends as the child ended', () => {
  test.each([
    ['exit 42', 42],
    ['exit 0', 0],
    ['kill -TERM $$', 143],
    ['kill -KILL $$', 137],
    ['kill -INT $$', 130],
    ['kill -HUP $$', 129],
    ['kill -USR1 $$', 138],
  ])('B061 %s gives %i', async (script, code) => {
    const { ended } = wrap('/bin/sh', ['-c', script]);
    expect(await ended).toMatchObject({ code, signal: null, stderr: '' });
  });

  test('arguments arrive as they were given', async () => {
    const show = program(
      home,
      'show',
      `#!${process.execPath}\nconsole.log(JSON.stringify(process.argv.slice(2)))\n`,
    );
    const args = ['--account', 'x', '--', '-p', 'a  b', '', '--help', '*', 'n\nl', '$(x)', '"', "'"];
    const { ended } = wrap(show, args);
    expect(JSON.parse((await ended).stdout)).toEqual(args);
  });
});

describe('signals to us alone', () => {
  const trapping = (signal: string) =>
    `trap 'echo got >> mark; exit 7' ${signal}; echo $$ > pid; while :; do sleep 0.05; done`;

  test.each(['TERM', 'HUP', 'USR1', 'USR2'] as const)(
    'B062 %s reaches the child at once, and nobody is left',
    async (signal) => {
      const { child, ended } = wrap('/bin/sh', ['-c', trapping(signal), home]);
      await untilThere(join(home, 'pid'));
      child.kill(`SIG${signal}`);
      expect(await ended).toMatchObject({ code: 7, signal: null });
      expect(read('mark')).toBe('got\n');
      expect(pidsOf(home)).toEqual([]);
    },
  );

  test.each(['INT', 'QUIT'] as const)('%s without a terminal is passed on after a moment', async (signal) => {
    const { child, ended } = wrap('/bin/sh', ['-c', trapping(signal), home]);
    await untilThere(join(home, 'pid'));
    child.kill(`SIG${signal}`);
    expect(await ended).toMatchObject({ code: 7 });
    expect(read('mark')).toBe('got\n');
  });

  test('INT to the whole group, without a terminal, is not given twice to a child that ends by it', async () => {
    const script = `trap 'echo got >> mark; sleep 0.05; exit 7' INT; echo $$ > pid; while :; do sleep 0.05; done`;
    const { child, ended } = wrap('/bin/sh', ['-c', script]);
    await untilThere(join(home, 'pid'));
    process.kill(-child.pid!, 'SIGINT');
    expect(await ended).toMatchObject({ code: 7 });
    expect(read('mark')).toBe('got\n');
  });

  test('a child that ignores TERM is waited for, and its code is not lost', async () => {
    const { child, ended } = wrap('/bin/sh', [
      '-c',
      `trap '' TERM; echo > pid; while [ ! -e go ]; do sleep 0.05; done; exit 5`,
    ]);
    await untilThere(join(home, 'pid'));
    child.kill('SIGTERM');
    await sleep(300);
    expect(child.exitCode).toBeNull();
    writeFileSync(join(home, 'go'), '');
    expect(await ended).toMatchObject({ code: 5 });
  });

  test('TERM ends a child that is stopped', async () => {
    const { child, ended } = wrap('/bin/sh', ['-c', 'echo $$ > pid; kill -STOP $$; exit 5', home]);
    await untilThere(join(home, 'pid'));
    await until(() => isStopped(Number(read('pid'))), 'the stop');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 143 });
    expect(pidsOf(home)).toEqual([]);
  });

  test.runIf(isLinux).each(['TERM', 'INT', 'USR1'] as const)(
    '%s that the child may not be sent, for it runs as another user, is no end of our waiting',
    async (signal) => {
      demandProgram('strace', 'apt-get install strace');
      const script = `echo $PPID > ours; while [ ! -e go ]; do sleep 0.05; done; exit 5`;
      // Only our own calls fail: of what we start nothing is followed.
      const { ended } = startApart(
        'strace',
        [
          ...['-qq', '-o', join(home, 'calls'), '-e', 'trace=kill', '-e', 'inject=kill:error=EPERM'],
          ...[process.execPath, wrapper, 'leave', '/bin/sh', '-c', script],
        ],
        { cwd: home },
      );
      await untilThere(join(home, 'ours'));
      await until(() => read('ours') !== '', 'its word');
      process.kill(Number(read('ours')), `SIG${signal}`);
      await until(() => read('calls').includes('EPERM'), 'the signal');
      await sleep(100);
      writeFileSync(join(home, 'go'), '');
      expect(await ended).toMatchObject({ code: 5, stderr: '' });
    },
  );

  test('a child that is stopped without a terminal does not stop us: continued, it ends as it will', async () => {
    const { ended } = wrap('/bin/sh', ['-c', 'echo $$ > pid; kill -STOP $$; exit 5']);
    await untilThere(join(home, 'pid'));
    const pid = Number(read('pid'));
    await until(() => isStopped(pid), 'the stop');
    await sleep(200);
    process.kill(pid, 'SIGCONT');
    expect(await ended).toMatchObject({ code: 5 });
  });

  test('TERM at any moment of the start leaves nobody behind', async () => {
    for (let delay = 0; delay < 200; delay += 20) {
      const { child, ended } = wrap('/bin/sleep', [`1000.${delay}`]);
      await sleep(delay);
      child.kill('SIGTERM');
      const { code, signal } = await ended;
      expect([code, signal]).toEqual(signal ? [null, 'SIGTERM'] : [143, null]);
      expect(pidsOf(`1000.${delay}`)).toEqual([]);
    }
  });
});

describe('streams', () => {
  test('B064 on a terminal the child has it on all three', () => {
    const show = program(
      home,
      'show',
      `#!${process.execPath}\nconsole.log([0,1,2].map((fd) => require('tty').isatty(fd)).join())\n`,
    );
    const line = `'${process.execPath}' '${wrapper}' leave '${show}'`;
    const output = execFileSync('script', ['-qec', line, '/dev/null'], { encoding: 'utf8' });
    expect(output.trim()).toBe('true,true,true');
  });

  test('B064 a pipe stays a pipe, and 10 MB of random bytes arrive unchanged', () => {
    const sum = program(home, 'sum', '#!/bin/sh\n[ -t 0 ] && echo tty\nsha256sum\n');
    const bytes = randomBytes(10 * 1024 * 1024);
    const output = execFileSync(process.execPath, [wrapper, 'leave', sum], {
      input: bytes,
      encoding: 'utf8',
    });
    expect(output.split(' ')[0]).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(
      execFileSync(process.execPath, [wrapper, 'leave', '/bin/cat'], { input: 'hi', encoding: 'utf8' }),
    ).toBe('hi');
  });

  test('not a byte of stdin is ours: what the child leaves is there for the next', () => {
    const line = `printf abcdef | { '${process.execPath}' '${wrapper}' leave /bin/dd bs=1 count=3 2>/dev/null; printf :; cat; }`;
    expect(execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' })).toBe('abc:def');
  });
});

describe('what cannot be started', () => {
  test.each([
    ['a missing program is 127', () => join(home, 'nope'), 127, 'PROGRAM_NOT_FOUND'],
    [
      'a file without the right to execute is 126',
      () => program(home, 'x', '#!/bin/sh\n', 0o644),
      126,
      'CANNOT_START',
    ],
    ['a directory is 126', () => home, 126, 'CANNOT_START'],
    ['a missing interpreter is 126', () => program(home, 'x', '#!/no/such\n'), 126, 'CANNOT_START'],
  ])('%s', async (_name, file, code, says) => {
    const { ended } = wrap(file());
    expect(await ended).toEqual({ code, signal: null, stdout: '', stderr: `${says}\n` });
  });

  test('a working directory that is gone is 126', async () => {
    const host = testHost({ home });
    const start = { file: truePath, args: [], env: {}, cwd: join(home, 'gone') };
    await expect(runForeground(host, start)).rejects.toMatchObject({
      code: 'CANNOT_START',
      data: { cause: 'noDirectory' },
    });
  });

  test('a script without a first line #! goes through sh, as in a shell', async () => {
    const script = program(home, 'plain', 'printf "%s|" "$0" "$@"; exit 4\n');
    const { ended } = wrap(script, ['a b', '', '-c', '$x']);
    expect(await ended).toMatchObject({ code: 4, stdout: `${script}|a b||-c|$x|` });
  });
});

test('leaves no listener behind, whether the child ran or could not', async () => {
  const host = testHost({ home });
  const counts = () => process.eventNames().map((name) => [name, process.listenerCount(name)]);
  const before = counts();
  const start = { args: [], env: {}, cwd: home };
  expect(await runForeground(host, { ...start, file: truePath })).toBe(0);
  await expect(runForeground(host, { ...start, file: join(home, 'nope') })).rejects.toMatchObject({
    exit: 127,
  });
  expect(counts()).toEqual(before);
});

function isStopped(pid: number): boolean {
  return execFileSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' }).startsWith('T');
}
