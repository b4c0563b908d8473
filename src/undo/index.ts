export { type Change, readHistory, shortId } from './history.ts';
export { planUndo, type UndoneChange, undoChange } from './undo-change.ts';
export { planUninstall, type UninstallPlan, uninstall } from './uninstall.ts';
export { wordsOf } from './words-of.ts';
