export { changedSince } from './changed-since.ts';
export { type Change, readHistory, shortId } from './history.ts';
export { planUndo, type UndoneChange, undoChange } from './undo-change.ts';
export { wordsOf } from './words-of.ts';
