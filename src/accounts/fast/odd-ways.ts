import { isFound } from './is-found.ts';

// What a start comes to where something is not as it mostly is: one file, for most of it wants the same.

export { oddLines, oddStart } from './odd-environment.ts';
export { writeShellMarks } from './write-shell-marks.ts';

export async function isFoundLater(...asked: Parameters<typeof isFound>): Promise<boolean> {
  return isFound(...asked);
}
