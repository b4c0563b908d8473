import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type AppPaths, appPaths, type Host } from '../../src/platform/index.ts';
import { forgetEntry, noteDone, readJournal, sweepJournal, writeJournal } from '../../src/state/index.ts';
import { faultyFiles } from '../support/faulty-files.ts';
import { testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

let host: Host;
let paths: AppPaths;
let time = new Date('2026-11-30T13:55:48.123Z');

beforeEach(() => {
  time = new Date('2026-11-30T13:55:48.123Z');
  host = testHost({ now: () => time });
  paths = appPaths(host);
});

const entry = { verb: 'rename', tool: 'tool', account: 'abcd1234', what: { from: 'a', to: 'b' } };
const read = () =>
  readdirSync(paths.journal).map((name) => JSON.parse(readFileSync(join(paths.journal, name), 'utf8')));

test('a change is noted before it begins, and noted as done when it is', () => {
  const { done } = writeJournal(host, paths, entry);
  const process = host.processes.self;
  expect(read()).toEqual([
    { schemaVersion: 1, at: '2026-11-30T13:55:48.123Z', ...entry, process, doneAt: null },
  ]);
  time = new Date('2026-11-30T13:55:50Z');
  done();
  expect(read()).toMatchObject([{ at: '2026-11-30T13:55:48.123Z', doneAt: '2026-11-30T13:55:50.000Z' }]);
  expect(Object.values(treeOf(paths.root))).toEqual(['dir 0700', expect.stringMatching(/^file 0600 /)]);
});

test('only what belongs there is written, whatever else the value holds', () => {
  writeJournal(host, paths, { ...entry, identity: 'CANARY-1' } as never);
  expect(JSON.stringify(read())).not.toContain('CANARY');
});

test('a hundred changes in one second are a hundred entries', () => {
  for (let n = 0; n < 100; n += 1) writeJournal(host, paths, entry).done();
  expect(read()).toHaveLength(100);
});

test('a change that can not be noted does not begin: WRITE_FAILED', () => {
  const faulty = faultyFiles(host.files);
  faulty.failWhere((method) => method === 'writeNew', 'ENOSPC');
  expect(() => writeJournal({ ...host, files: faulty.files }, paths, entry)).toThrow(
    expect.objectContaining({ code: 'WRITE_FAILED' }),
  );
});

test('an entry ends after 30 days', () => {
  writeJournal(host, paths, entry).done();
  time = new Date('2026-12-15T00:00:00Z');
  writeJournal(host, paths, entry).done();
  time = new Date('2026-12-30T13:55:49Z');
  expect(sweepJournal(host, paths)).toEqual([]);
  expect(readdirSync(paths.journal)).toEqual([expect.stringMatching(/^20261215T000000Z-/)]);
});

test('what a killed write left among the entries goes with the next that is noted an hour later', () => {
  const litter = join(paths.journal, '.20261130T135548Z-aaaaaaaa.json.bbbbbbbb.tmp');
  writeJournal(host, paths, entry).done();
  writeFileSync(litter, '{');
  time = new Date();
  expect(sweepJournal(host, paths)).toEqual([]);
  expect(existsSync(litter)).toBe(true);
  time = new Date(Date.now() + 2 * 60 * 60 * 1000);
  expect(sweepJournal(host, paths)).toEqual([]);
  expect(existsSync(litter)).toBe(false);
});

test('what was noted is read again, the oldest first; what can not be read is told beside it', () => {
  writeJournal(host, paths, entry).done();
  time = new Date('2026-11-30T13:55:48.124Z');
  writeJournal(host, paths, { ...entry, undoes: 'earlier' });
  writeFileSync(join(paths.journal, '20261130T135549Z-aaaaaaaa.json'), '{"verb":');
  writeFileSync(join(paths.journal, 'notes.txt'), 'not ours');
  const { records, damage } = readJournal(host, paths);
  expect(records).toMatchObject([
    { ...entry, at: '2026-11-30T13:55:48.123Z', doneAt: expect.any(String), process: host.processes.self },
    { ...entry, at: '2026-11-30T13:55:48.124Z', doneAt: null, undoes: 'earlier' },
  ]);
  expect(damage).toMatchObject([{ code: 'STATE_DAMAGED' }]);
});

test('what came later is read later, though the clock was put back, or stands still', () => {
  const verbs = ['first', 'second', 'third', 'fourth', 'fifth'];
  const times = ['T13:55:48.123Z', 'T13:55:48.123Z', 'T12:00:00.000Z', 'T12:00:00.000Z', 'T14:00:00.000Z'];
  for (const [at, verb] of verbs.entries()) {
    time = new Date(`2026-11-30${times[at]}`);
    writeJournal(host, paths, { ...entry, verb }).done();
  }
  const { records } = readJournal(host, paths);
  expect(records.map(({ verb }) => verb)).toEqual(verbs);
  expect(records.map(({ at }) => at)).toEqual(times.map((each) => `2026-11-30${each}`));
});

test('an entry of an older release, which does not tell who made it, is read, too', () => {
  mkdirSync(paths.journal, { recursive: true });
  const older = { schemaVersion: 1, at: '2026-11-30T13:55:48.123Z', ...entry, doneAt: null };
  writeFileSync(join(paths.journal, '20261130T135548Z-aaaaaaaa.json'), JSON.stringify(older));
  expect(readJournal(host, paths).records).toEqual([
    { ...older, id: '20261130T135548Z-aaaaaaaa', process: null },
  ]);
});

test('one that was cut off can be noted as done later, or forgotten', () => {
  writeJournal(host, paths, entry);
  writeJournal(host, paths, entry);
  const [one, other] = readJournal(host, paths).records;
  if (one) noteDone(host, paths, one);
  if (other) forgetEntry(host, paths, other);
  expect(readJournal(host, paths).records).toEqual([{ ...one, doneAt: time.toISOString() }]);
});
