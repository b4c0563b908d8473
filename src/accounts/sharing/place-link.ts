import { ToolsError } from '../../errors/index.ts';
import { isInside } from '../../platform/index.ts';
import {
  canLink,
  ensureFolder,
  isLinkTo,
  keepConflict,
  lookAt,
  makeLink,
  type Place,
  replaceLink,
  withLock,
} from '../../state/index.ts';
import { type Assembling, keep } from './assembly.ts';
import { drainEntry } from './drain-entry.ts';
import { pathsTo, placeIn } from './home-facts.ts';
import { makeWayForNewer } from './newer-file.ts';
import { rootNote } from './shared-root.ts';

export interface WantedLink {
  /** Home path. */
  readonly path: string;
  /** Where the link has to be, and what in the shared root it has to lead to. */
  readonly place: string;
  readonly target: string;
  readonly kind: 'dir' | 'file';
  /** That it was not there yet is nothing to tell: one of many that come and go, or one that is told otherwise. */
  readonly isNew?: boolean;
}

/**
 * Makes a link what it should be. What is right is left; a link of ours, or one that leads nowhere, is replaced;
 * what is real is moved into the root first. Never over something else: a link that somebody made stays, unless it took
 * the place of one of ours; then it is kept as a conflict.
 * @returns `refused`: no link can be made here. Whatever else keeps it from being one is in the report.
 * @throws ToolsError WRITE_FAILED, MOVE_FAILED, REMOVE_FAILED, ROOT_GONE
 */
export async function placeLink(
  assembling: Assembling,
  wanted: WantedLink,
): Promise<'linked' | 'kept' | 'refused'> {
  const { host } = assembling.ctx;
  const found = lookAt(host, wanted.place);
  const way = { absent: placeNew, link: placeOverLink, real: placeOverReal }[found.state];
  return way(assembling, wanted, found);
}

type Outcome = Awaited<ReturnType<typeof placeLink>>;

async function placeNew(assembling: Assembling, wanted: WantedLink): Promise<Outcome> {
  const { ctx, done } = assembling;
  if (!hasRealWay(assembling, wanted.path)) return kept(assembling, wanted, 'conflict');
  ensureTarget(assembling, wanted);
  const made = makeLink(ctx.host, wanted.target, wanted.place, wanted.kind);
  if (made === 'refused') return 'refused';
  // Somebody was faster: most likely with the very same link.
  if (made === 'taken' && !isLinkTo(ctx.host, lookAt(ctx.host, wanted.place), wanted.target))
    return kept(assembling, wanted, 'busy');
  if (!wanted.isNew) done.repaired.push(wanted.path);
  return 'linked';
}

async function placeOverLink(assembling: Assembling, wanted: WantedLink, found: Place): Promise<Outcome> {
  const { ctx, done } = assembling;
  const isDangling = ctx.host.files.stat(wanted.place) === undefined;
  const isRight = isLinkTo(ctx.host, found, wanted.target);
  if (isRight && !isDangling) return 'linked';
  ensureTarget(assembling, wanted);
  if (isRight) {
    done.repaired.push(wanted.path);
    return 'linked';
  }
  if (!isDangling && !isOurs(assembling, wanted)) {
    if (!assembling.linkedPaths.has(wanted.path)) return kept(assembling, wanted, 'conflict');
    if (!assembling.isQuiet()) return kept(assembling, wanted, 'busy');
    putAside(assembling, wanted);
    return placeNew(assembling, wanted);
  }
  if (replaceLink(ctx.host, wanted.target, wanted.place, wanted.kind) !== 'made') return 'refused';
  done.repaired.push(wanted.path);
  return 'linked';
}

/** A link that took the place of ours: where it leads is kept, and told. */
function putAside({ ctx, account, done }: Assembling, { path, place }: WantedLink): void {
  const note = { tool: account.tool, account: account.id, path, why: 'it led to another place' };
  done.conflicts.push({ path, kept: keepConflict(ctx.host, ctx.paths, note, { from: place }) });
}

async function placeOverReal(assembling: Assembling, wanted: WantedLink): Promise<Outcome> {
  const { ctx } = assembling;
  if (!hasRealWay(assembling, wanted.path)) return kept(assembling, wanted, 'conflict');
  if (!assembling.isQuiet()) return kept(assembling, wanted, 'busy');
  // Emptied for a link that then can't be made, the home would have nothing at all.
  if (!canLink(ctx.host, wanted.target, wanted.place, wanted.kind)) return 'refused';
  if (!(await drain(assembling, wanted))) return kept(assembling, wanted, 'busy');
  // Sockets and the like stay where they are.
  if (lookAt(ctx.host, wanted.place).state === 'real') return kept(assembling, wanted, 'conflict');
  return placeLink(assembling, { ...wanted, isNew: true });
}

/** False: another process is at it. Two that drain into one place at once would each see half of it. */
async function drain(assembling: Assembling, wanted: WantedLink): Promise<boolean> {
  const { ctx, account, root, done } = assembling;
  const lock = rootNote(ctx.host, root, 'drain');
  ensureFolder(ctx.host, ctx.host.path.dirname(lock));
  ensureFolder(ctx.host, ctx.host.path.dirname(wanted.target));
  try {
    await withLock(
      ctx.host,
      lock,
      `what accounts of ${account.tool} share`,
      () => {
        // Whoever was here before us may have done it all.
        if (lookAt(ctx.host, wanted.place).state !== 'real') return;
        if (assembling.linkedPaths.has(wanted.path)) makeWayForNewer(ctx, account.tool, wanted);
        const drained = drainEntry(ctx, account, { path: wanted.path }, wanted.place, wanted.target);
        if (drained.moved.length > 0) done.drained.push(wanted.path);
        done.conflicts.push(...drained.conflicts);
      },
      // For all directories together: whoever holds it once holds it for the others as well.
      { waitMs: done.kept.some(({ why }) => why === 'busy') ? 0 : 1000 },
    );
    return true;
  } catch (error) {
    if (error instanceof ToolsError && error.code === 'BUSY') return false;
    throw error;
  }
}

/** Through a link to nothing the tools lose sessions and say nothing. */
function ensureTarget(assembling: Assembling, { target, kind }: WantedLink): void {
  const { host } = assembling.ctx;
  if (host.files.stat(target) !== undefined) return;
  const { tool, name } = assembling.root;
  if (host.files.lstat(target) !== undefined)
    throw new ToolsError('ROOT_GONE', { tool, root: name, path: target });
  ensureFolder(host, kind === 'dir' ? target : host.path.dirname(target));
}

/** The folders of the home that lead there are made, and none of them is a link: it would lead out of the home. */
function hasRealWay({ ctx, account }: Assembling, path: string): boolean {
  const { host } = ctx;
  const above = pathsTo(path).slice(0, -1);
  const folders = above.map((each) => placeIn(host, account.home, each));
  if (folders.some((folder) => lookAt(host, folder).state === 'link')) return false;
  const last = folders.at(-1);
  if (last !== undefined) ensureFolder(host, last);
  return true;
}

/** A link into our folder was made by us, for another root or by another release; so was one to the very same place. */
function isOurs({ ctx }: Assembling, { place, target }: WantedLink): boolean {
  const { files, path } = ctx.host;
  const leadsTo = path.resolve(path.dirname(place), files.readlink(place));
  if (isInside(path, ctx.paths.root, leadsTo)) return true;
  return files.stat(target) !== undefined && files.realpath(place) === files.realpath(target);
}

function kept(assembling: Assembling, { path }: WantedLink, why: 'conflict' | 'busy'): 'kept' {
  keep(assembling, path, why);
  return 'kept';
}
