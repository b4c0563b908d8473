import type { Host } from '../../platform/index.ts';
import { posixWord } from '../../process/index.ts';
import type { Conditions, HomeConditions, RecordedProgram } from './launch-record.ts';
import { type ShellFolders, shellFolders } from './shell-folders.ts';

/** What has to be stamped for a shell. */
export interface Stamped {
  readonly file: string;
  /** The name of its stamps, in the folder of stamps. */
  readonly name: string;
  readonly isProgram: boolean;
}

/** How things lay, as lists for the functions of src/shims/launch-functions.ts. */
interface Lists {
  readonly absent: readonly string[];
  readonly files: readonly string[];
  readonly directories: readonly string[];
  /** Pairs that are one place. One that is a directory ends with a slash, and then nothing else will do. */
  readonly places: readonly (readonly [path: string, place: string])[];
  /** No links. */
  readonly straight: readonly string[];
}

/**
 * How everything lies, as tests of a shell. That a link leads where it did shows in what is found there.
 * @param stamped the files that are looked at by their stamps, and so are there
 */
export function conditionTests(
  host: Host,
  home: HomeConditions,
  program: Conditions,
  stamped: readonly Stamped[],
): readonly string[] {
  const lists = listsOf(host, [home, program], stamped);
  const { absent, files, directories, places, straight } = lists;
  const folders = shellFolders([
    ...absent,
    ...files,
    ...directories,
    ...places.flat(),
    ...straight,
    ...stamped.map(({ file }) => file),
  ]);
  const all = (name: string, paths: readonly string[]) =>
    paths.length > 0 ? [`${name} ${paths.map(folders.word).join(' ')}`] : [];
  return [
    ...(folders.assignments === '' ? [] : [folders.assignments]),
    ...home.notIn.map((directory) => `[ ! . -ef ${posixWord(directory)} ]`),
    ...(home.absentAbove.length > 0 ? [`__at_none_above ${home.absentAbove.map(posixWord).join(' ')}`] : []),
    ...all('__at_absent', absent),
    ...files.map((path) => `[ -f ${folders.word(path)} ]`),
    ...directories.map((path) => `[ -d ${folders.word(path)} ]`),
    ...placeTests(host, places, folders),
    ...all('__at_straight', straight),
    ...stampTests(stamped, folders),
  ];
}

function listsOf(host: Host, all: readonly Conditions[], stamped: readonly Stamped[]): Lists {
  const targetOf = (path: string, text: string) => host.path.resolve(host.path.dirname(path), text);
  const directoryLinks = all.flatMap((one) => Object.entries(one.directoryLinks));
  const fileLinks = all.flatMap((one) => Object.entries(one.fileLinks));
  const real = all.flatMap((one) => Object.entries(one.real));
  const files = all.flatMap((one) => one.files);
  const directories = all.flatMap((one) => one.directories);
  const seen = [
    ...stamped.map(({ file }) => file),
    ...files,
    ...[...directoryLinks, ...fileLinks].map(([path]) => path),
  ];
  const straight = new Set([...directories, ...files]);
  for (const [, place] of real)
    for (let at = place; at !== host.path.dirname(at); at = host.path.dirname(at)) straight.add(at);
  return {
    absent: [...new Set(all.flatMap((one) => one.absent))],
    files: [...new Set([...files, ...fileLinks.map(([path]) => path)])],
    // Where something is found in one, it is there.
    directories: [...new Set(directories)].filter(
      (path) => !seen.some((each) => each.startsWith(`${path}/`)),
    ),
    places: [
      ...directoryLinks.map(([path, text]) => [`${path}/`, `${targetOf(path, text)}/`] as const),
      ...[...fileLinks.map(([path, text]) => [path, targetOf(path, text)] as const), ...real].filter(
        ([path, place]) => path !== place,
      ),
    ],
    straight: [...straight].sort(),
  };
}

/** Most links lead to what has their name in one other folder. */
function placeTests(host: Host, places: Lists['places'], folders: ShellFolders): readonly string[] {
  const { dirname, basename } = host.path;
  const groups = new Map<string, string[]>();
  const others: string[] = [];
  for (const [path, place] of places) {
    const slash = path.endsWith('/') ? '/' : '';
    const ways = [path, place].map((each) => folders.word(dirname(each))).join(' ');
    if (basename(path) !== basename(place))
      others.push(`[ ${folders.word(path)} -ef ${folders.word(place)} ]`);
    else groups.set(ways, [...(groups.get(ways) ?? []), posixWord(basename(path) + slash)]);
  }
  return [...[...groups].map(([ways, names]) => `__at_one_place ${ways} ${names.join(' ')}`), ...others];
}

/** The last looks for all of the stamps: some shells think that what is there is newer than what is not. */
function stampTests(stamped: readonly Stamped[], folders: ShellFolders): readonly string[] {
  const last = stamped.at(-1);
  if (!last) return [];
  const tests = stamped.map(({ file, name }) => `__at_same ${folders.word(file)} ${name}`);
  return [...tests, `__at_whole ${last.name}`];
}

export function absentTest(paths: readonly string[]): string {
  return `__at_absent ${paths.map(posixWord).join(' ')}`;
}

/** A variable has that value; null: there is none of that name. */
export function variableTest(name: string, value: string | null): string {
  if (value === null) return `[ -z "\${${name}+x}" ]`;
  return value === '' ? `[ "\${${name}-x}" = '' ]` : `[ "\${${name}-}" = ${posixWord(value)} ]`;
}

/** The search through PATH ends where it did, and the program can be started. */
export function searchTests({ hit, names, knownPaths, file }: RecordedProgram): readonly string[] {
  const startable = `[ -f ${posixWord(file)} ] && [ -x ${posixWord(file)} ]`;
  if (hit === null) return [startable];
  const search = `__at_found ${[hit, ...names].map(posixWord).join(' ')}`;
  const known = knownPaths.indexOf(hit);
  // What the search ends at is a file that can be started.
  if (known < 0) return hit === file ? [search] : [search, startable];
  const before = knownPaths.slice(0, known).map((path) => `[ ! -x ${posixWord(path)} ]`);
  return [`{ ${search} || [ $? = 2 ]; }`, ...before, startable];
}
