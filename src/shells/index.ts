export { type CompletionShell, completionScripts, completionShells } from './completion-scripts.ts';
export { hookScript, initScript } from './init-script.ts';
export { type InitShell, initShells } from './shell-names.ts';
