import { shown } from './shown.ts';

/** What a program said before its end, as a clause: the line that names an error, else the last one; '' for nothing. */
export function lastWords(stderr: string): string {
  const lines = stderr.trim().split('\n');
  const said = lines.findLast((line) => /^\w*Error\b.*:/.test(line)) ?? lines.at(-1);
  return said ? `; it said ${shown(said)}` : '';
}
