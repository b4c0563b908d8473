import { loadLater } from '../../platform/index.ts';

// What a look at the account does not come to, nor a start.
export const leaveAndRecord = loadLater(async () => (await import('./leave-recorded.ts')).leaveAndRecord);
export const markShell = loadLater(async () => (await import('./mark-shell.ts')).markShell);
