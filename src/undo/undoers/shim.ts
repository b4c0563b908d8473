import type { AccountsContext } from '../../accounts/index.ts';
import { disableShims, enableShims, shimsHere } from '../../shims/index.ts';
import type { JournalRecord } from '../../state/index.ts';
import { textIn } from '../text-in.ts';
import type { Undoer } from '../undoer.ts';

/** `tools shim enable`: the bare names of the tools lead past us again. */
export const undoEnabling: Undoer = {
  look: (ctx, change) =>
    shimsOf(ctx, change).length > 0
      ? { at: 'after', makes: [`no shim for ${namesIn(change)}`] }
      : { at: 'before' },
  undo: async (ctx, change) => {
    const ids = idsIn(change);
    await disableShims(ctx, ({ tool }) => tool !== null && ids.includes(tool));
    return [`no shim for ${namesIn(change)}`];
  },
};

/** `tools shim disable`: they start the chosen account again. */
export const undoDisabling: Undoer = {
  look: (ctx, change) =>
    shimsOf(ctx, change).length === idsIn(change).length
      ? { at: 'before' }
      : { at: 'after', makes: [`a shim for ${namesIn(change)}`] },
  undo: async (ctx, change) => {
    await enableShims(
      ctx,
      idsIn(change).flatMap((id) => ctx.registry.tool(id) ?? []),
    );
    return [`a shim for ${namesIn(change)}`];
  },
};

/** Which of the tools have one now. */
function shimsOf(ctx: AccountsContext, change: JournalRecord): readonly string[] {
  const here = new Set(shimsHere(ctx).map(({ tool }) => tool));
  return idsIn(change).filter((id) => here.has(id));
}

function idsIn(change: JournalRecord): readonly string[] {
  return textIn(change, 'tools').split(' ');
}

function namesIn(change: JournalRecord): string {
  return idsIn(change).join(', ');
}
