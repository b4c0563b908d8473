import { loadLater } from '../../platform/index.ts';

// What no account that keeps to itself comes to.
export const heedRemade = loadLater(async () => (await import('../sync/heed-remade.ts')).heedRemade);
export const joinRoot = loadLater(async () => (await import('../sync/join-root.ts')).joinRoot);
export const leaveRoot = loadLater(async () => (await import('../sync/leave-root.ts')).leaveRoot);
