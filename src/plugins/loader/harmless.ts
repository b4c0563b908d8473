import { ToolsError, visibleText } from '../../errors/index.ts';

/** What a plugin says, as one line that no terminal acts on, and no longer than `most` characters. */
export function harmless(said: string, most: number): string {
  // Cut before it is looked at: a plugin may say a gigabyte.
  const line = visibleText(said.slice(0, most + 1)).trim();
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}

/**
 * How a plugin failed, as the end of a sentence. What it throws may be anything, and may throw when it is looked at.
 */
export function clauseOfFailure(error: unknown): string {
  return harmless(saidBy(error), 300).replace(/[.!\s]+$/, '') || 'it did not say why';
}

function saidBy(error: unknown): string {
  if (typeof error === 'string') return error;
  try {
    const { message } = error as { readonly message?: unknown };
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
}

/** One of our own errors, as it was thrown by us: what only looks like one may say anything, and so may its looks. */
export function isOurs(error: unknown): error is ToolsError {
  try {
    return error instanceof ToolsError;
  } catch {
    return false;
  }
}
