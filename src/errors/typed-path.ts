/**
 * A path as it is typed into a POSIX shell or PowerShell, one word: a name may be anybody's, from a repository for
 * one, and nothing in it is ever run.
 */
export function typedPath(path: string): string {
  return /["$`!]|\\$/.test(path) ? `'${path.replaceAll("'", `'\\''`)}'` : `"${path}"`;
}

/** Any other word, which seldom needs quotes. */
export function typedWord(word: string): string {
  return /^[^\s"'\\$`!&|;<>(){}[\]*?~#]+$/.test(word) ? word : typedPath(word);
}
