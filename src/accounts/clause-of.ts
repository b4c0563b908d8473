/** What a plugin said, or how it failed, as the end of a sentence of ours. */
export function clauseOf(said: unknown): string {
  const text = said instanceof Error ? said.message : String(said);
  return text.trim().replace(/[.!]+$/, '') || 'it did not say why';
}
