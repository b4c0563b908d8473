import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimFile, sweepLitter, writeAtomic } from '../../src/state/index.ts';
import { Died, faultyFiles } from '../support/faulty-files.ts';
import { testHost } from '../support/temp-home.ts';

const inTwoHours = () => new Date(Date.now() + 2 * 60 * 60 * 1000);

test('what a killed write left is swept an hour later, not sooner; what only looks like it stays', () => {
  const host = testHost();
  const at = (name: string) => join(host.homeDir, name);
  for (const write of [writeAtomic, claimFile]) {
    const faulty = faultyFiles(host.files);
    faulty.dieAt(1, 'half');
    expect(() => write({ ...host, files: faulty.files }, at('f'), 'content')).toThrow(Died);
  }
  // A name may hold whatever a name may hold.
  writeFileSync(at('.two\nlines.abcdefgh.tmp'), '');
  const theirs = ['.x.tmp', 'x.abcdefgh.tmp', '.x.ABCDEFGH.tmp', '.x.abcdefgh', '.x.abcdefgh.tmp.bak'];
  for (const name of theirs) writeFileSync(at(name), '');
  mkdirSync(at('.d.abcdefgh.tmp'));
  writeFileSync(at('.d.abcdefgh.tmp/holder.json'), '');
  symlinkSync('/', at('.l.abcdefgh.tmp'));

  sweepLitter(host, host.homeDir);
  expect(readdirSync(host.homeDir)).toHaveLength(theirs.length + 5);
  sweepLitter({ ...host, now: inTwoHours }, host.homeDir);
  expect(readdirSync(host.homeDir).sort()).toEqual(theirs.sort());
});

test('a copy that is being made has the times of what it is a copy of, and stays', () => {
  const host = testHost();
  const copy = join(host.homeDir, '.old.abcdefgh.tmp');
  writeFileSync(copy, '');
  utimesSync(copy, 1000, 1000);
  sweepLitter(host, host.homeDir);
  expect(existsSync(copy)).toBe(true);
});

test('a folder that is not there, or can not be read, is no fault', () => {
  const host = testHost();
  expect(() => sweepLitter(host, join(host.homeDir, 'no'))).not.toThrow();
});
