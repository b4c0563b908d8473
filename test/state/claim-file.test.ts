import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Host } from '../../src/platform/index.ts';
import '../support/on-disk.ts';
import { claimFile } from '../../src/state/index.ts';
import { bundleChild, Child } from '../support/child-script.ts';
import { Died, faultyFiles } from '../support/faulty-files.ts';
import { testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

let host: Host;
let file: string;

beforeEach(() => {
  host = testHost();
  file = join(host.homeDir, 'label');
});

test('the first gets it, with its content, 0600; the second does not, and changes nothing', () => {
  expect(claimFile(host, file, 'first')).toBe(true);
  const before = treeOf(host.homeDir);
  expect(before.label).toMatch(/^file 0600 /);
  expect(claimFile(host, file, 'second')).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe('first');
  expect(treeOf(host.homeDir)).toEqual(before);
});

test.each([
  ['an empty file', () => writeFileSync(file, '')],
  ['an empty folder', () => mkdirSync(file)],
  ['a dangling link', () => symlinkSync('/nowhere', file)],
  ['a link to a file', () => symlinkSync(join(host.homeDir, 'theirs'), file)],
])('%s is a name that is taken', (_case, make) => {
  writeFileSync(join(host.homeDir, 'theirs'), 'theirs');
  make();
  const before = treeOf(host.homeDir);
  expect(claimFile(host, file, 'ours')).toBe(false);
  expect(treeOf(host.homeDir)).toEqual(before);
});

describe.each(['EPERM', 'ENOTSUP', 'EMLINK', 'UNKNOWN'])('where hard links are refused (%s)', (errno) => {
  const onSuchADisk = () => {
    const faulty = faultyFiles(host.files);
    faulty.failWhere((method) => method === 'link', errno);
    return { ...host, files: faulty.files };
  };

  test('it is still exclusive, and leaves no litter', () => {
    expect(claimFile(onSuchADisk(), file, 'first')).toBe(true);
    expect(claimFile(onSuchADisk(), file, 'second')).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe('first');
    expect(readdirSync(host.homeDir)).toEqual(['label']);
  });
});

test('a death at any step: nobody has it, or one has all of it', () => {
  const counted = faultyFiles(host.files);
  claimFile({ ...host, files: counted.files }, join(host.homeDir, 'count'), 'x');
  for (const when of ['before', 'half', 'after'] as const) {
    for (let n = 1; n <= counted.steps.length; n += 1) {
      const name = join(host.homeDir, `${when}-${n}`);
      const faulty = faultyFiles(host.files);
      faulty.dieAt(n, when);
      expect(() => claimFile({ ...host, files: faulty.files }, name, 'content')).toThrow(Died);
      const isFree = claimFile(host, name, 'content');
      expect(isFree).toBe(n === 1 || (n === 2 && when !== 'after'));
      expect(readFileSync(name, 'utf8')).toBe('content');
    }
  }
});

test('20 processes at once: one wins, and the file holds what that one claimed it with', async () => {
  const script = await bundleChild(join(import.meta.dirname, 'children', 'state-child.ts'));
  const env = { HOME: host.homeDir, PATH: process.env.PATH };
  const racers = Array.from(
    { length: 20 },
    (_, n) => new Child(process.execPath, [script, 'claim', file, `${n}`.repeat(5000)], { env }),
  );
  await Promise.all(racers.map((one) => one.prints('ready')));
  writeFileSync(`${file}.start`, '');
  const ends = await Promise.all(racers.map((one) => one.ended));
  const winners = ends.flatMap(({ stdout }, n) => (stdout.includes('won') ? [n] : []));
  expect(ends.filter(({ stdout }) => stdout.includes('lost'))).toHaveLength(19);
  expect(winners).toHaveLength(1);
  expect(readFileSync(file, 'utf8')).toBe(`${winners[0]}`.repeat(5000));
  expect(readdirSync(host.homeDir).sort()).toEqual(['label', 'label.start']);
});

test('a full disk: WRITE_FAILED, not claimed, no litter', () => {
  const faulty = faultyFiles(host.files);
  faulty.failAt(1, 'ENOSPC');
  expect(() => claimFile({ ...host, files: faulty.files }, file, 'x')).toThrow(
    expect.objectContaining({ code: 'WRITE_FAILED', data: { path: file, cause: 'ENOSPC' } }),
  );
  expect(readdirSync(host.homeDir)).toEqual([]);
});
