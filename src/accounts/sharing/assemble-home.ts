import { type ErrorCode, ToolsError } from '../../errors/index.ts';
import { errnoOf } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import { removeTree } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import { askOnce } from '../ask-once.ts';
import type { AccountsContext } from '../context.ts';
import { livenessOf } from '../home/liveness.ts';
import { assembleChildren } from './assemble-children.ts';
import { assembleFile, assembleFolder, partFromRoot } from './assemble-entry.ts';
import type { Assembling, Assembly } from './assembly.ts';
import { keep } from './assembly.ts';
import { assertRetention } from './assert-retention.ts';
import { expandEntries } from './expand-entries.ts';
import { canLieAtOrBelow, placeIn } from './home-facts.ts';
import { linkedPaths, recordLinkedPaths } from './linked-paths.ts';
import { isIntoRoot } from './root-link.ts';
import { isMerged, type SharedEntry, sharedEntries, sharePlan } from './share-plan.ts';
import { ensureRoot } from './shared-root.ts';
import { partStrays } from './stray-links.ts';
import { sweepLinks } from './sweep-links.ts';

/**
 * Puts what an account shares into its place in its home: retention first, then links, made real where something
 * below is not shared; what lies there already moves into the shared root, where nothing lives in the home. All that
 * is right is left. Whoever dies on the way loses nothing, and doing it again completes it.
 * What the disk refuses stays as it is, and is in the report.
 * @throws ToolsError ROOT_GONE, STATE_DAMAGED, BUSY, and those of writing our own records
 */
export async function assembleHome(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
): Promise<Assembly> {
  const done = { linked: [], copied: [], kept: [], repaired: [], drained: [], conflicts: [], parted: [] };
  const planned = sharedEntries(ctx.host, tool, account);
  if (planned.length === 0) return done;
  const root = await ensureRoot(ctx, account.tool, account.root);
  const assembling: Assembling = {
    ctx,
    tool,
    account,
    root,
    isQuiet: askOnce(() => livenessOf(ctx, tool, account).state === 'none'),
    linkedPaths: linkedPaths(ctx, account, root),
    done,
  };
  const entries = expandEntries(ctx.host, planned, [account.home, root.folder]);
  sweepLinks(assembling, entries);
  partFromRoot(assembling, entries);
  partStrays(assembling, planned);
  await assembleEntries(assembling, entries, madeSafe(assembling));
  noteLeftOut(assembling, planned);
  return done;
}

/** What is the guard of something else comes first: without it that is not shared. */
async function assembleEntries(
  assembling: Assembling,
  entries: readonly SharedEntry[],
  isSafe: boolean,
): Promise<void> {
  const links: string[] = [];
  const shared: string[] = [];
  const linked = entries.filter((entry) => !isMerged(entry));
  const [guarded, free] = [linked.filter(isGuarded), linked.filter((entry) => !isGuarded(entry))];
  for (const entry of [...free, ...guarded]) {
    const isUnsafe = !isSafe && entry.retention.length > 0;
    const lacksGuard = !entry.guards.every((guard) => shared.some((path) => canLieAtOrBelow(guard, path)));
    if (isUnsafe) keep(assembling, entry.path, 'retention');
    else if (lacksGuard) withdraw(assembling, entry.path);
    else {
      const made = await unlessRefused(assembling, entry, () => assembleEntry(assembling, entry, entries));
      if (made !== undefined) shared.push(entry.path);
      links.push(...(made ?? []));
    }
  }
  // What could not be looked after now is judged another time, by what it was.
  const left = assembling.done.kept.filter(
    ({ path, why }) => (why === 'busy' || why === 'failed') && assembling.linkedPaths.has(path),
  );
  const paths = [...links, ...left.map(({ path }) => path)];
  recordLinkedPaths(assembling.ctx, assembling.account, assembling.root, paths);
}

/** Better not shared than written by two at once: a link that is there goes, once nothing uses it. */
function withdraw(assembling: Assembling, path: string): void {
  const { ctx, account, root, isQuiet } = assembling;
  const place = placeIn(ctx.host, account.home, path);
  if (isIntoRoot(ctx.host, root, place) && isQuiet()) removeTree(ctx.host, place);
  keep(assembling, path, 'unguarded');
}

/** @returns what are links now, or hold some; undefined: it is not shared */
async function assembleEntry(
  assembling: Assembling,
  entry: SharedEntry,
  entries: readonly SharedEntry[],
): Promise<readonly string[] | undefined> {
  if (entry.how === 'children') return assembleChildren(assembling, entry, entries);
  if (entry.fact.kind === 'file') return assembleFile(assembling, entry);
  return assembleFolder(assembling, entry);
}

/** What can't be put in its place is no reason to leave all else out of its own. */
async function unlessRefused<Result>(
  { done }: Assembling,
  { path }: SharedEntry,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    const isOfDisk = error instanceof ToolsError && refusals.has(error.code);
    const problem = isOfDisk ? error.message.replace(/\.$/, '') : errnoOf(error);
    if (problem === undefined) throw error;
    done.kept.push({ path, why: 'failed', problem });
    return undefined;
  }
}

const refusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'WRITE_FAILED',
  'WRITE_UNSURE',
  'MOVE_FAILED',
  'REMOVE_FAILED',
  'LOCK_UNUSABLE',
  'LOCK_LOST',
  'LOCK_KEPT',
]);

/** Whether the tool deletes nothing by itself, now that it was told not to. */
function madeSafe({ ctx, tool, account }: Assembling): boolean {
  try {
    assertRetention(ctx, tool, account);
    return true;
  } catch (error) {
    // The launch that it would be for is refused: nothing else of the account has to be.
    if (error instanceof ToolsError && error.code === 'RETENTION_UNSAFE') return false;
    throw error;
  }
}

function isGuarded({ guards }: SharedEntry): boolean {
  return guards.length > 0;
}

function noteLeftOut(assembling: Assembling, planned: readonly SharedEntry[]): void {
  const { ctx, tool, account } = assembling;
  const { except } = account.sharing;
  for (const path of except) keep(assembling, path, 'excepted');
  for (const { path } of sharePlan(ctx.host, tool)) {
    const isThere = planned.some((entry) => entry.path === path);
    const isExcepted = except.some((each) => canLieAtOrBelow(path, each));
    if (!isThere && !isExcepted) keep(assembling, path, 'unguarded');
  }
}
