import type { Host } from '../../platform/index.ts';
import type { Conditions } from './launch-record.ts';
import { stampOf } from './stamp.ts';

/** Whether everything lies as it lay. @throws what the disk says of something that can't be looked at */
export function doHold({ files }: Pick<Host, 'files'>, conditions: Conditions): boolean {
  const { absent, directories, directoryLinks, fileLinks, same, real } = conditions;
  const isLink = ([path, text]: readonly [string, string]) =>
    files.lstat(path)?.isSymbolicLink() === true && files.readlink(path) === text;
  return (
    absent.every((path) => files.lstat(path) === undefined) &&
    directories.every((path) => files.lstat(path)?.isDirectory()) &&
    conditions.files.every((path) => files.lstat(path)?.isFile()) &&
    Object.entries(directoryLinks).every((link) => isLink(link) && files.stat(link[0])?.isDirectory()) &&
    Object.entries(fileLinks).every((link) => isLink(link) && files.stat(link[0])?.isFile()) &&
    Object.entries(same).every(([path, stamp]) => isSame({ files }, path, stamp)) &&
    Object.entries(real).every(([path, place]) => files.realpath(path) === place)
  );
}

function isSame({ files }: Pick<Host, 'files'>, path: string, stamp: string | undefined): boolean {
  const stats = files.stat(path);
  return stats !== undefined && stampOf(stats) === stamp;
}
