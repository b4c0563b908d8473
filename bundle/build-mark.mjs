import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts a mark of all that the program is made of behind its version: a clone has many programs of one version. */
export function buildMark() {
  return {
    name: 'build-mark',
    transform: (code, id) =>
      /[\\/]src[\\/]cli[\\/]build\.ts$/.test(id)
        ? code.replace(/= version;/, `= version + ${JSON.stringify(`+${mark}`)};`)
        : undefined,
  };
}

const sources = ['src', 'bundle']
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
  .sort();

const mark = [...sources, 'package-lock.json', 'rolldown.config.mjs']
  .reduce((hash, file) => hash.update(`${file}\0`).update(readFileSync(file)), createHash('sha256'))
  .digest('hex')
  .slice(0, 12);
