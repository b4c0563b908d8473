import { ToolsError } from '../../errors/index.ts';
import { errnoOf, isInside } from '../../platform/index.ts';
import {
  confirmEntry,
  ensureFolder,
  isLink,
  keepConflict,
  makeLink,
  placeNew,
  removeEmpty,
  removeTree,
  sweepLitter,
} from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import type { SharedEntry } from './share-plan.ts';

/** Home paths, and what became of them. */
export interface Drained {
  /** Lies in the shared root now. */
  readonly moved: readonly string[];
  /** Lost to another content of the root, and where the losing copy lies. */
  readonly conflicts: readonly { readonly path: string; readonly kept: string }[];
  /** Is where it was: sockets, pipes and devices; links into the account's own home; the root's very own place. */
  readonly stayed: readonly string[];
}

/**
 * Moves what an account has of its own at `from` into the shared root at `to`, file by file. Of two equal files the
 * root's is kept; of two different ones too, and the other is kept as a conflict. Folders that are empty afterwards
 * go: when nothing stayed, nothing lies at `from` any more. Whoever dies on the way leaves each file in at least one
 * place, and doing it again completes it. Only for an account at rest.
 * @throws ToolsError WRITE_FAILED, MOVE_FAILED, REMOVE_FAILED
 */
export function drainEntry(
  ctx: AccountsContext,
  account: Pick<StoredAccount, 'tool' | 'id' | 'home'>,
  entry: Pick<SharedEntry, 'path'>,
  from: string,
  to: string,
): Drained {
  const drained: Draining['drained'] = { moved: [], conflicts: [], stayed: [] };
  const draining: Draining = { ctx, account, drained, top: { from, to } };
  try {
    if (place(draining, { path: entry.path, from, to })) settle(ctx, [{ from, to }]);
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === undefined) throw error;
    throw new ToolsError('MOVE_FAILED', { path: from, to, cause }, { cause: error });
  }
  return drained;
}

/** Only when the new names are safe on the disk the old ones go. */
function settle({ host }: AccountsContext, placed: readonly Way[]): void {
  if (placed[0]) confirmEntry(host, placed[0].to);
  for (const { from } of placed) removeTree(host, from);
}

interface Draining {
  readonly ctx: AccountsContext;
  readonly account: Pick<StoredAccount, 'tool' | 'id' | 'home'>;
  readonly drained: { moved: string[]; conflicts: { path: string; kept: string }[]; stayed: string[] };
  readonly top: Way;
}

interface Way {
  readonly from: string;
  readonly to: string;
}

interface Step extends Way {
  readonly path: string;
}

/** True: the root has it, and what lies in the home may go. A folder is done with altogether. */
function place(draining: Draining, step: Step): boolean {
  const { host } = draining.ctx;
  const stat = host.files.lstat(step.from);
  if (stat === undefined) return false;
  if (isLink(host, step.from, stat)) return placeLink(draining, step);
  if (stat.isDirectory()) return drainFolder(draining, step);
  if (stat.isFile()) return placeFile(draining, step);
  draining.drained.stayed.push(step.path);
  return false;
}

function placeFile(draining: Draining, step: Step): boolean {
  const { host } = draining.ctx;
  if (!placeNew(host, step.from, step.to)) {
    const isFile = host.files.stat(step.to)?.isFile() ?? false;
    if (isFile && leadsToOneAnother(draining.ctx, step)) {
      draining.drained.stayed.push(step.path);
      return false;
    }
    if (!isFile || !host.files.isEqual(step.from, step.to)) return lose(draining, step);
  }
  draining.drained.moved.push(step.path);
  draining.ctx.progress?.(undefined, `moving ${step.path}`);
  return true;
}

function drainFolder(draining: Draining, step: Step): boolean {
  const { host } = draining.ctx;
  const { files, path } = host;
  const there = files.lstat(step.to);
  // A link of the root may lead to a folder outside, where the user keeps such things.
  if (there !== undefined && !files.stat(step.to)?.isDirectory()) return lose(draining, step);
  if (there !== undefined && leadsToOneAnother(draining.ctx, step)) {
    draining.drained.stayed.push(step.path);
    return false;
  }
  if (there === undefined) ensureFolder(host, step.to);
  else sweepLitter(host, step.to);
  const placed = files
    .readdir(step.from)
    .map((name) => ({
      path: `${step.path}/${name}`,
      from: path.join(step.from, name),
      to: path.join(step.to, name),
    }))
    .filter((below) => place(draining, below));
  settle(draining.ctx, placed);
  removeEmpty(host, step.from);
  return false;
}

/** As a link: what it leads to is neither read nor moved. */
function placeLink(draining: Draining, step: Step): boolean {
  const { ctx, drained } = draining;
  const target = targetInRoot(draining, step);
  if (target === step.to) return true;
  // Only Windows asks what a link leads to.
  const kind = ctx.host.files.stat(step.from)?.isDirectory() ? 'dir' : 'file';
  const made = target === undefined ? 'refused' : makeLink(ctx.host, target, step.to, kind);
  if (target === undefined || made === 'refused') {
    drained.stayed.push(step.path);
    return false;
  }
  if (made === 'taken' && !isSameLink(ctx, step.to, target)) return lose(draining, step);
  drained.moved.push(step.path);
  return true;
}

/**
 * What the link has to say in the root to lead where it leads now. The place itself: it is a link of ours.
 * Undefined: it leads to something of the account's own, which nobody else may come to through the root.
 */
function targetInRoot({ ctx, account, top }: Draining, { from }: Step): string | undefined {
  const { files, path } = ctx.host;
  const text = files.readlink(from);
  const target = path.resolve(files.realpath(path.dirname(from)), text);
  for (const folder of [top.from, realPlace(ctx, top.from)])
    if (isInside(path, folder, target))
      return path.isAbsolute(text) ? path.join(top.to, path.relative(folder, target)) : text;
  const homes = [account.home, realPlace(ctx, account.home)];
  return homes.some((home) => target === home || isInside(path, home, target)) ? undefined : target;
}

function realPlace({ host }: AccountsContext, place: string): string {
  return host.path.join(host.files.realpath(host.path.dirname(place)), host.path.basename(place));
}

function isSameLink({ host }: AccountsContext, link: string, target: string): boolean {
  const resolved = (text: string) => host.path.resolve(host.path.dirname(link), text);
  return isLink(host, link) && resolved(host.files.readlink(link)) === resolved(target);
}

/** The root's wins. @returns false: it is not in the home any more */
function lose({ ctx, account, drained }: Draining, { path, from }: Step): false {
  const note = { tool: account.tool, account: account.id, path, why: 'the shared one is another' };
  drained.conflicts.push({ path, kept: keepConflict(ctx.host, ctx.paths, note, { from }) });
  return false;
}

/** What is moved into itself would be gone afterwards. */
function leadsToOneAnother({ host }: AccountsContext, { from, to }: Way): boolean {
  const [one, other] = [host.files.realpath(from), host.files.realpath(to)];
  return one === other || isInside(host.path, one, other) || isInside(host.path, other, one);
}
