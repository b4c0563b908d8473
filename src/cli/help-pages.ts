import { commandTable } from './commands/index.ts';
import { helpText } from './help-text.ts';

/** Help over each command and each group: in colour, and in lines of so many columns. */
export async function helpPages(columns: number): Promise<Readonly<Record<string, string>>> {
  const names = commandTable.flatMap(({ words }) => words);
  const groups = names.filter((name) => name.includes(' ')).map((name) => name.replace(/ .*/, ''));
  const asked = new Set([...groups, ...names]);
  return Object.fromEntries(
    await Promise.all([...asked].map(async (words) => [words, await pageOf(words, columns)])),
  );
}

/** Help over everything, in the same way. */
export function helpOverview(columns: number): Promise<string> {
  return pageOf('', columns);
}

function pageOf(words: string, columns: number): Promise<string> {
  return helpText(words, commandTable, { host: { env: { FORCE_COLOR: '1' } }, stdout: { columns } });
}
