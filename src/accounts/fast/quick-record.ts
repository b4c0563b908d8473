import type { Looks } from '../../platform/index.ts';
import type { HomeConditions, LaunchRecord, Marks, RecordedProgram } from './launch-record.ts';
import type { RecordedLook } from './recorded-look.ts';

/**
 * A launch record as it lies on the disk: what the next start asks first, worked out for it. Made by `quickRecordOf`,
 * and believed no further than its looks.
 */
export interface QuickRecord
  extends Pick<LaunchRecord, 'by' | 'tool' | 'account' | 'label' | 'kind' | 'isSharing' | 'fingerprint'>,
    Pick<HomeConditions, 'absentAbove' | 'notIn' | 'variables'> {
  /** A variable chooses the account of the tool, and of no other. */
  readonly hasVariable: boolean;
  /** That the account is there as it was. */
  readonly there: readonly RecordedLook[];
  /** What else must lie as it lay before anything is put into its environment. */
  readonly looks: readonly RecordedLook[];
  readonly marks: QuickMarks | null;
  /** null: it has to be worked out each time. */
  readonly plain: PlainEnvironment | null;
  /** Names of variables that may hold secrets, with a space around each. */
  readonly secrets: string;
  readonly program: QuickProgram | null;
}

/** A QuickRecord, and on a line of its own the LaunchRecord: few starts want all of it, and to read it takes its time. */
export interface FoundRecord extends QuickRecord {
  /** JSON. */
  readonly whole: string;
}

export interface QuickMarks extends Pick<Marks, 'live' | 'dirty' | 'merged'> {
  /** Nobody began to change the account before the marks were there. */
  readonly again: readonly RecordedLook[];
}

/** What comes of an environment that nothing of ours has touched, nor anything of a tool's. */
export interface PlainEnvironment {
  /** Of `texts`, which one a shell takes. */
  readonly shells: Readonly<Record<string, number>>;
  /** Lines for a shell that is put into the account's environment. */
  readonly texts: readonly string[];
  /** What the program is given beside what we were started with; null: there is no program. */
  readonly given: Readonly<Record<string, string>> | null;
  /** Variables that are not set. */
  readonly unset: readonly string[];
}

export interface QuickProgram
  extends Pick<RecordedProgram, 'hit' | 'names' | 'knownPaths' | 'file' | 'args' | 'isManaged'> {
  readonly looks: readonly RecordedLook[];
  /** The system starts it by itself; the files that it needs for that are among the looks. */
  readonly starts: readonly string[];
  /** It can be shown: there is nothing in it that has to be hidden or escaped, but for the value of a variable. */
  readonly isShown: boolean;
}

type Reading = Pick<Looks, 'lstat' | 'readText'>;

/**
 * What was recorded, by the same release of ours for the same descriptors; whatever else lies there is no record.
 * @throws SyntaxError where it is no JSON, and what the disk says
 */
export function readQuickRecord(
  files: Reading,
  file: string,
  by: string,
  tool: string,
  account: string,
): FoundRecord | undefined {
  const text = textOf(files, file);
  if (text === undefined) return undefined;
  const end = text.indexOf('\n');
  const record = JSON.parse(text.slice(0, end)) as QuickRecord | null;
  const isOurs = record?.by === by && record.tool === tool && record.account === account;
  return isOurs && hasShape(record) ? Object.assign(record, { whole: text.slice(end + 1) }) : undefined;
}

/** What a regular file holds, and no link: reading a pipe or a device may never end. */
export function textOf(files: Reading, file: string): string | undefined {
  return files.lstat(file)?.isFile() ? files.readText(file) : undefined;
}

/** No more than keeps a condition from being passed over: what is of no use otherwise shows by itself. */
function hasShape({
  there,
  looks,
  absentAbove,
  notIn,
  variables,
  marks,
  plain,
  program,
}: QuickRecord): boolean {
  return (
    isFilled(there) &&
    Array.isArray(looks) &&
    Array.isArray(absentAbove) &&
    Array.isArray(notIn) &&
    isFilled(Object.keys(variables)) &&
    (marks === null || isFilled(marks.again)) &&
    (plain === null || isFilled(plain.unset)) &&
    (program === null || isFilled(program.looks))
  );
}

function isFilled(list: readonly unknown[]): boolean {
  return Array.isArray(list) && list.length > 0;
}
