import { errnoOf, type Host, isInside, type Stats } from '../../platform/index.ts';
import { isLink } from '../../state/index.ts';
import { below, placeIn } from '../sharing/home-facts.ts';
import { namesOf } from './names-of.ts';

/**
 * How the content of a directory gets into another one without a file of either being lost. Names are relative to
 * the directory, `/` between segments.
 */
export interface Difference {
  /** What is moved there by one rename each: nothing of that name is there. */
  readonly units: readonly string[];
  /** Every file and link in `units`: size and time, by which a later change is known. */
  readonly files: readonly (readonly [path: string, ...FileMark])[];
  /** Files that are there already, byte for byte. */
  readonly same: readonly SameFile[];
  /** Links that would lead elsewhere from there: one that leads to the same takes their place. */
  readonly links: readonly { readonly path: string; readonly target: string | null }[];
  /** Directories that are to be in both, and when a name in them last changed. `''` is the directory itself. */
  readonly both: readonly { readonly path: string; readonly mtimeMs: number }[];
  /** What only the other one has, in directories that are in both. */
  readonly own: readonly string[];
}

/** Size in bytes and time in milliseconds. */
export type FileMark = readonly [size: number, mtimeMs: number];

export interface SameFile {
  readonly path: string;
  readonly mode: number;
  readonly mtimeMs: number;
  /** Of the one that is there. */
  readonly there: FileMark;
}

export interface Comparison extends Difference {
  readonly bytes: number;
  /** What keeps the one from getting into the other. */
  readonly hindrances: readonly Hindrance[];
}

export interface Hindrance {
  readonly path: string;
  /**
   * `different`: another content has that name there; `otherDisk`: it lies on another disk; `leadsBack`: a link to
   * something else in the tool's own directories; `unreadable`: it can't be looked at.
   */
  readonly why: 'different' | 'otherDisk' | 'leadsBack' | 'unreadable';
}

interface Comparing {
  readonly host: Host;
  readonly from: string;
  readonly to: string;
  /** The device of `to`. */
  readonly dev: number;
  /** Directories to which no link may lead. */
  readonly closed: readonly string[];
  readonly found: Found;
}

/** A comparison that grows. */
interface Found {
  readonly units: string[];
  readonly files: Difference['files'][number][];
  readonly same: SameFile[];
  readonly links: Difference['links'][number][];
  readonly both: Difference['both'][number][];
  readonly own: string[];
  readonly hindrances: Hindrance[];
  bytes: number;
}

/** Compares `from` with `to`, which need not be there. Reads only: contents where both have a file of that name. */
export function compareTrees(
  host: Host,
  { from, to, dev, closed }: Pick<Comparing, 'from' | 'to' | 'dev' | 'closed'>,
): Comparison {
  const found: Found = {
    units: [],
    files: [],
    same: [],
    links: [],
    both: [],
    own: [],
    bytes: 0,
    hindrances: [],
  };
  compareDirectory({ host, from, to, dev, closed, found }, '');
  return found;
}

function compareDirectory(work: Comparing, path: string): void {
  const { host, from, to, found } = work;
  const [mine, theirs] = [namesOf(host, placeIn(host, from, path)), namesOf(host, placeIn(host, to, path))];
  const stat = host.files.lstat(placeIn(host, from, path));
  if (stat) found.both.push({ path, mtimeMs: stat.mtimeMs });
  const names = new Set(mine);
  for (const name of theirs) if (!names.has(name)) found.own.push(below(path, name));
  for (const name of mine) compareEntry(work, below(path, name));
}

