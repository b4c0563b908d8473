import { textIn } from '../text-in.ts';
import type { NotUndoable } from '../undoer.ts';

/** `tools share seed`: what it copied is the accounts' from then on. */
export const seedStays: NotUndoable = {
  why: 'accounts work with the copy, and nobody can tell what of it is theirs by now; what it was copied from is as it was',
  instead: (change) => `tools share status ${textIn(change, 'tool')}`,
};
