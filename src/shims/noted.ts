import { type AccountsContext, withJournal } from '../accounts/index.ts';
import type { JournalEntry } from '../state/index.ts';

/**
 * Journals a change of the shims of some tools. Writing one anew is none: what stands in it follows from what it is
 * for, and from the release that writes it.
 */
export async function noted(
  ctx: AccountsContext,
  verb: string,
  tools: readonly string[],
  change: () => void,
): Promise<void> {
  if (tools.length === 0) return change();
  const what: JournalEntry['what'] = { tools: tools.join(' ') };
  const tool = tools.length === 1 ? (tools[0] ?? null) : null;
  await withJournal(ctx, { verb, tool, account: null, what }, change);
}

export function toolsOf(shims: readonly { readonly tool: string | null }[]): readonly string[] {
  return [...new Set(shims.flatMap(({ tool }) => tool ?? []))];
}
