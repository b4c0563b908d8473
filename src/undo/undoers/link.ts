import { type AccountsContext, linkOf, readLinks, restoreLink } from '../../accounts/index.ts';
import type { JournalRecord } from '../../state/index.ts';
import { labelOf } from '../account-of.ts';
import { changedSince } from '../changed-since.ts';
import { textIn } from '../text-in.ts';
import type { Undoer } from '../undoer.ts';

/** `tools link`, `tools unlink`, `tools use`: the directory has its former link again, or none. */
export const undoLink: Undoer = {
  look: (ctx, change) => {
    const { tool, directory, from, to } = partsOf(change);
    const now = linkOf(readLinks(ctx), directory, tool) ?? null;
    if (now === from) return { at: 'before' };
    if (now !== to) return { at: 'elsewhere', why: changed(directory) };
    const words = inWords(ctx, change);
    return words === undefined
      ? { at: 'elsewhere', why: 'the account that it was linked to before is gone' }
      : { at: 'after', makes: [words] };
  },
  undo: async (ctx, change) => {
    const parts = partsOf(change);
    if (!(await restoreLink(ctx, parts))) throw changedSince(change, changed(parts.directory));
    return [inWords(ctx, change) ?? ''];
  },
};

function partsOf(change: JournalRecord) {
  const [from, to] = [change.what.from, change.what.to].map((value) =>
    typeof value === 'string' ? value : null,
  );
  const [tool, directory] = [textIn(change, 'tool'), textIn(change, 'directory')];
  return { tool, directory, from: from ?? null, to: to ?? null };
}

/** undefined: that account is gone. */
function inWords(ctx: AccountsContext, change: JournalRecord): string | undefined {
  const { tool, directory, from } = partsOf(change);
  if (from === null) return `${directory} has no link for ${tool}`;
  const label = labelOf(ctx, tool, from);
  return label === undefined ? undefined : `${directory} is linked to ${tool}#${label}`;
}

function changed(directory: string): string {
  return `the link of ${directory} was changed since`;
}
