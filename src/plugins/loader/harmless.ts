import { visibleText } from '../../errors/index.ts';

/** What a plugin says, as one line that no terminal acts on, and no longer than `most` characters. */
export function harmless(said: string, most: number): string {
  // Cut before it is looked at: a plugin may say a gigabyte.
  const line = visibleText(said.slice(0, most + 1)).trim();
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}

/** How a plugin failed, as the end of a sentence. */
export function clauseOfFailure(error: unknown): string {
  const said = error instanceof Error ? error.message : typeof error === 'string' ? error : '';
  return harmless(said, 300).replace(/[.!\s]+$/, '') || 'it did not say why';
}
