let isKept = false;

/**
 * Keeps a write beyond the file size limit an error (EFBIG). Node ignores SIGXFSZ; but signal-exit, which
 * proper-lockfile brings along, listens to it and then ends the process, unless somebody else listens too.
 */
export function keepFileSizeErrors(): void {
  if (isKept) return;
  isKept = true;
  process.on('SIGXFSZ', () => {});
}
