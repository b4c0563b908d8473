import type { QuickHost } from '../../platform/index.ts';
import { markerVariable } from '../../process/index.ts';
import { namesIn } from '../../state/index.ts';
import { arePlacesOurs } from './place-variables.ts';
import type { QuickMarks, QuickRecord } from './quick-record.ts';
import { doLie } from './recorded-look.ts';

/** More marks than a launch wants to wade through: the slow way takes away those of the dead. */
export const mostMarks = 64;

/**
 * Whether the account can be used here and now as it was when that was recorded: nothing has to be asked, mended or
 * merged. @throws what the disk says of something that can't be looked at
 */
export function isHomeReady(host: QuickHost, record: QuickRecord): boolean {
  const { account, variables, marks, there, looks, absentAbove, notIn } = record;
  for (const name in variables) if ((host.env[name] ?? null) !== variables[name]) return false;
  return (
    (Object.hasOwn(variables, markerVariable) || !arePlacesOurs(host)) &&
    (absentAbove.length + notIn.length === 0 || isHarmless(host, record)) &&
    doLie(host.files, there) &&
    doLie(host.files, looks) &&
    (marks === null || isQuiet(host, marks, account))
  );
}

function isHarmless({ files, path, cwd }: QuickHost, { absentAbove, notIn }: QuickRecord): boolean {
  if (notIn.length > 0) {
    const here = files.stat(cwd);
    for (const directory of notIn) {
      const other = files.stat(directory);
      if (other !== undefined && other.ino === here?.ino && other.dev === here.dev) return false;
    }
  }
  for (let at = cwd; ; ) {
    for (const name of absentAbove) if (files.lstat(path.join(at, name)) !== undefined) return false;
    const above = path.dirname(at);
    if (above === at) return true;
    at = above;
  }
}

/** No other home of the root may hold something that is not there yet, and not too much is left to clear away. */
function isQuiet(host: QuickHost, { live, dirty, merged }: QuickMarks, account: string): boolean {
  const marks = dirty === null ? [] : namesIn(host, dirty);
  for (const name of marks) if (!isKnown(name, account, merged)) return false;
  return marks.length + namesIn(host, live).length <= mostMarks;
}

function isKnown(name: string, account: string, merged: readonly string[]): boolean {
  if (name[0] === '.' || name.startsWith(`${account}.`)) return true;
  for (const id of merged) if (name.startsWith(`${id}.`)) return true;
  return false;
}
