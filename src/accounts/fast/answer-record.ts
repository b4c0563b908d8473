import { checksum, plainFolder } from '../../platform/index.ts';
import type { RecordedLook } from './recorded-look.ts';

/**
 * What a command line was answered, and all that the answer was made of: cache/answers/<checksum of what was asked>. It
 * is the answer for as long as everything in it holds; nobody has to remember to throw it away. Never a secret. It lies
 * there twice: to compare the two is the quickest way to see that a disk has damaged one.
 */
export interface AnswerRecord {
  /** As `recordMark` of whoever wrote it. */
  readonly by: string;
  /** As `askedOf`. */
  readonly asked: string;
  /** That were read; null: not set. On Windows in capitals. */
  readonly variables: Readonly<Record<string, string | null>>;
  /** How many of them are set. */
  readonly set: number;
  /** Names of variables that carry keys of a tool that is known, with a space around each. */
  readonly secrets: string;
  readonly looks: readonly RecordedLook[];
  /** Where it is the answer, as `machineHere`; null: wherever all that holds. */
  readonly machine: string | null;
  readonly text: string;
}

/** Larger ones are not read. */
export const mostAnswerBytes = 16_000_000;

/**
 * What was asked, and where.
 * @param columns how wide the terminal is; null: stdout is none
 */
export function askedOf(line: readonly string[], cwd: string, columns: number | null): string {
  return JSON.stringify([line, cwd, columns]);
}

/** The name of the file in the folder of answers. */
export function answerName(asked: string): string {
  return `${checksum(asked)}.json`;
}

/**
 * Whether a value, were it a secret, might be seen in an answer. Letters that are shown in another way, and the places
 * at which a line may be broken, are passed over on both sides: sooner one too many.
 * @param shown as `shownIn`
 */
export function mayBeShown(shown: string, value: string): boolean {
  return value.length >= shortestSecret && value.split(/[^!#-[\]-~]+/).every((part) => shown.includes(part));
}

/** Shorter values are too common to be looked for. */
const shortestSecret = 6;

/** An answer as `mayBeShown` wants it: on a terminal long words are broken, too. */
export function shownIn(text: string, columns: number | null): string {
  return columns === null ? text : text.replace(/\s+/g, '');
}

/**
 * Where answers are kept, if the variables say it as plainly as they nearly always do; elsewhere none are.
 * @param platform as Node says it
 */
export function answersFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
): string | undefined {
  const isWindows = platform === 'win32';
  const homeDir = (isWindows ? env.USERPROFILE : env.HOME) ?? '';
  const root = plainFolder({
    env,
    homeDir,
    platform: isWindows || platform === 'darwin' ? platform : 'linux',
  });
  return root && `${root}/cache/answers`;
}