function compareEntry(work: Comparing, path: string): void {
  const { host, from, to, dev } = work;
  const [mine, theirs] = [placeIn(host, from, path), placeIn(host, to, path)];
  try {
    const [stat, there] = [host.files.lstat(mine), host.files.lstat(theirs)];
    if (!stat) return;
    if (stat.dev !== dev) hinder(work, path, 'otherDisk');
    else if (isLink(host, mine, stat)) compareLink(work, path, stat, there);
    else if (stat.isDirectory()) compareFolder(work, path, there);
    else if (!there) addUnit(work, path);
    else compareFile(work, path, stat, there);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    hinder(work, path, 'unreadable');
  }
}

function compareFolder(work: Comparing, path: string, there: Stats | undefined): void {
  const isFolder = there?.isDirectory() && !isLink(work.host, placeIn(work.host, work.to, path), there);
  if (there && !isFolder) hinder(work, path, 'different');
  else if (there || needsCare(work, path)) compareDirectory(work, path);
  else addUnit(work, path);
}

function compareFile(work: Comparing, path: string, stat: Stats, there: Stats): void {
  const { host, from, to, found } = work;
  const [mine, theirs] = [placeIn(host, from, path), placeIn(host, to, path)];
  if (stat.isFile() && there.isFile() && host.files.isEqual(mine, theirs)) {
    const { mode, mtimeMs } = stat;
    found.same.push({ path, mode: mode & 0o777, mtimeMs, there: [there.size, there.mtimeMs] });
  } else hinder(work, path, 'different');
}

function compareLink(work: Comparing, path: string, stat: Stats, there: Stats | undefined): void {
  const { host, from, to, closed, found } = work;
  const [mine, theirs] = [placeIn(host, from, path), placeIn(host, to, path)];
  const target = targetOf(host, mine);
  const stays = isInside(host.path, from, target);
  const wanted = stays ? host.path.join(to, host.path.relative(from, target)) : target;
  if (!stays && closed.some((folder) => folder === target || isInside(host.path, folder, target)))
    hinder(work, path, 'leadsBack');
  else if (there && isLink(host, theirs, there) && leadsTo(host, theirs, wanted))
    found.links.push({ path, target: null });
  else if (there) hinder(work, path, 'different');
  else if (stays || host.path.isAbsolute(host.files.readlink(mine))) {
    found.units.push(path);
    found.files.push([path, stat.size, stat.mtimeMs]);
  } else found.links.push({ path, target });
}

function hinder({ found }: Comparing, path: string, why: Hindrance['why']): void {
  found.hindrances.push({ path, why });
}

/** Something below can't simply be moved along: each thing in it is looked at by itself. */
function needsCare(work: Comparing, path: string): boolean {
  const { host, from, dev } = work;
  return namesOf(host, placeIn(host, from, path)).some((name) => {
    const place = placeIn(host, from, below(path, name));
    const stat = host.files.lstat(place);
    if (!stat) return false;
    if (stat.dev !== dev) return true;
    if (isLink(host, place, stat)) return !isInside(host.path, from, targetOf(host, place));
    return stat.isDirectory() && needsCare(work, below(path, name));
  });
}

function addUnit(work: Comparing, path: string): void {
  work.found.units.push(path);
  addFiles(work, path);
}

function addFiles(work: Comparing, path: string): void {
  const { host, from, found } = work;
  const place = placeIn(host, from, path);
  const stat = host.files.lstat(place);
  if (!stat) return;
  if (stat.isDirectory() && !isLink(host, place, stat))
    for (const name of namesOf(host, place)) addFiles(work, below(path, name));
  else {
    found.files.push([path, stat.size, stat.mtimeMs]);
    found.bytes += stat.size;
  }
}

/** What a link says, as an absolute path: one step, whatever is there. */
function targetOf({ files, path }: Host, link: string): string {
  return path.resolve(path.dirname(link), files.readlink(link));
}

/** In one step, or in the end. */
function leadsTo(host: Host, link: string, target: string): boolean {
  if (targetOf(host, link) === target) return true;
  const areThere = [link, target].every((path) => host.files.stat(path) !== undefined);
  return areThere && host.files.realpath(link) === host.files.realpath(target);
}
