import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import '../support/on-disk.ts';
import { nodeFileSystem } from '../../src/platform/index.ts';
import { writeFleeting } from '../../src/state/index.ts';
import { Died, faultyFiles } from '../support/faulty-files.ts';
import { tempHome, testHost } from '../support/temp-home.ts';

test('a fleeting file is whole, private, and no folder is flushed for it', () => {
  const home = tempHome();
  const { files, steps } = faultyFiles(nodeFileSystem);
  writeFleeting(testHost({ home, files }), join(home, 'mark'), 'a mark');
  expect([readFileSync(join(home, 'mark'), 'utf8'), statSync(join(home, 'mark')).mode & 0o777]).toEqual([
    'a mark',
    0o600,
  ]);
  expect(steps.map((step) => step.split(' ')[0])).toEqual(['writeNew', 'rename']);
});

test('death on the way leaves no half of it, and what can’t be written leaves nothing', () => {
  for (const n of [1, 2])
    for (const when of ['before', 'after', 'half'] as const) {
      const home = tempHome();
      const faulty = faultyFiles(nodeFileSystem);
      faulty.dieAt(n, when);
      const host = testHost({ home, files: faulty.files });
      expect(() => writeFleeting(host, join(home, 'mark'), 'a mark')).toThrow(Died);
      const made = readdirSync(home).filter((name) => name === 'mark');
      expect(made.map((name) => readFileSync(join(home, name), 'utf8'))).toEqual(
        n === 2 && when === 'after' ? ['a mark'] : [],
      );
    }
  const home = tempHome();
  const faulty = faultyFiles(nodeFileSystem);
  faulty.failAt(2, 'ENOSPC');
  const host = testHost({ home, files: faulty.files });
  expect(() => writeFleeting(host, join(home, 'mark'), 'a mark')).toThrow(
    expect.objectContaining({ code: 'WRITE_FAILED' }),
  );
  expect(readdirSync(home)).toEqual([]);
});
