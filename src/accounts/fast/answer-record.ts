import { checksum, isRecord } from '../../platform/index.ts';
import { readJson } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { doHold } from './do-hold.ts';
import type { Conditions } from './launch-record.ts';
import { isConditions, isTextOrNullRecord } from './record-shape.ts';

/**
 * What a command line was answered, and all that the answer was made of: cache/answers/<checksum of the line>.json. It
 * is the answer for as long as everything in it holds; nobody has to remember to throw it away. Never a secret.
 */
export interface AnswerRecord extends Asked {
  readonly schemaVersion: 1;
  /** As `recordMark` of whoever wrote it. */
  readonly by: string;
  /** That were read; null: not set. */
  readonly variables: Readonly<Record<string, string | null>>;
  readonly conditions: Conditions;
  readonly text: string;
}

/** What was asked, where, and how wide the terminal is; null: stdout is none. */
export interface Asked {
  readonly line: readonly string[];
  readonly cwd: string;
  readonly columns: number | null;
}

/**
 * What would be answered now, as it was before. undefined: nobody knows without looking.
 * @throws ToolsError where the record can't be read, and what the disk says of something that can't be looked at
 */
export function recordedAnswer(place: Place, by: string, asked: Asked): string | undefined {
  const { host } = place;
  const record = readJson(host, answerFile(place, asked), isAnswerRecord);
  const isIt = record?.by === by && keyOf(record) === keyOf(asked);
  if (!isIt || !areSet(host.env, record.variables) || !doHold(host, record.conditions)) return undefined;
  return record.text;
}

type Place = Pick<AccountsContext, 'host' | 'paths'>;

export function answersFolder({ host, paths }: Place): string {
  return host.path.join(paths.cache, 'answers');
}

export function answerFile(place: Place, asked: Asked): string {
  return place.host.path.join(answersFolder(place), `${checksum(keyOf(asked))}.json`);
}

function keyOf({ line, cwd, columns }: Asked): string {
  return JSON.stringify([line, cwd, columns]);
}

function areSet(env: Place['host']['env'], variables: AnswerRecord['variables']): boolean {
  return Object.entries(variables).every(([name, value]) => (env[name] ?? null) === value);
}

function isAnswerRecord(value: unknown): value is AnswerRecord {
  return (
    isRecord(value) &&
    [value.by, value.cwd, value.text].every((each) => typeof each === 'string') &&
    Array.isArray(value.line) &&
    (value.columns === null || typeof value.columns === 'number') &&
    isTextOrNullRecord(value.variables) &&
    isConditions(value.conditions)
  );
}
