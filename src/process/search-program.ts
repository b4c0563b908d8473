import type { Host, Looks } from '../platform/index.ts';
import { lookAt } from './look-at.ts';
import { readVariable } from './read-variable.ts';

/** So much of a computer as a search asks for. */
export type SearchHost = Pick<Host, 'platform' | 'path' | 'env' | 'cwd' | 'isWsl'> & {
  readonly files: Looks;
};

/** A program that can be started. */
export interface Program {
  /** As PATH leads to it. */
  readonly path: string;
  /** Where the file really lies. */
  readonly realPath: string;
}

export interface ProgramSearch {
  /** What a launch starts. */
  readonly found?: Program;
  /** Everything that could be started, best first: `found` and what it hides. */
  readonly all: readonly Program[];
  /** What has the name and can't be taken. */
  readonly rejected: readonly RejectedProgram[];
}

export interface RejectedProgram {
  readonly path: string;
  readonly reason: RejectionReason;
}

export type RejectionReason =
  | 'directory'
  | 'not a file'
  | 'not executable'
  | 'dangling link'
  | 'shim of ours'
  | 'current directory'
  | 'Windows program under WSL';

export interface ProgramQuery {
  /** Command names, the preferred one first. */
  readonly names: readonly string[];
  /** Absolute paths to look at after PATH. */
  readonly knownPaths?: readonly string[];
  /** The folder of our shims. */
  readonly shims: string;
}

/** Stands within the first 256 bytes of every shim that we write. */
export const shimMarker = 'ai-tools-shim';

/**
 * Looks for a program as `which -a` does, with three differences: a shim of ours is never it (by real path and
 * by marker, so neither a link to the folder nor a copy is), the current directory is never searched, not even
 * on Windows or for an empty PATH entry, and inside WSL a Windows program is not taken.
 */
export function searchProgram(host: SearchHost, query: ProgramQuery): ProgramSearch {
  const all: Program[] = [];
  const rejected: RejectedProgram[] = [];
  for (const { path, verdict } of verdictsOf(host, query)) {
    if (typeof verdict === 'string') rejected.push({ path, reason: verdict });
    else if (!all.some((known) => isSameProgram(host, known, verdict))) all.push(verdict);
  }
  return { ...(all[0] ? { found: all[0] } : {}), all, rejected };
}

/** What `searchProgram` would find; looks no further. */
export function firstProgram(host: SearchHost, query: ProgramQuery): Program | undefined {
  for (const { verdict } of verdictsOf(host, query)) if (typeof verdict === 'object') return verdict;
  return undefined;
}

/** Of all that has one of the names, best first. */
function* verdictsOf(
  host: SearchHost,
  query: ProgramQuery,
): Generator<{ readonly path: string; readonly verdict: Program | RejectionReason }> {
  const shims = realPathOf(host, query.shims);
  const seen = new Set<string>();
  for (const candidate of candidatesOf(host, query)) {
    const { path, isInCwd } = candidate;
    // What a relative entry may not give, an absolute one may.
    const way = `${isInCwd ? '.' : ''}${path}`;
    if (seen.has(way)) continue;
    seen.add(way);
    const verdict = judge(host, candidate, shims);
    if (verdict !== undefined) yield { path, verdict };
  }
}

interface Candidate {
  readonly path: string;
  readonly isInCwd: boolean;
}

function* candidatesOf(host: SearchHost, query: ProgramQuery): Generator<Candidate> {
  for (const name of query.names) {
    for (const entry of pathEntries(host)) {
      const isInCwd = !host.path.isAbsolute(entry);
      const directory = isInCwd ? host.path.resolve(host.cwd, entry) : entry;
      for (const file of fileNames(host, name)) yield { path: host.path.join(directory, file), isInCwd };
    }
  }
  for (const path of query.knownPaths ?? []) yield { path, isInCwd: false };
}

/** The directories that PATH names, absolute ones only, each once, without a slash at its end. */
export function foldersOnPath(host: SearchHost): readonly string[] {
  const absolute = pathEntries(host).filter((entry) => host.path.isAbsolute(entry));
  return [...new Set(absolute.map((entry) => host.path.dirname(host.path.join(entry, 'x'))))];
}

function pathEntries(host: SearchHost): readonly string[] {
  const path = readVariable(host.platform, host.env, 'PATH');
  if (path === undefined) return [];
  if (host.platform !== 'win32') return path.split(host.path.delimiter);
  // Windows allows quotes around an entry; a semicolon inside them is part of it.
  return (path.match(/(?:"[^"]*"|[^;"])+/g) ?? []).map((entry) => entry.replaceAll('"', ''));
}

const startableExtensions = ['.com', '.exe', '.bat', '.cmd'];

function fileNames(host: SearchHost, name: string): readonly string[] {
  if (host.platform !== 'win32') return [name];
  const extensions = windowsExtensions(host);
  const own = host.path.extname(name).toLowerCase();
  // The bare name comes last: npm puts a sh script of that name beside the .cmd.
  return own && extensions.includes(own)
    ? [name]
    : [...extensions.map((extension) => name + extension), name];
}

function windowsExtensions(host: SearchHost): readonly string[] {
  const listed = readVariable('win32', host.env, 'PATHEXT')?.toLowerCase().split(';') ?? [];
  const usable = listed.filter((extension) => startableExtensions.includes(extension));
  return usable.length > 0 ? usable : startableExtensions;
}

/** undefined: nothing is there. */
function judge(
  host: SearchHost,
  { path, isInCwd }: Candidate,
  shims: string,
): Program | RejectionReason | undefined {
  const stats = lookAt(host, path);
  if (!stats) return orUndefined(() => host.files.lstat(path)) && 'dangling link';
  if (isInCwd) return 'current directory';
  if (stats.isDirectory()) return 'directory';
  if (!stats.isFile()) return 'not a file';
  const realPath = realPathOf(host, path);
  if (isShim(host, path, realPath, shims)) return 'shim of ours';
  if (!canStart(host, path)) return 'not executable';
  if (host.isWsl && [path, realPath].some(isOnWindowsDrive)) return 'Windows program under WSL';
  return { path, realPath };
}

function canStart(host: SearchHost, path: string): boolean {
  if (host.platform === 'win32') return startableExtensions.includes(host.path.extname(path).toLowerCase());
  return host.files.isExecutable(path);
}

function isShim(host: SearchHost, path: string, realPath: string, shims: string): boolean {
  const folders = [host.path.dirname(realPath), realPathOf(host, host.path.dirname(path))];
  if (folders.includes(shims)) return true;
  const start = orUndefined(() => host.files.readStart(path, 256));
  return start?.includes(shimMarker) ?? false;
}

function isOnWindowsDrive(path: string): boolean {
  return /^\/mnt\/[a-z]\//i.test(path);
}

function isSameProgram(host: SearchHost, a: Program, b: Program): boolean {
  return a.realPath === b.realPath && host.path.basename(a.path) === host.path.basename(b.path);
}

function realPathOf(host: SearchHost, path: string): string {
  return orUndefined(() => host.files.realpath(path)) ?? path;
}

function orUndefined<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
