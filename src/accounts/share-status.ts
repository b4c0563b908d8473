import { isEqualValue, readPointer } from '../formats/index.ts';
import type { AITool, Retention } from '../registry/index.ts';
import { type Conflict, isLinkTo, listConflicts, lookAt } from '../state/index.ts';
import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';
import { pathsOf } from './home/home-paths.ts';
import { readToolFile } from './home/tool-file.ts';
import { isCopied } from './sharing/copies.ts';
import { expandEntries } from './sharing/expand-entries.ts';
import { canLieAtOrBelow, placeIn } from './sharing/home-facts.ts';
import { isMerged, type SharedEntry, sharedEntries, sharePlan } from './sharing/share-plan.ts';
import { readRoot, type SharedRoot } from './sharing/shared-root.ts';
import { sharersOf } from './store/sharers.ts';
import { lostAtHome } from './sync/keep-values.ts';
import type { HeldValue, SyncConflict } from './sync/sync-report.ts';
import { whatIsOpen } from './sync/what-is-open.ts';

/** What an account shares, as it lies there. Nothing is changed to find out. */
export interface ShareStatus {
  readonly tool: string;
  readonly label: string;
  readonly id: string;
  readonly root: string;
  /** Where what is shared lies; null: nobody has shared anything in this root yet. */
  readonly folder: string | null;
  readonly on: boolean;
  readonly except: readonly string[];
  /** Labels of the other accounts that share in this root. */
  readonly others: readonly string[];
  readonly items: readonly SharedItem[];
  /** What the merge does not believe without being told, and what two accounts changed differently. */
  readonly held: readonly HeldValue[];
  readonly undecided: readonly SyncConflict[];
  /** What lost within the last 30 days: a copy of a file, or values of one, which `sync` can take back. */
  readonly lost: readonly (Conflict & { readonly canBeTaken: boolean })[];
}

export interface SharedItem {
  /** Home path. */
  readonly path: string;
  readonly how: SharedEntry['how'];
  /** `pending`: the next launch links it; `private`: it is the account's own. */
  readonly state: 'linked' | 'copied' | 'merged' | 'pending' | 'private';
  /** Why it is private. */
  readonly why: 'off' | 'excepted' | 'unguarded' | 'conflict' | null;
  readonly guards: readonly string[];
  readonly retention: readonly { readonly file: string; readonly pointer: string; readonly safe: boolean }[];
  readonly discloses: string | null;
}

/** @throws ToolsError ROOT_GONE, STATE_DAMAGED */
export async function shareStatus(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
): Promise<ShareStatus> {
  const { label, id, root: name, sharing } = account;
  const root = readRoot(ctx, tool.id, name);
  const open = await whatIsOpen(ctx, tool, account);
  return {
    tool: tool.id,
    label,
    id,
    root: name,
    folder: root?.folder ?? null,
    on: sharing.on,
    except: sharing.except,
    others: sharersOf(ctx, tool.id, name).flatMap((other) => (other.id === id ? [] : other.label)),
    items: itemsOf(ctx, tool, account, root),
    held: open.held,
    undecided: open.conflicts,
    lost: listConflicts(ctx.host, ctx.paths)
      .filter((each) => each.tool === tool.id && each.account === id)
      .map((each) => ({ ...each, canBeTaken: each.why === lostAtHome })),
  };
}

/** All that could be shared, and what more of it the account has parted. */
function itemsOf(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  root: SharedRoot | undefined,
): readonly SharedItem[] {
  const shared = sharedEntries(ctx.host, tool, account);
  const plan = sharePlan(ctx.host, tool).filter(({ path }) => !shared.some((each) => each.path === path));
  const folders = [account.home, ctx.paths.sharedFolder(tool.id, account.root)];
  const entries = expandEntries(ctx.host, [...shared, ...plan], folders);
  const items = entries.map((entry) => {
    const { path, how, guards, fact } = entry;
    const isIn = shared.some((each) => canLieAtOrBelow(path, each.path));
    const place = isIn ? placed(ctx, account, root, entry) : kept(account, path);
    const retention = entry.retention.map((each) => assertion(ctx, tool, account, each));
    return { path, how, ...place, guards, retention, discloses: fact.discloses ?? null };
  });
  const parted = account.sharing.except
    .filter((path) => !items.some((item) => item.path === path))
    .map((path) => ({ path, how: 'link' as const, ...kept(account, path), ...ofItsOwn }));
  return [...items, ...parted].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

const ofItsOwn = { guards: [], retention: [], discloses: null };

function placed(
  ctx: AccountsContext,
  account: StoredAccount,
  root: SharedRoot | undefined,
  entry: SharedEntry,
): Pick<SharedItem, 'state' | 'why'> {
  const { path, how } = entry;
  if (isMerged(entry)) return { state: 'merged', why: null };
  const { host } = ctx;
  const found = lookAt(host, placeIn(host, account.home, path));
  if (root && isCopied(ctx, account, root, path)) return { state: 'copied', why: null };
  if (how === 'children') return { state: found.state === 'real' ? 'linked' : 'pending', why: null };
  if (root && isLinkTo(host, found, placeIn(host, root.folder, path))) return { state: 'linked', why: null };
  return found.state === 'link' ? { state: 'private', why: 'conflict' } : { state: 'pending', why: null };
}

function kept({ sharing }: StoredAccount, path: string): Pick<SharedItem, 'state' | 'why'> {
  if (!sharing.on) return { state: 'private', why: 'off' };
  const isExcepted = sharing.except.some((each) => canLieAtOrBelow(path, each));
  return { state: 'private', why: isExcepted ? 'excepted' : 'unguarded' };
}

function assertion(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  { file, root, format, pointer, safe }: Retention,
): SharedItem['retention'][number] {
  const path = pathsOf(ctx, tool, account).fileOf({ file, ...(root && { root }) });
  const read = readToolFile(ctx.host, path, format);
  const value = read.state === 'read' ? readPointer(read.value, pointer) : undefined;
  return { file, pointer, safe: isEqualValue(value, safe) };
}
