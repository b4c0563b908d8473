import { commandTable } from './commands/index.ts';
import { helpText } from './help-text.ts';

/** All that can be asked of help and how it is answered: in colour, and in lines of so many columns. */
export async function helpPages(columns: number): Promise<Readonly<Record<string, string>>> {
  const look = { host: { env: { FORCE_COLOR: '1' } }, stdout: { columns } };
  const names = commandTable.flatMap(({ words }) => words);
  const groups = names.filter((name) => name.includes(' ')).map((name) => name.replace(/ .*/, ''));
  const asked = new Set(['', ...groups, ...names]);
  return Object.fromEntries(
    await Promise.all([...asked].map(async (words) => [words, await helpText(words, commandTable, look)])),
  );
}
