import type { NotUndoable, Undoer } from '../undoer.ts';
import { undoDefault } from './default.ts';
import { undoRename } from './rename.ts';

/** What is done about the changes of each verb. A new verb that journals what it does is a line here. */
export const undoers: Readonly<Record<string, Undoer | NotUndoable>> = {
  default: undoDefault,
  rename: undoRename,
};
