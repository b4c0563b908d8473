import { blocksAfter, filesOfChange, restoreBlocks } from '../../shells/index.ts';
import type { JournalRecord } from '../../state/index.ts';
import { changedSince } from '../changed-since.ts';
import type { Undoer } from '../undoer.ts';

/** `tools init --write` and `--remove`: our block in files that a shell reads is as it was, or is not there again. */
export const undoInit: Undoer = {
  look: (ctx, change) => {
    const at = blocksAfter(ctx, change.what);
    if (at === 'elsewhere') return { at, why };
    return at === 'after' ? { at, makes: inWords(change) } : { at };
  },
  undo: async (ctx, change) => {
    if (!(await restoreBlocks(ctx, change.what, 'was'))) throw changedSince(change, why);
    return inWords(change);
  },
  finish: async (ctx, change) => {
    if (!(await restoreBlocks(ctx, change.what, 'is'))) throw changedSince(change, why);
    return filesOfChange(change.what).map((path) => `${path} is as "${change.verb}" makes it`);
  },
};

const why = 'what it wrote has been changed by hand';

function inWords({ what }: JournalRecord): readonly string[] {
  return filesOfChange(what).map((path) => `${path} is as it was before`);
}
