import { typedPath } from './typed-path.ts';

/** Rows of the error table about this computer and our files on it. */
export const stateRows = {
  HOME_UNUSABLE: {
    exit: 1,
    message: (d: { variable: string; value: string }) =>
      `${d.variable} is ${d.value === '' ? 'empty' : `"${d.value}"`}: it must be an absolute path.`,
    hint: (d: { variable: string }) => `export ${d.variable}=/an/absolute/path`,
  },
  CWD_MISSING: {
    exit: 1,
    message: (d: { cause: string }) => `the current directory cannot be read (${d.cause}).`,
    hint: () => 'cd ~',
  },
  WRITE_FAILED: {
    exit: 7,
    message: (d: { path: string; cause: string }) =>
      `${d.path} was not written (${d.cause}); it is as it was.`,
    hint: (d: { path: string; cause: string }) =>
      d.cause === 'ENOSPC' || d.cause === 'EDQUOT' || d.cause === 'EFBIG'
        ? `df -h ${typedPath(d.path)}`
        : `ls -ld ${typedPath(d.path)}`,
  },
  WRITE_UNSURE: {
    exit: 7,
    message: (d: { path: string; cause: string }) =>
      `${d.path} was written, but the disk did not confirm it (${d.cause}): it may be lost if the power fails now.`,
    hint: (d: { path: string }) => `ls -l ${typedPath(d.path)}`,
  },
  REMOVE_FAILED: {
    exit: 7,
    message: (d: { path: string; cause: string }) => `${d.path} could not be removed (${d.cause}).`,
    hint: (d: { path: string }) => `ls -la ${typedPath(d.path)}`,
  },
  MOVE_FAILED: {
    exit: 7,
    message: (d: { path: string; to: string; cause: string }) =>
      `${d.path} could not be moved to ${d.to} (${d.cause}); it is where it was.`,
    hint: (d: { path: string }) => `ls -ld ${typedPath(d.path)}`,
  },
  STATE_INVALID: {
    exit: 7,
    message: (d: { path: string; problem: string }) => `${d.path} was not written: ${d.problem}.`,
    hint: () => 'tools doctor',
  },
  STATE_DAMAGED: {
    exit: 6,
    message: (d: { path: string; offset: number; problem: string }) =>
      `${d.path} is damaged at byte ${d.offset}: ${d.problem}. It was not changed.`,
    hint: () => 'tools doctor',
  },
  STATE_UNREADABLE: {
    exit: 6,
    message: (d: { path: string; cause: string }) => `${d.path} cannot be read (${d.cause}).`,
    hint: (d: { path: string }) => `ls -ld ${typedPath(d.path)}`,
  },
  STATE_NEWER: {
    exit: 6,
    message: (d: { path: string; version: number; known: number }) =>
      `${d.path} was written by a newer release (format ${d.version}; this one knows ${d.known}).`,
    hint: () => 'npm install --global ai-tool-registry@latest',
  },
  LAYOUT_NEWER: {
    exit: 6,
    message: (d: { root: string; version: number; known: number }) =>
      `${d.root} is laid out by a newer release (layout ${d.version}; this one knows ${d.known}).`,
    hint: () => 'npm install --global ai-tool-registry@latest',
  },
  BUSY: {
    exit: 5,
    message: (d: { what: string; pid: number; since: string; machine?: string | undefined }) =>
      `${d.what} is busy: process ${d.pid}${d.machine === undefined ? '' : ` on ${d.machine}`} has held it since ${d.since}.`,
    hint: (d: { pid: number; path?: string | undefined }) =>
      d.path === undefined ? `ps -p ${d.pid}` : `if that process has ended: rm -r ${typedPath(d.path)}`,
  },
  LOCK_UNUSABLE: {
    exit: 6,
    message: (d: { path: string; problem: string }) => `${d.path} cannot be used as a lock: ${d.problem}.`,
    hint: (d: { path: string }) => `ls -la ${typedPath(d.path)}`,
  },
  LOCK_KEPT: {
    exit: 7,
    message: (d: { what: string; path: string; cause: string }) =>
      `${d.what}: all of it is done, but its lock ${d.path} could not be given up (${d.cause}); it is void once this process has ended.`,
    hint: (d: { path: string }) => `ls -la ${typedPath(d.path)}`,
  },
  LOCK_LOST: {
    exit: 7,
    message: (d: { what: string; path: string }) =>
      `${d.what}: the lock ${d.path} was lost on the way; what was not written yet was left alone.`,
    hint: () => 'tools doctor',
  },
};
