import { ToolsError } from '../errors/index.ts';
import type { AppPaths, Host } from '../platform/index.ts';
import { ensureLayout } from './layout.ts';
import { readJson } from './read-json.ts';
import type { StoredFiles } from './stored-files.ts';
import { withLock } from './with-lock.ts';
import { writeJson } from './write-json.ts';

/** Where one file of ours lies and what belongs there. */
export interface UpdatedFile<Kind extends keyof StoredFiles> {
  readonly path: string;
  readonly kind: Kind;
  readonly isShape: (value: unknown) => value is StoredFiles[Kind];
  /** For the one who waits: what is busy. */
  readonly what: string;
}

/**
 * Reads a file of ours and writes it anew, if `work` calls `write`, while nobody else does either.
 * @throws ToolsError BUSY, STATE_DAMAGED and those of reading, those of writing, and what `work` throws
 */
export async function updateJson<Kind extends keyof StoredFiles, Result>(
  {
    host,
    paths,
    tell,
  }: { readonly host: Host; readonly paths: AppPaths; readonly tell: (line: string) => void },
  { path, kind, isShape, what }: UpdatedFile<Kind>,
  work: (
    before: StoredFiles[Kind] | undefined,
    write: (next: StoredFiles[Kind]) => Promise<void>,
  ) => Result | Promise<Result>,
): Promise<Result> {
  ensureLayout(host, paths);
  return withLock(
    host,
    path,
    what,
    ({ assertOurs }) =>
      work(readWritable(host, path, isShape), (next) =>
        writeJson(host, path, kind, next, { beforeCommit: assertOurs }),
      ),
    { tell },
  );
}

/** What is nested too deeply to be written again can't be changed, and nothing is to begin that would have to. */
function readWritable<Value>(
  host: Host,
  path: string,
  isShape: (value: unknown) => value is Value,
): Value | undefined {
  const value = readJson(host, path, isShape);
  try {
    JSON.stringify(value, null, 2);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ToolsError('STATE_DAMAGED', { path, offset: 0, problem: 'it is nested too deeply' });
  }
  return value;
}
