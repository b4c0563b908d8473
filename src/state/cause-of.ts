import { errnoOf } from '../platform/index.ts';

/** The errno of a failure, for an error's data. An error that has none is a bug, and stays what it is. */
export function causeOf(error: unknown): string {
  const errno = errnoOf(error);
  if (errno === undefined) throw error;
  return errno;
}
