import { version } from '../cli/version.ts';
import type { Answer } from './answer.ts';

/** What can be answered before the program is loaded, by the first word. What is not here is the program's. */
export const answers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['--version', answerVersion],
  ['-V', answerVersion],
  ['version', answerVersion],
  ['run', async (words) => (await import('./recorded.ts')).answerRun(words)],
  ['env', async (words) => (await import('./recorded.ts')).answerEnv(words)],
  ['which', async (words) => (await import('./recorded.ts')).answerWhich(words)],
]);

function answerVersion(words: readonly string[]): string | undefined {
  return words.length === 0 ? `${version}\n` : undefined;
}
