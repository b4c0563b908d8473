import type { AccountsContext } from '../accounts/index.ts';
import { readJournal } from '../state/index.ts';
import { type Shim, shimsHere } from './shims-here.ts';

/**
 * Tools that were given a shim by us, which nobody took away with us, and which is gone: their bare names start
 * another account without a word. As far back as the journal knows.
 * @throws ToolsError STATE_UNREADABLE
 */
export function lostShims(ctx: AccountsContext, shims: readonly Shim[] = shimsHere(ctx)): readonly string[] {
  const enabled = new Set<string>();
  for (const { verb, what, doneAt } of readJournal(ctx.host, ctx.paths).records) {
    if (doneAt === null || typeof what.tools !== 'string') continue;
    for (const tool of what.tools.split(' ')) {
      if (verb === 'shim enable') enabled.add(tool);
      if (verb === 'shim disable') enabled.delete(tool);
    }
  }
  return [...enabled].filter((id) => !shims.some(({ tool }) => tool === id)).sort();
}
