import { loadLater } from '../../platform/index.ts';

// What a look at the account does not come to.
export const markShell = loadLater(async () => (await import('./mark-shell.ts')).markShell);
