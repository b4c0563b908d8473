import { version } from '../cli/version.ts';
import type { Answer } from './answer.ts';
import { answerEnv } from './answer-env.ts';
import { answerRun } from './answer-run.ts';
import { answerWhich } from './answer-which.ts';

/** What can be answered before the program is loaded, by the first word. What is not here is the program's. */
export const answers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['--version', answerVersion],
  ['-V', answerVersion],
  ['version', answerVersion],
  ['run', answerRun],
  ['env', answerEnv],
  ['which', answerWhich],
]);

function answerVersion(words: readonly string[]): string | undefined {
  return words.length === 0 ? `${version}\n` : undefined;
}
