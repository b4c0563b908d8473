import { appendFileSync, chmodSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programStamp } from '../../../src/plugins/rpc/index.ts';
import { program } from '../../process/processes.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';

const old = new Date('2026-01-01T00:00:00Z');

function world() {
  const home = tempHome();
  const file = program(home, 'plugin', '#!/bin/sh\n');
  utimesSync(file, old, old);
  const host = testHost({ home });
  return { home, file, stamp: (version = '1.0.0', path = file) => programStamp(host, path, version) };
}

test('the same file has the same stamp, by whatever link', () => {
  const { home, file, stamp } = world();
  symlinkSync(file, join(home, 'link'));
  expect(stamp()).toBe(stamp());
  expect(stamp('1.0.0', join(home, 'link'))).toBe(stamp());
});

test('what is no file has none', () => {
  const { home, stamp } = world();
  expect([stamp('1', home), stamp('1', join(home, 'nope'))]).toEqual([undefined, undefined]);
});

describe('another stamp', () => {
  test.each<[string, (file: string) => void]>([
    ['more bytes', (file) => appendFileSync(file, 'x')],
    ['another time', (file) => utimesSync(file, old, new Date())],
    [
      'another file of the same size and time in its place',
      (file) => {
        writeFileSync(`${file}.new`, '#!/bin/ah\n', { mode: 0o755 });
        utimesSync(`${file}.new`, old, old);
        renameSync(`${file}.new`, file);
      },
    ],
    [
      'the same size and time, put back by hand',
      (file) => {
        writeFileSync(file, '#!/bin/ah\n');
        utimesSync(file, old, old);
      },
    ],
    ['another mode', (file) => chmodSync(file, 0o700)],
  ])('for %s', async (_name, change) => {
    const { file, stamp } = world();
    const before = stamp();
    // The disk's clock ticks every few milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 20));
    change(file);
    expect(stamp()).not.toBe(before);
  });

  test('for another release of ours', () => {
    const { stamp } = world();
    expect(stamp('1.0.0')).not.toBe(stamp('1.0.1'));
  });
});
