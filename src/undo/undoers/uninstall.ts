import type { NotUndoable } from '../undoer.ts';

/** `tools self uninstall`: what the journal knows of it is one that was cut off. */
export const uninstallEnds: NotUndoable = {
  why: 'what was taken away is gone; only its end can be reached',
  instead: () => 'tools self uninstall',
};
