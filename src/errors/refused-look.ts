import { ToolsError } from './tools-error.ts';

const looks: readonly unknown[] = ['stat', 'lstat', 'scandir', 'readlink', 'realpath', 'access'];

/**
 * STATE_UNREADABLE where the disk did not let us look at something, such as a folder that is closed to us: that is no
 * bug. undefined: it was something else.
 */
export function refusedLook(thrown: unknown): ToolsError<'STATE_UNREADABLE'> | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { code, path, syscall } = thrown as { code?: unknown; path?: unknown; syscall?: unknown };
  if (typeof code !== 'string' || typeof path !== 'string' || !looks.includes(syscall)) return undefined;
  return new ToolsError('STATE_UNREADABLE', { path, cause: code }, { cause: thrown });
}
