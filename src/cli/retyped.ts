import { atDoubleDash } from './command-line.ts';

/** A command line as it is typed, for hints: with an addition, which goes left of `--`. */
export function retyped(argv: readonly string[], addition: readonly string[] = []): string {
  const { left, right } = atDoubleDash(argv);
  return [...left, ...addition, ...right].map(quoted).join(' ');
}

/** As a POSIX shell and PowerShell both read it. */
function quoted(word: string): string {
  if (/^[\w@%+=:,./#-]+$/.test(word) && !word.startsWith('#')) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
