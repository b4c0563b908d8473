import { loadLater } from '../../platform/index.ts';

// What most starts do not come to.
export const oddLines = loadLater(async () => (await import('./odd-environment.ts')).oddLines);
export const oddStart = loadLater(async () => (await import('./odd-environment.ts')).oddStart);
export const writeShellMarks = loadLater(
  async () => (await import('./write-shell-marks.ts')).writeShellMarks,
);
