import type { AITool } from '../../registry/index.ts';
import {
  confirmEntry,
  copyFile,
  copyTree,
  ensureFolder,
  isLink,
  isLitterName,
  moveEntry,
  removeTree,
} from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { below, placeIn } from '../sharing/home-facts.ts';
import type { AdoptedEntry, Places } from './adoption.ts';
import { disturbed } from './move-in.ts';
import { namesOf } from './names-of.ts';
import { restoreTime } from './restore-time.ts';

/**
 * Gives a directory back to the tool, as it is now: what was moved comes back; what is new in it since is copied, as
 * nobody can tell whose it is. Where accounts share by the root, what was changed since stays there, too. Each step
 * may have been done already.
 * @returns paths that the root keeps as well, relative to the directory
 * @throws ToolsError ADOPTION_DISTURBED, and those of writing
 */
export function moveBack(
  ctx: AccountsContext,
  tool: AITool,
  entry: AdoptedEntry,
  places: Places,
  isRootUsed: boolean,
): readonly string[] {
  const { host } = ctx;
  const { place, shared, hold } = places;
  if (isBack(ctx, tool, places)) return [];
  const marks = new Map(entry.files.map((mark) => [mark[0], mark]));
  const kept = [
    ...entry.units.flatMap((unit) => takeUnit(ctx, places, unit, isRootUsed ? marks : undefined)),
    ...newNames(ctx, entry, shared).flatMap((path) => takeNew(ctx, places, path)),
  ];
  for (const { path, target } of entry.links) dropOurLink(ctx, placeIn(host, shared, path), target);
  takeSame(ctx, entry, places);
  if (isOurs(ctx, places)) removeTree(host, place);
  restoreTimes(ctx, entry, hold);
  if (host.files.lstat(hold)) moveEntry(host, hold, place);
  confirmEntry(host, place);
  return kept;
}

/** It never left, or is where it was by now. @throws ToolsError ADOPTION_DISTURBED */
export function isBack(ctx: AccountsContext, tool: AITool, places: Places): boolean {
  const { files } = ctx.host;
  const isHeld = files.lstat(places.hold) !== undefined;
  if (files.lstat(places.place) === undefined || isOurs(ctx, places)) return false;
  if (isHeld || isLink(ctx.host, places.place)) throw disturbed(tool, places.place);
  return true;
}

function isOurs({ host }: AccountsContext, { place, shared }: Places): boolean {
  return isLink(host, place) && host.files.readlink(place) === shared;
}

type Marks = ReadonlyMap<string, AdoptedEntry['files'][number]>;

/** By `marks` it is told what the root keeps as well. */
function takeUnit(
  ctx: AccountsContext,
  { shared, hold }: Places,
  unit: string,
  marks: Marks | undefined,
): readonly string[] {
  const { host } = ctx;
  const [from, to] = [placeIn(host, shared, unit), placeIn(host, hold, unit)];
  if (!host.files.lstat(to) && host.files.lstat(from)) {
    ensureFolder(host, host.path.dirname(to));
    moveEntry(host, from, to);
    confirmEntry(host, to);
  }
  if (!marks) return [];
  return changedFiles(ctx, marks, hold, unit).filter((path) => {
    const back = placeIn(host, shared, path);
    if (host.files.lstat(back)) return false;
    ensureFolder(host, host.path.dirname(back));
    copyTree(host, placeIn(host, hold, path), back);
    return true;
  });
}

/** Files of a unit that are not what was moved. */
function changedFiles(ctx: AccountsContext, marks: Marks, hold: string, path: string): readonly string[] {
  const place = placeIn(ctx.host, hold, path);
  const stat = ctx.host.files.lstat(place);
  if (!stat) return [];
  if (stat.isDirectory() && !isLink(ctx.host, place, stat))
    return namesOf(ctx.host, place).flatMap((name) => changedFiles(ctx, marks, hold, below(path, name)));
  const mark = marks.get(path);
  return mark?.[1] === stat.size && mark[2] === stat.mtimeMs ? [] : [path];
}

/** What came into the root's directory after the adoption. */
function newNames({ host }: AccountsContext, entry: AdoptedEntry, shared: string): readonly string[] {
  const directories = entry.was === 'absent' ? [''] : entry.both.map(({ path }) => path);
  const known = new Set([
    ...entry.own,
    ...entry.units,
    ...[...entry.both, ...entry.same, ...entry.links].map(({ path }) => path),
  ]);
  return directories.flatMap((path) =>
    namesOf(host, placeIn(host, shared, path))
      .map((name) => below(path, name))
      .filter((name) => !known.has(name)),
  );
}

function takeNew({ host }: AccountsContext, { shared, hold }: Places, path: string): readonly string[] {
  const to = placeIn(host, hold, path);
  if (host.files.lstat(to)) return [];
  ensureFolder(host, host.path.dirname(to));
  copyTree(host, placeIn(host, shared, path), to);
  return [path];
}

/** One that was the same on both sides has one text: the current one. */
function takeSame({ host }: AccountsContext, entry: AdoptedEntry, { shared, hold }: Places): void {
  for (const { path, mode, mtimeMs, there } of entry.same) {
    const [from, to] = [placeIn(host, shared, path), placeIn(host, hold, path)];
    const stat = host.files.lstat(from);
    if (!stat?.isFile() || host.files.lstat(to)) continue;
    ensureFolder(host, host.path.dirname(to));
    copyFile(host, from, to);
    if ((stat.mode & 0o777) !== mode) host.files.chmod(to, mode);
    if (stat.size === there[0] && stat.mtimeMs === there[1]) restoreTime(host, to, mtimeMs);
  }
}

/** The tool's own is held; one that somebody changed is the root's. */
function dropOurLink({ host }: AccountsContext, link: string, target: string | null): void {
  if (target !== null && isLink(host, link) && host.files.readlink(link) === target) removeTree(host, link);
}

/** Of directories that hold the very names they held. What a dead one was copying there goes. */
function restoreTimes({ host }: AccountsContext, entry: AdoptedEntry, hold: string): void {
  const moved = [...entry.both, ...entry.same, ...entry.links].map(({ path }) => path);
  const before = new Set([...entry.units, ...moved].filter((path) => path !== ''));
  const counts = new Map<string, number>();
  for (const path of before) counts.set(directoryOf(path), (counts.get(directoryOf(path)) ?? 0) + 1);
  for (const { path, mtimeMs } of entry.both.toReversed()) {
    const place = placeIn(host, hold, path);
    const found = namesOf(host, place).filter((name) => before.has(below(path, name)) || !isLitterName(name));
    for (const name of namesOf(host, place))
      if (!found.includes(name)) removeTree(host, host.path.join(place, name));
    const isWhole =
      found.length === (counts.get(path) ?? 0) && found.every((name) => before.has(below(path, name)));
    if (isWhole) restoreTime(host, place, mtimeMs);
  }
}

function directoryOf(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}
