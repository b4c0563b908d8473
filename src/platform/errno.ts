/** `ENOENT` and the like, where the error is one of the system's (libuv calls what it can't name UNKNOWN). */
export function errnoOf(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' && /^(?:E[A-Z0-9]+|UNKNOWN)$/.test(code) ? code : undefined;
}
