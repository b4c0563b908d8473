import { loadLater } from '../platform/index.ts';

export const runCaptured = loadLater(async () => (await import('./run-captured.ts')).runCaptured);
export const runForeground = loadLater(async () => (await import('./run-foreground.ts')).runForeground);
export const startPiped = loadLater(async () => (await import('./start-piped.ts')).startPiped);
