/** A command line as it is typed, for hints: with an addition, which goes left of `--`. */
export function retyped(argv: readonly string[], addition: readonly string[] = []): string {
  const at = argv.indexOf('--');
  const own = at < 0 ? argv.length : at;
  return [...argv.slice(0, own), ...addition, ...argv.slice(own)].map(quoted).join(' ');
}

/** As a POSIX shell and PowerShell both read it. */
function quoted(word: string): string {
  if (/^[\w@%+=:,./#-]+$/.test(word) && !word.startsWith('#')) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
