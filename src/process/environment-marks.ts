import type { Host } from '../platform/index.ts';
import { readVariable } from './read-variable.ts';

/**
 * Remembers, from one run of ours to a nested one, which variables we changed: JSON, name → [mark of the value
 * we gave (null: taken away), the user's value (null: there was none, or it is a secret)].
 */
export const markerVariable = 'AI_TOOLS_ENV';

/** Set by a shim that left the start to us: if one meets it again, starting leads back to starting. */
export const shimVariable = 'AI_TOOLS_SHIM';
/** Its value where nothing that we made for shims holds by now: it is to be made anew. */
export const shimWishes = 'renew';

/** By name, in the order in which they were made. */
export type EnvironmentMarks = Map<string, EnvironmentMark>;

interface EnvironmentMark {
  readonly now: string | null;
  readonly was: string | null;
}

/** A 32-bit FNV-1a hash: enough to see that a value is still ours, and nothing to learn a value from. */
export function markOf(value: string | undefined): string | null {
  if (value === undefined) return null;
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(value)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

/** Whatever is no marker of ours counts as none. */
export function readMarks(text: string | undefined): EnvironmentMarks {
  const marks: EnvironmentMarks = new Map();
  for (const [name, mark] of Object.entries(parseObject(text ?? ''))) {
    const [now, was]: readonly unknown[] = Array.isArray(mark) ? mark : [];
    if (isVariableName(name) && isTextOrNull(now) && isTextOrNull(was)) marks.set(name, { now, was });
  }
  return marks;
}

/** Whether a run of ours gave the variable the value that it has. */
export function isSetByUs(env: Readonly<Record<string, string | undefined>>, name: string): boolean {
  const mark = readMarks(env[markerVariable]).get(name);
  return mark !== undefined && env[name] !== undefined && mark.now === markOf(env[name]);
}

/** What a variable is outside of the runs of ours within which we are; undefined: not set. */
export function valueOutside(
  { platform, env }: Pick<Host, 'platform' | 'env'>,
  name: string,
): string | undefined {
  const value = readVariable(platform, env, name);
  const mark = readMarks(env[markerVariable]).get(name);
  return mark !== undefined && mark.now === markOf(value) ? (mark.was ?? undefined) : value;
}

/** undefined when there is nothing to remember. */
export function writeMarks(marks: EnvironmentMarks): string | undefined {
  if (marks.size === 0) return undefined;
  const rows = [...marks].map(([name, { now, was }]) => [name, [now, was]] as const);
  return JSON.stringify(Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1))));
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isVariableName(name: string): boolean {
  return name !== '' && !/[=\0]/.test(name);
}
