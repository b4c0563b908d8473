import { loadLater } from '../../platform/index.ts';

// What most starts do not come to; it is a file of its own.
export const oddLines = loadLater(async () => (await import('./odd-ways.ts')).oddLines);
export const oddStart = loadLater(async () => (await import('./odd-ways.ts')).oddStart);
export const isFoundLater = loadLater(async () => (await import('./odd-ways.ts')).isFoundLater);
export const writeShellMarks = loadLater(async () => (await import('./odd-ways.ts')).writeShellMarks);
