import type { Host } from '../platform/index.ts';
import { type EnvironmentMarks, markerVariable, markOf, readMarks, writeMarks } from './environment-marks.ts';
import { type EnvironmentTable, environmentTable, nameSet } from './environment-table.ts';

export interface EnvironmentInput {
  readonly platform: Host['platform'];
  /** What we were started with. */
  readonly base: Readonly<Record<string, string | undefined>>;
  /** Variables that belong to one tool alone, of ALL tools: they reach a child only through `set`. */
  readonly own: readonly string[];
  /** Variables that others use too, of ALL tools: taken away only while the value in force is ours. */
  readonly borrowed: readonly string[];
  /** Whether we made this value, e.g. because it names an account's home. Asked where no mark says so. */
  readonly isOurs: (name: string, value: string) => boolean;
  /** Marks of an outer session. */
  readonly sessionMarkers: readonly string[];
  /** Variables that beat the login; empty for the account `system`. */
  readonly outranks: readonly string[];
  /** Names spared from `outranks` and `sessionMarkers`. */
  readonly keep: readonly string[];
  /** What the account brings. */
  readonly set: Readonly<Record<string, string>>;
  /** Names whose values are never written down in the marker. Those in `outranks` need no mention. */
  readonly secrets?: readonly string[];
  /** Names left exactly as they are, though an outer run may have set them (a shell that is in two accounts). */
  readonly leave?: readonly string[];
}

export interface ChildEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Names that outrank the login and were taken away: to be named on stderr. */
  readonly removed: readonly string[];
  /** Names whose value holds U+FFFD: most likely not UTF-8, and damaged by Node on its way in. */
  readonly damaged: readonly string[];
  /** What a shell that holds `base` sets and unsets to be in this environment. */
  readonly set: Readonly<Record<string, string>>;
  /** Sorted. Holds every name of `own` that is not set, whether or not `base` has it. */
  readonly unset: readonly string[];
}

/**
 * The environment of a child under an account. Nesting works: what an outer run of ours set is first put back
 * to what the user had, as recorded in the marker variable, unless the user changed it since.
 */
export function childEnvironment(input: EnvironmentInput): ChildEnvironment {
  const env = environmentTable(input.platform, input.base);
  const left = nameSet(input.platform, input.leave ?? []);
  const marks = takeBack(env, readMarks(env.get(markerVariable)), left.has);
  env.delete(markerVariable);
  removeOwnAndBorrowed(env, marks, input, left.has);
  const removed = removeOutranking(env, input, left.has);
  const damaged = env.entries().flatMap(([name, value]) => (value.includes('\uFFFD') ? [name] : []));
  apply(env, marks, input);
  const marker = writeMarks(marks);
  if (marker) env.set(markerVariable, marker);
  return { env: Object.fromEntries(env.entries()), removed, damaged, ...differences(env, input, left.has) };
}

/** Puts the user's values back; returns the marks that stay in force. */
function takeBack(
  env: EnvironmentTable,
  marks: EnvironmentMarks,
  isLeft: (name: string) => boolean,
): EnvironmentMarks {
  const kept: EnvironmentMarks = new Map();
  for (const [name, mark] of marks) {
    if (isLeft(name)) kept.set(name, mark);
    else if (markOf(env.get(name)) === mark.now) {
      if (mark.was === null) env.delete(name);
      else env.set(name, mark.was);
    }
  }
  return kept;
}

function removeOwnAndBorrowed(
  env: EnvironmentTable,
  marks: EnvironmentMarks,
  { own, borrowed, isOurs }: EnvironmentInput,
  isLeft: (name: string) => boolean,
): void {
  for (const name of own) {
    const value = env.get(name);
    if (value === undefined || isLeft(name)) continue;
    if (!isOurs(name, value)) marks.set(name, { now: null, was: value });
    env.delete(name);
  }
  for (const name of borrowed) {
    const value = env.get(name);
    if (value !== undefined && !isLeft(name) && isOurs(name, value)) env.delete(name);
  }
}

function removeOutranking(
  env: EnvironmentTable,
  { platform, sessionMarkers, outranks, keep }: EnvironmentInput,
  isLeft: (name: string) => boolean,
): readonly string[] {
  const kept = nameSet(platform, keep);
  const isGone = (name: string) => !kept.has(name) && !isLeft(name) && env.delete(name);
  for (const name of sessionMarkers) isGone(name);
  return outranks.filter(isGone);
}

function apply(
  env: EnvironmentTable,
  marks: EnvironmentMarks,
  { platform, set, outranks, secrets }: EnvironmentInput,
): void {
  const secret = nameSet(platform, [...outranks, ...(secrets ?? [])]);
  for (const [name, value] of Object.entries(set)) {
    const was = marks.has(name) ? marks.get(name)?.was : env.get(name);
    marks.set(name, { now: markOf(value), was: secret.has(name) ? null : (was ?? null) });
    env.set(name, value);
  }
}

function differences(env: EnvironmentTable, input: EnvironmentInput, isLeft: (name: string) => boolean) {
  const before = environmentTable(input.platform, input.base);
  const always = nameSet(input.platform, Object.keys(input.set));
  const set = env.entries().filter(([name, value]) => always.has(name) || before.get(name) !== value);
  const gone = [...before.entries().map(([name]) => name), ...input.own.filter((name) => !isLeft(name))];
  const unset = new Set(gone.filter((name) => env.get(name) === undefined));
  return { set: Object.fromEntries(set), unset: [...unset].sort() };
}
