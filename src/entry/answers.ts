import { version } from '../cli/version.ts';
import type { Answer, Answered } from './answer.ts';
import { answerEnv } from './answer-env.ts';
import { answerRun } from './answer-run.ts';
import { answerWhich } from './answer-which.ts';
import { wordsOfHelp } from './words-of-help.ts';

/** Answers a command line before the program is loaded, where that can be. What is not here is the program's. */
export async function answerTo(argv: readonly string[]): Promise<Answered> {
  const help = wordsOfHelp(argv);
  if (help !== undefined) return (await import('./answer-help.ts')).answerHelp(help);
  const [verb = '', ...words] = argv;
  return answers.get(verb)?.(words);
}

/** Whether the answer to it may have been kept. Of what starts something, or has a faster way, none is. */
export function mayBeKept([verb = '']: readonly string[]): boolean {
  return verb === 'status' || !(answers.has(verb) || verb === 'exec');
}

const answers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['--version', answerVersion],
  ['-V', answerVersion],
  ['version', answerVersion],
  ['run', (words) => answerRun(words)],
  ['env', (words) => answerEnv(words)],
  ['which', (words) => answerWhich(words)],
  ['status', async (words) => (await import('./answer-status.ts')).answerStatus(words)],
]);

function answerVersion(words: readonly string[]): string | undefined {
  return words.length === 0 ? `${version}\n` : undefined;
}
