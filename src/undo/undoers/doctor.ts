import type { NotUndoable } from '../undoer.ts';

/** `tools doctor --fix`: it mends without losing anything. */
export const mendingStays: NotUndoable = {
  why: 'it would break again what was mended, and nothing was lost by that',
  instead: () => 'tools doctor',
};
