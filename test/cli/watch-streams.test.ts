import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { CliIo } from '../../src/cli/cli-io.ts';
import { watchStreams } from '../../src/cli/watch-streams.ts';
import { testHost } from '../support/temp-home.ts';

function watched() {
  const admitted: unknown[] = [];
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 90 });
  const io: CliIo = {
    host: testHost(),
    stdin: new PassThrough(),
    stdout,
    stderr: new PassThrough(),
    admit: (guest) => void admitted.push(guest),
  };
  return { stdout, admitted, ...watchStreams(io) };
}

test('what is written to stdout is all of it, and goes where it went', () => {
  const { io, stdout, text } = watched();
  io.stdout.write('one\n');
  io.stdout.write('two\n');
  expect(text()).toBe('one\ntwo\n');
  expect(String(stdout.read())).toBe('one\ntwo\n');
});

test('how wide a terminal is, and whether it is one, may be asked', () => {
  const { io, text } = watched();
  expect([io.stdout.isTTY, io.stdout.columns]).toEqual([true, 90]);
  expect(text()).toBe('');
});

test.each<readonly [what: string, use: (io: Omit<CliIo, 'host'>) => unknown]>([
  ['something is said beside it', (io) => io.stderr],
  ['somebody is asked', (io) => io.stdin],
  ['what is written is no text', (io) => io.stdout.write(Buffer.from('x'))],
  ['the stream is waited for', (io) => io.stdout.once('drain', () => undefined)],
  ['it is ended', (io) => io.stdout.end()],
  ['how high a terminal is is asked', (io) => io.stdout.rows],
  ['code is loaded', (io) => io.admit?.({} as never)],
])('where %s, what was written is not all', (_, use) => {
  const { io, text } = watched();
  io.stdout.write('x');
  expect(text()).toBe('x');
  use(io);
  expect(text()).toBeUndefined();
});

test('code that is loaded is told of as before', () => {
  const { io, admitted } = watched();
  const guest = {} as never;
  io.admit?.(guest);
  expect(admitted).toEqual([guest]);
});
