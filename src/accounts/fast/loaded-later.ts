import { loadLater } from '../../platform/index.ts';

// What most starts do not come to: one file of odd ways, and one of where a start has to be waited for.
export const oddLines = loadLater(async () => (await import('./odd-ways.ts')).oddLines);
export const oddStart = loadLater(async () => (await import('./odd-ways.ts')).oddStart);
export const isFoundLater = loadLater(async () => (await import('./odd-ways.ts')).isFoundLater);
export const writeShellMarks = loadLater(async () => (await import('./odd-ways.ts')).writeShellMarks);
export const waitRecorded = loadLater(async () => (await import('./wait-recorded.ts')).waitRecorded);
