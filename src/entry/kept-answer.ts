import { lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import {
  type AnswerRecord,
  answerName,
  answersFolder,
  askedOf,
  mayBeShown,
  mostAnswerBytes,
  shownIn,
} from '../accounts/fast/answer-record.ts';
import { recordMark } from '../accounts/fast/launch-record.ts';
import { doLie } from '../accounts/fast/recorded-look.ts';
import { build } from '../cli/build.ts';
import { builtInMark } from '../cli/built-in-mark.ts';
import { mayBeSecret } from '../cli/redact.ts';
import { machineHere } from '../platform/index.ts';

/** What is known of a process without asking: `process` itself. */
export interface Asking {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly arch: string;
  readonly cwd: () => string;
}

/**
 * What a command line was answered before, where all of that still holds. In one piece and on node:fs alone, for it is
 * compiled and run at each start.
 * @param columns how wide the terminal is; undefined: stdout is none
 * @throws what the disk says of something that can't be looked at, and of a file that is none of ours
 */
export function keptAnswer(
  line: readonly string[],
  columns: number | undefined,
  { env, platform, arch, cwd }: Asking,
): string | undefined {
  const folder = answersFolder(env, platform);
  const asked = askedOf(line, cwd(), columns ?? null);
  if (folder === undefined) return undefined;
  const file = `${folder}/${answerName(asked)}`;
  const found = lstatSync(file, quietly);
  if (!found?.isFile() || found.size > mostAnswerBytes) return undefined;
  const written = readFileSync(file, 'utf8');
  const once = written.slice(written.length / 2);
  if (once + once !== written) return undefined;
  const record = JSON.parse(once) as AnswerRecord;
  const { by, looks, machine, text } = record;
  const isOurs = by === recordMark(build, { platform, arch }, builtInMark) && record.asked === asked;
  if (!isOurs || typeof text !== 'string' || typeof record.secrets !== 'string' || !Array.isArray(looks))
    return undefined;
  if (machine !== null && machine !== machineHere(platform === 'linux' ? platform : 'win32'))
    return undefined;
  return isSameEnvironment({ ...env }, record, platform, columns) && doLie(files, looks) ? text : undefined;
}

const quietly = { throwIfNoEntry: false } as const;

/** Nothing else is set of what was read, and nothing in the answer has become a secret. */
function isSameEnvironment(
  env: Asking['env'],
  { variables, set, secrets, text }: AnswerRecord,
  platform: string,
  columns: number | undefined,
): boolean {
  const shown = shownIn(text, columns ?? null);
  let left = set;
  for (const [name, value = ''] of Object.entries(env)) {
    const was = variables[platform === 'win32' ? name.toUpperCase() : name];
    if (was === undefined) {
      if (mayBeShown(shown, value) && mayBeSecret(name, secrets)) return false;
    } else if (was !== value) return false;
    else left -= 1;
  }
  return left === 0;
}

const files = {
  lstat: (path: string) => lstatSync(path, quietly),
  stat: (path: string) => statSync(path, quietly),
  readlink: (path: string) => readlinkSync(path),
  realpath: (path: string) => realpathSync.native(path),
};
