import type { NotUndoable } from '../undoer.ts';

/** `tools trash empty`: what it deleted is gone. */
export const emptyingStays: NotUndoable = {
  why: 'what was deleted is gone',
  instead: () => 'tools undo --list',
};
