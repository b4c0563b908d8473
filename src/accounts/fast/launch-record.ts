import { type Account, systemLabel } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import type { Counting } from '../counting.ts';
import type { EnvironmentFacts } from '../home/environment-facts.ts';
import type { ShellFacts } from '../launch/shell-environment.ts';
import { type FoundRecord, readQuickRecord } from './quick-record.ts';
import { isLaunchRecord } from './record-shape.ts';

/**
 * What a launch of one account found out, so that the next one need not: cache/launch/<tool>/<id or `system`>/
 * launch.json, where it lies as a QuickRecord. It holds while everything in it does; nobody has to remember to throw it
 * away. Never a secret.
 */
export interface LaunchRecord {
  readonly schemaVersion: 1;
  /** As `recordMark` of whoever wrote it. What another release wrote is no record. */
  readonly by: string;
  readonly tool: string;
  /** The account's id, or `system`. */
  readonly account: string;
  readonly label: string;
  readonly kind: Account['kind'];
  /** Whether it shares: then marks of the dead stay until their home was merged. */
  readonly isSharing: boolean;
  /** Who its files say it is, for a file that requires one: a public fingerprint. null: not known, or it may vary. */
  readonly fingerprint: string | null;
  /** What a child is given, but for a key. */
  readonly environment: EnvironmentFacts;
  readonly shell: ShellFacts;
  /** What must hold before anything is put into the account's environment. */
  readonly home: HomeConditions;
  /** null: nothing was started under the account since the last change. */
  readonly program: RecordedProgram | null;
}

/**
 * How things lay on the disk when a launch looked at them, no more than it wanted to know. Every path is absolute. One
 * that stands in `same` may be a link, and then stands in a list of links, too.
 */
export interface Conditions {
  /** Nothing lies there, not even a link. */
  readonly absent: readonly string[];
  /** A directory lies there and no link, whatever is in it. */
  readonly directories: readonly string[];
  /** A file lies there and no link, whatever is in it. */
  readonly files: readonly string[];
  /** A link lies there, with that text, and leads to a directory. */
  readonly directoryLinks: Readonly<Record<string, string>>;
  /** A link lies there, with that text, and leads to a file. */
  readonly fileLinks: Readonly<Record<string, string>>;
  /** A file, or a directory in which no name has changed; links are followed. By its stamp. */
  readonly same: Readonly<Record<string, string>>;
  /** Where a path really leads. */
  readonly real: Readonly<Record<string, string>>;
  /** Files of `same`, no links, that may be others by now if they say the same of what counts. */
  readonly counted: Readonly<Record<string, Counted>>;
}

/** What a file says of what counts. */
export interface Counted {
  readonly counting: Counting;
  /** As `countedDigest`. */
  readonly digest: string;
}

export interface HomeConditions extends Conditions {
  /** Relative paths that lead to nothing from the working directory, nor from any directory above it. */
  readonly absentAbove: readonly string[];
  /** Directories that are not the working directory, by whatever path. */
  readonly notIn: readonly string[];
  /** Variables, as we were started; null: not set. */
  readonly variables: Readonly<Record<string, string | null>>;
  /** null for `system`, of which nothing is marked. */
  readonly marks: Marks | null;
}

/** Where a launch says that it is there. */
export interface Marks {
  /** The folder for live/<pid>. */
  readonly live: string;
  /**
   * The folder for <id>.<8 letters or digits>, if the account shares. None may lie in it but the account's own, and
   * those of `merged`: what others changed has to be merged first.
   */
  readonly dirty: string | null;
  /** Accounts in whose homes nothing was left to be merged, which lie as they lay while the conditions hold. */
  readonly merged: readonly string[];
  /** What must lie there no more once the marks are written: somebody changes the account. */
  readonly absent: readonly string[];
  /** account.json, which stands in `same`: it is looked at again once the marks are written. */
  readonly account: string;
}

/** A program that was started under the account. */
export interface RecordedProgram extends Conditions {
  /** Where the search through PATH ends; null: it is not asked, the program is managed by us or named. */
  readonly hit: string | null;
  /** What is searched for, the preferred name first, and where it may lie beside PATH. */
  readonly names: readonly string[];
  readonly knownPaths: readonly string[];
  /** Absolute: what is started. */
  readonly file: string;
  /** Go before all others. */
  readonly args: readonly string[];
  /** A version that we keep: `environment.setWhenManaged` is set, too. */
  readonly isManaged: boolean;
}

/** The folder of what is recorded of one account, by its id or `system`. */
export function recordFolder({ host, paths }: Place, tool: string, account: string): string {
  return host.path.join(paths.cache, 'launch', tool, account);
}

export function recordFile(place: Place, tool: string, account: string): string {
  return place.host.path.join(recordFolder(place, tool, account), 'launch.json');
}

type Place = Pick<AccountsContext, 'host' | 'paths'>;

/** The account's id as it stands in what is recorded. */
export function recordedName(account: Account): string {
  return account.kind === 'system' ? systemLabel : account.id;
}

/** What was recorded, by the same release of ours for the same descriptors. @throws as readQuickRecord */
export function readRecord(
  place: Place,
  by: string,
  tool: string,
  account: string,
): LaunchRecord | undefined {
  const record = readQuickRecord(place.host.files, recordFile(place, tool, account), by, tool, account);
  return record && wholeOf(record);
}

/** All that was recorded. @throws SyntaxError where it is no JSON */
export function wholeOf({ whole }: FoundRecord): LaunchRecord | undefined {
  const record: unknown = JSON.parse(whole);
  return isLaunchRecord(record) ? record : undefined;
}

/** Raised when what is written is laid out otherwise: a release has one number for all that lead to it. */
const form = 3;

/** Tells what one release writes from what another does, or one that knows other descriptors, or on another platform. */
export function recordMark(
  version: string,
  { platform, arch }: { readonly platform: string; readonly arch: string },
  descriptors: string,
): string {
  return `${version}/${form} ${platform}-${arch} ${descriptors}`;
}
