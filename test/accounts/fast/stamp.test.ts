import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doHold } from '../../../src/accounts/fast/do-hold.ts';
import { stampOf } from '../../../src/accounts/fast/stamp.ts';
import { nodeFileSystem, type Stats } from '../../../src/platform/index.ts';
import { tempHome } from '../../support/temp-home.ts';

const none = {
  absent: [],
  directories: [],
  files: [],
  directoryLinks: {},
  fileLinks: {},
  real: {},
  counted: {},
};

/** A disk on which one thing about each file is another. */
const otherwise = (change: Partial<Stats>) => {
  const look = (path: string) =>
    Object.assign(Object.create(nodeFileSystem.stat(path) ?? null), change) as Stats;
  return { files: { ...nodeFileSystem, stat: look, lstat: look } };
};

// Where a disk tells less than others do (no inodes, no time of change), what is left has to tell by itself.
test.each(['dev', 'ino', 'mode', 'size', 'mtimeMs', 'ctimeMs'] as const)(
  'a file of which nothing but %s is another does not lie as it lay',
  (field) => {
    const file = join(tempHome(), 'file');
    writeFileSync(file, 'x');
    const stats = nodeFileSystem.stat(file) as Stats;
    const conditions = { ...none, same: { [file]: stampOf(stats) } };
    expect(doHold(otherwise({}), conditions)).toBe(true);
    expect(doHold(otherwise({ [field]: stats[field] + 1 }), conditions)).toBe(false);
  },
);
