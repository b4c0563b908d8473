import { ToolsError } from '../errors/index.ts';
import type { Host, ProcessMark } from '../platform/index.ts';
import { isProcessMark, readJson, removeTree, writeFailed } from '../state/index.ts';

/** Where a version is put together before it takes its place. */
export interface Staging {
  readonly folder: string;
  /** For the scripts of the package: nobody's home. */
  readonly home: string;
}

const ownerFile = '.owner.json';

/** Call under the installation's lock: then a folder without an owner is one whose maker died. */
export function makeStaging(host: Host, versions: string): Staging {
  clearOrphans(host, versions);
  const folder = host.path.join(versions, `.staging-${host.randomName(8)}`);
  const home = host.path.join(folder, '.home');
  try {
    host.files.mkdir(folder, 0o700);
    host.files.writeNew(host.path.join(folder, ownerFile), JSON.stringify(host.processes.self), 0o600);
    host.files.mkdir(home, 0o700);
    // Without one, npm looks for a project in the folders above.
    host.files.writeNew(host.path.join(folder, 'package.json'), '{ "private": true }\n', 0o600);
  } catch (error) {
    discard(host, folder);
    throw writeFailed(folder, error);
  }
  return { folder, home };
}

/** Takes away what only the making needed. */
export function finishStaging(host: Host, { folder, home }: Staging): void {
  removeTree(host, home);
  removeTree(host, host.path.join(folder, ownerFile));
}

/** What stays is cleared by the next install. */
export function discard(host: Host, folder: string): void {
  try {
    removeTree(host, folder);
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
  }
}

/** Of what is out of its place: a program that runs goes on finding what lies beside it, until it ends. */
export function discardUnused(host: Host, folder: string): void {
  if ((host.processes.runningFrom(folder) ?? []).length === 0) discard(host, folder);
}

/** Everything whose name begins with a dot is half-made, or out of its place: ours, or npm's own (`.pkg-Ab12Cd34`). */
export function clearOrphans(host: Host, versions: string): void {
  for (const name of host.files.readdir(versions)) {
    const path = host.path.join(versions, name);
    if (name.startsWith('.') && !hasLiveOwner(host, path)) discardUnused(host, path);
  }
}

function hasLiveOwner(host: Host, folder: string): boolean {
  const owner = ownerOf(host, folder);
  return owner !== undefined && host.processes.stateOf(owner) !== 'dead';
}

function ownerOf(host: Host, folder: string): ProcessMark | undefined {
  try {
    return readJson(host, host.path.join(folder, ownerFile), isProcessMark);
  } catch {
    return undefined;
  }
}
