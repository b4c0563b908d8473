import { ToolsError } from '../errors/index.ts';
import type { Host } from '../platform/index.ts';
import type { StoredFiles } from './stored-files.ts';
import { type WriteOptions, writeAtomic } from './write-atomic.ts';

/**
 * Checks a value against what belongs into files of that kind, then writes it as it is, with every key that is
 * not ours too, 0600.
 * @throws ToolsError STATE_INVALID (nothing written), WRITE_FAILED, WRITE_UNSURE, and what `beforeCommit` throws
 */
export async function writeJson<Kind extends keyof StoredFiles>(
  host: Host,
  file: string,
  kind: Kind,
  value: StoredFiles[Kind],
  options: WriteOptions = {},
): Promise<void> {
  const { problemOf } = await import('./schema.ts');
  const problem = problemOf(kind, value);
  if (problem !== undefined) throw new ToolsError('STATE_INVALID', { path: file, problem });
  writeAtomic(host, file, `${JSON.stringify(value, null, 2)}\n`, 0o600, options);
}
