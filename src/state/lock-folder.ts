import { ToolsError } from '../errors/index.ts';
import { errnoOf, type Host, type ProcessMark } from '../platform/index.ts';
import { causeOf } from './cause-of.ts';
import { patiently } from './patiently.ts';
import { removeTree } from './remove-tree.ts';
import { isProcessMark } from './stored-shapes.ts';
import { temporaryOf } from './write-atomic.ts';
import { writeFailed } from './write-failed.ts';

// A lock is a folder with holder.json in it. It is made beside its place and renamed into it, holder and all, and
// it leaves its place by a rename: at that path there is never a lock without a holder.

/** Who holds a lock. */
export interface LockHolder {
  readonly process: ProcessMark;
  /** RFC 3339. */
  readonly since: string;
  /** Tells this lock from every other one, also of the same process. */
  readonly nonce: string;
}

const holderName = 'holder.json';

export function newHolder(host: Host): LockHolder {
  return { process: host.processes.self, since: host.now().toISOString(), nonce: host.randomName(16) };
}

/** Takes the lock. False when something is at its path. @throws ToolsError WRITE_FAILED */
export function publishLock(host: Host, path: string, holder: LockHolder): boolean {
  if (host.files.lstat(path) !== undefined) return false;
  const made = temporaryOf(host, path);
  try {
    host.files.mkdir(made, 0o700);
    host.files.writeNew(host.path.join(made, holderName), JSON.stringify(holder), 0o600);
    patiently(host, () => moveIntoPlace(host, made, path));
    return true;
  } catch (error) {
    const cause = causeOf(error);
    removeTree(host, made);
    if (isTaken.has(cause)) return false;
    throw writeFailed(path, error);
  }
}

const isTaken = new Set(['EEXIST', 'ENOTEMPTY', 'ENOTDIR', 'EISDIR']);

function moveIntoPlace(host: Host, made: string, path: string): void {
  try {
    host.files.rename(made, path);
  } catch (error) {
    // Windows says EPERM for a place that is taken, as it does for one that it refuses for a moment.
    if (host.files.lstat(path) === undefined) throw error;
    throw Object.assign(new Error('taken', { cause: error }), { code: 'EEXIST' });
  }
}

/**
 * Who holds the lock; undefined when nobody does. An empty folder is nobody's, and is taken away.
 * @throws ToolsError LOCK_UNUSABLE when what lies there is no lock of ours: it stays, and no link is followed.
 */
export function readHolder(host: Host, path: string): LockHolder | undefined {
  for (;;) {
    const stat = host.files.lstat(path);
    if (stat === undefined) return undefined;
    if (stat.isSymbolicLink()) throw unusable(path, 'it is a link');
    if (!stat.isDirectory()) throw unusable(path, 'it is not a folder');
    const text = readText(host, host.path.join(path, holderName));
    if (text !== undefined) return parseHolder(path, text);
    const names = namesIn(host, path);
    if (names.length === 0) removeEmpty(host, path);
    // A lock that came into the place of one that went away between the two looks: look again.
    else if (!names.includes(holderName)) throw unusable(path, `it holds ${names.slice(0, 3).join(', ')}`);
  }
}

/** A lock of ours lies there, whoever holds it, or what is left of one. */
export function isLockFolder(host: Host, path: string): boolean {
  const stat = host.files.lstat(path);
  return stat?.isDirectory() === true && namesIn(host, path).every((name) => name === holderName);
}

/** Gives the lock up if it is still that one. False when it is not: then nothing is changed. */
export function dropLock(host: Host, path: string, nonce: string): boolean {
  if (readHolder(host, path)?.nonce !== nonce) return false;
  const away = temporaryOf(host, path);
  patiently(host, () => host.files.rename(path, away));
  if (readHolder(host, away)?.nonce === nonce) {
    removeLitter(host, away);
    return true;
  }
  host.files.rename(away, path);
  return false;
}

/** It is no lock any more: what of it can't be removed is swept later, by its name. */
function removeLitter(host: Host, away: string): void {
  try {
    removeTree(host, away);
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
  }
}

function readText(host: Host, file: string): string | undefined {
  try {
    return host.files.readFile(file).toString('utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw unusable(file, causeOf(error));
  }
}

function parseHolder(path: string, text: string): LockHolder {
  try {
    const value = JSON.parse(text) as Partial<LockHolder> | null;
    if (
      isProcessMark(value?.process) &&
      typeof value?.since === 'string' &&
      typeof value.nonce === 'string'
    ) {
      return { process: value.process, since: value.since, nonce: value.nonce };
    }
  } catch {
    // Said below.
  }
  throw unusable(path, 'its holder.json is damaged');
}

function namesIn(host: Host, folder: string): readonly string[] {
  try {
    return host.files.readdir(folder);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw unusable(folder, causeOf(error));
  }
}

function removeEmpty(host: Host, folder: string): void {
  try {
    host.files.rmdir(folder);
  } catch (error) {
    // It is gone, or a lock has come into its place meanwhile.
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(causeOf(error))) throw unusable(folder, causeOf(error));
  }
}

function unusable(path: string, problem: string): ToolsError<'LOCK_UNUSABLE'> {
  return new ToolsError('LOCK_UNUSABLE', { path, problem });
}
