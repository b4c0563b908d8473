import { renameAccount } from '../../accounts/index.ts';
import type { JournalRecord } from '../../state/index.ts';
import { accountOf } from '../account-of.ts';
import { textIn } from '../text-in.ts';
import type { Undoer } from '../undoer.ts';

/** `tools rename`: the account has its former label again. */
export const undoRename: Undoer = {
  look: (ctx, change) => {
    const { tool, from, to } = partsOf(change);
    const label = accountOf(ctx, change)?.label;
    if (label === undefined) return { at: 'elsewhere', why: 'the account is gone' };
    if (label === from) return { at: 'before' };
    if (label !== to) return { at: 'elsewhere', why: `the account is called ${label} by now` };
    return { at: 'after', makes: [`${tool}#${to} is ${tool}#${from}`] };
  },
  undo: async (ctx, change) => {
    const { tool, from, to } = partsOf(change);
    await renameAccount(ctx, tool, to, from);
    return [`${tool}#${to} is ${tool}#${from}`];
  },
};

function partsOf(change: JournalRecord) {
  return { tool: textIn(change, 'tool'), from: textIn(change, 'from'), to: textIn(change, 'to') };
}
