import { loadLater } from '../../platform/index.ts';

// What most starts never come to: sharing, and keys that are kept elsewhere.
export const heedRemade = loadLater(async () => (await import('../sync/heed-remade.ts')).heedRemade);
export const joinRoot = loadLater(async () => (await import('../sync/join-root.ts')).joinRoot);
export const askForSecret = loadLater(async () => (await import('./ask-for-secret.ts')).askForSecret);
export const resolveSecret = loadLater(async () => (await import('./resolve-secret.ts')).resolveSecret);
export const leaveRoot = loadLater(async () => (await import('../sync/leave-root.ts')).leaveRoot);
