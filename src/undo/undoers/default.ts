import { type AccountsContext, readDefault, restoreDefault, systemLabel } from '../../accounts/index.ts';
import type { JournalRecord } from '../../state/index.ts';
import { labelOf } from '../account-of.ts';
import { changedSince } from '../changed-since.ts';
import { textIn } from '../text-in.ts';
import type { Undoer } from '../undoer.ts';

/** `tools default`, `tools use`: the former default of the tool comes back, or there is none again. */
export const undoDefault: Undoer = {
  look: (ctx, change) => {
    const { tool, from, to } = partsOf(change);
    const now = currentOf(ctx, tool);
    if (now === from) return { at: 'before' };
    if (now !== to) return { at: 'elsewhere', why: changed(tool) };
    const words = inWords(ctx, tool, from);
    return words === undefined
      ? { at: 'elsewhere', why: 'the account that was the default before is gone' }
      : { at: 'after', makes: [words] };
  },
  undo: async (ctx, change) => {
    const { tool, from, to } = partsOf(change);
    if (!(await restoreDefault(ctx, tool, { from, to }))) throw changedSince(change, changed(tool));
    return [inWords(ctx, tool, from) ?? ''];
  },
};

type Stored = string | null | undefined;

function partsOf(change: JournalRecord): {
  readonly tool: string;
  readonly from: Stored;
  readonly to: Stored;
} {
  const [from, to] = [change.what.from, change.what.to].map((value) =>
    typeof value === 'string' || value === null ? value : undefined,
  );
  return { tool: textIn(change, 'tool'), from, to };
}

function currentOf(ctx: AccountsContext, tool: string): Stored {
  const choice = readDefault(ctx, tool);
  if (choice.state === 'account') return choice.id;
  if (choice.state === 'system') return systemLabel;
  return choice.state === 'removed' ? null : undefined;
}

/** undefined: that account is gone. */
function inWords(ctx: AccountsContext, tool: string, stored: Stored): string | undefined {
  if (stored === undefined) return `${tool} has no global default`;
  if (stored === null) return `no account of ${tool} is chosen`;
  const label = labelOf(ctx, tool, stored);
  return label === undefined ? undefined : `${label} is the global default of ${tool}`;
}

function changed(tool: string): string {
  return `the default of ${tool} was changed since`;
}
