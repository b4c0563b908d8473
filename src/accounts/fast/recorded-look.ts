import type { Looks, Stats } from '../../platform/index.ts';
import { type Counting, countedDigest } from '../counting.ts';
import type { Conditions, Counted } from './launch-record.ts';

/**
 * How one path lay, by the fewest looks that tell it:
 * - `absent`: nothing lies there, not even a link
 * - `same`: neither a file nor the names in a directory have changed, and it is no link: as `stampOf`, number by number
 * - `leads`: the same of what a link leads to
 * - `counts`: as `same`; or it is no older, and says the same of what counts
 * - `kind`, `leadsTo`: what lies there, or what a link leads to, as the format bits of its mode
 * - `link`: the text of a link
 * - `place`: where a path really leads
 */
export type RecordedLook =
  | readonly ['absent', path: string]
  | SameLook
  | readonly ['counts', ...Stamp, digest: string, counting: Counting]
  | readonly ['kind' | 'leadsTo', path: string, format: number]
  | readonly ['link' | 'place', path: string, text: string];

type Stamp = readonly [
  path: string,
  dev: number,
  ino: number,
  mode: number,
  size: number,
  mtimeMs: number,
  ctimeMs: number,
];

/**
 * Whether everything lies as it lay. One loop without helpers: what has only just been compiled is slow, and each of
 * them would be called for the first time. @throws what the disk says of something that can't be looked at
 */
export function doLie(files: Looking, looks: readonly RecordedLook[]): boolean {
  for (const look of looks) {
    const path = look[1];
    switch (look[0]) {
      case 'absent':
        if (files.lstat(path) !== undefined) return false;
        break;
      case 'link':
        if (told(files.readlink, path) !== look[2]) return false;
        break;
      case 'place':
        if (told(files.realpath, path) !== look[2]) return false;
        break;
      default: {
        const [kind] = look;
        const found = kind === 'leads' || kind === 'leadsTo' ? files.stat(path) : files.lstat(path);
        if (found === undefined) return false;
        if (kind === 'kind' || kind === 'leadsTo') {
          if ((found.mode & formatBits) !== look[2]) return false;
        } else if (
          found.mtimeMs !== look[6] ||
          found.ctimeMs !== look[7] ||
          found.ino !== look[3] ||
          found.size !== look[5] ||
          found.mode !== look[4] ||
          found.dev !== look[2]
        )
          if (kind !== 'counts' || !saysTheSame(files, look, found)) return false;
      }
    }
  }
  return true;
}

type Looking = Pick<Looks, 'lstat' | 'stat' | 'readlink' | 'realpath'> & Partial<Pick<Looks, 'readText'>>;

/** One that is older was put back from somewhere, and larger ones are not read at a start. */
function saysTheSame(
  { readText }: Looking,
  [, path, dev, , mode, , mtimeMs, , digest, counting]: RecordedLook & readonly ['counts', ...unknown[]],
  found: Stats,
): boolean {
  return (
    readText !== undefined &&
    found.dev === dev &&
    found.mode === mode &&
    found.mtimeMs >= mtimeMs &&
    found.size <= mostReadBytes &&
    countedDigest(readText(path), counting) === digest
  );
}

const mostReadBytes = 4_000_000;

/** undefined: there is no such thing there by now. */
function told(ask: (path: string) => string, path: string): string | undefined {
  try {
    return ask(path);
  } catch {
    return undefined;
  }
}

/** What conditions come to, without what others of them imply. */
export function recordedLooks({
  absent,
  directories,
  files,
  directoryLinks,
  fileLinks,
  same,
  real,
  counted,
}: Conditions): readonly RecordedLook[] {
  const links = { ...directoryLinks, ...fileLinks };
  const kinds = (paths: readonly string[], kind: 'kind' | 'leadsTo', format: number) =>
    paths.filter((path) => !Object.hasOwn(same, path)).map((path): RecordedLook => [kind, path, format]);
  return [
    ...absent.map((path): RecordedLook => ['absent', path]),
    ...kinds(directories, 'kind', directoryFormat),
    ...kinds(files, 'kind', fileFormat),
    ...Object.entries(links).map(([path, text]): RecordedLook => ['link', path, text]),
    ...kinds(Object.keys(directoryLinks), 'leadsTo', directoryFormat),
    ...kinds(Object.keys(fileLinks), 'leadsTo', fileFormat),
    ...Object.entries(same).map(([path, stamp]) =>
      countingLook(sameLook(path, stamp, Object.hasOwn(links, path)), counted[path]),
    ),
    ...Object.entries(real)
      .filter(([path, place]) => path !== place || !isOnTheWay(path, real))
      .map(([path, place]): RecordedLook => ['place', path, place]),
  ];
}

/** @param stamp of `stampOf` */
export function sameLook(path: string, stamp: string, isLink = false): SameLook {
  const [dev = 0, ino = 0, mode = 0, size = 0, mtimeMs = 0, ctimeMs = 0] = stamp.split(',').map(Number);
  return [isLink ? 'leads' : 'same', path, dev, ino, mode, size, mtimeMs, ctimeMs];
}

type SameLook = readonly ['same' | 'leads', ...Stamp];

function countingLook(look: SameLook, counted: Counted | undefined): RecordedLook {
  const [kind, ...stamp] = look;
  return counted && kind === 'same' ? ['counts', ...stamp, counted.digest, counted.counting] : look;
}

/** What is no link itself lies where it says if something below it does. */
function isOnTheWay(path: string, real: Conditions['real']): boolean {
  return Object.entries(real).some(
    ([other, place]) => other === place && (other.startsWith(`${path}/`) || other.startsWith(`${path}\\`)),
  );
}

const formatBits = 0o170000;
const directoryFormat = 0o040000;
const fileFormat = 0o100000;
