import { chmodSync, constants, copyFileSync, writeFileSync } from 'node:fs';
import { type FileSystem, nodeFileSystem } from '../../src/platform/index.ts';

/** The disk, which is never waited for until it has what it was given: no test takes its power away. */
export const quickFiles: FileSystem = {
  ...nodeFileSystem,
  writeNew: (path, data, mode) => {
    writeFileSync(path, data, { flag: 'wx', mode });
    chmodSync(path, mode);
  },
  copyNew: (from, path, mode) => {
    copyFileSync(from, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    chmodSync(path, mode);
  },
  syncDirectory: () => undefined,
};
