// What begins something under an account, and so marks it: one file, loaded for either.
export { markShell } from './mark-shell.ts';
export { startRecorded } from './start-recorded.ts';
