/** A home path as one name. */
export function encodePath(path: string): string {
  return encodeURIComponent(path).replaceAll('*', '%2A');
}
