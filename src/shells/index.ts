export { isChanged, removeInit, renewInit, writeInit } from './change-blocks.ts';
export { type CompletionShell, completionScripts, completionShells } from './completion-scripts.ts';
export { type FilePlan, type InitPlan, type InitWish, planInit, planRemoval } from './init-plan.ts';
export { hookScript, initScript } from './init-script.ts';
export type { ShellContext } from './shell-context.ts';
export { type InitShell, initShells } from './shell-names.ts';
export { staleScripts } from './stale-scripts.ts';
export { blocksAfter, filesOfChange, restoreBlocks } from './undo-blocks.ts';
export { writtenFiles } from './written-files.ts';
