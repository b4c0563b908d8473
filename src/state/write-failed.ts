import { ToolsError } from '../errors/index.ts';
import { causeOf } from './cause-of.ts';

/**
 * WRITE_FAILED, with what the disk said, to be thrown. @throws the error itself where it is none of the disk's: it is
 * one of ours, or a bug
 */
export function writeFailed(path: string, error: unknown): ToolsError<'WRITE_FAILED'> {
  return new ToolsError('WRITE_FAILED', { path, cause: causeOf(error) }, { cause: error });
}
