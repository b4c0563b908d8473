import { entryOf, readTrust, restoreTrust, type TrustChange } from '../../accounts/index.ts';
import type { JournalRecord } from '../../state/index.ts';
import { changedSince } from '../changed-since.ts';
import { textIn } from '../text-in.ts';
import type { Undoer } from '../undoer.ts';

/** `tools trust`: the file is trusted as it was before, or not at all. */
export const undoTrust: Undoer = {
  look: (ctx, change) => {
    const { path, from, to } = partsOf(change);
    const now = entryOf(readTrust(ctx), path)?.hash ?? null;
    if (now === from) return { at: 'before' };
    return now === to
      ? { at: 'after', makes: [inWords(change)] }
      : { at: 'elsewhere', why: `${path} was trusted anew since, or no longer` };
  },
  undo: async (ctx, change) => {
    const parts = partsOf(change);
    if (!(await restoreTrust(ctx, parts)))
      throw changedSince(change, `the trust in ${parts.path} was changed since`);
    return [inWords(change)];
  },
};

function partsOf(change: JournalRecord): TrustChange {
  const [from, fromAt, to] = ['from', 'fromAt', 'to'].map((name) => {
    const value = change.what[name];
    return typeof value === 'string' ? value : null;
  });
  return { path: textIn(change, 'path'), from: from ?? null, fromAt: fromAt ?? null, to: to ?? null };
}

function inWords(change: JournalRecord): string {
  const { path, from } = partsOf(change);
  return from === null ? `${path} is not trusted` : `${path} is trusted as it was before`;
}
