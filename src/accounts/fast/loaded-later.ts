import { loadLater } from '../../platform/index.ts';

// What a look at the account does not come to.
export const markShell = loadLater(async () => (await import('./begin.ts')).markShell);
export const startRecorded = loadLater(async () => (await import('./begin.ts')).startRecorded);
