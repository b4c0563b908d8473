import type { Host } from '../../platform/index.ts';
import { posixWord } from '../../process/index.ts';
import type { Conditions, HomeConditions, RecordedProgram } from './launch-record.ts';

/** What has to be stamped for a shell. */
export interface Stamped {
  readonly file: string;
  /** Where its stamps go. */
  readonly stem: string;
  readonly isProgram: boolean;
}

/** How everything lies, as tests of a shell. That a link leads where it did shows in what is found there. */
export function conditionTests(host: Host, home: HomeConditions, program: Conditions): readonly string[] {
  const all = [home, program];
  const links = all.flatMap((one) => Object.entries({ ...one.directoryLinks, ...one.fileLinks }));
  return [
    ...home.notIn.map((directory) => `[ ! . -ef ${posixWord(directory)} ]`),
    ...(home.absentAbove.length > 0 ? [`__at_none_above ${home.absentAbove.map(posixWord).join(' ')}`] : []),
    ...all.flatMap(({ absent }) => absent.map(absentTest)),
    ...all.flatMap(({ files }) => files.map((path) => `[ -f ${posixWord(path)} ]`)),
    ...all.flatMap(({ directories, directoryLinks }) =>
      [...directories, ...Object.keys(directoryLinks)].map((path) => `[ -d ${posixWord(path)} ]`),
    ),
    ...links.map(([path, text]) => {
      const target = host.path.resolve(host.path.dirname(path), text);
      return `[ ${posixWord(path)} -ef ${posixWord(target)} ]`;
    }),
    ...placeTests(
      host,
      { ...home.real, ...program.real },
      all.flatMap(({ directories, files }) => [...directories, ...files]),
    ),
  ];
}

export function absentTest(path: string): string {
  return `[ ! -e ${posixWord(path)} ] && [ ! -L ${posixWord(path)} ]`;
}

/** A variable has that value; null: there is none of that name. */
export function variableTest(name: string, value: string | null): string {
  const isSet = `"\${${name}+x}"`;
  return value === null ? `[ -z ${isSet} ]` : `[ -n ${isSet} ] && [ "$${name}" = ${posixWord(value)} ]`;
}

export function sameTest({ file, stem }: Pick<Stamped, 'file' | 'stem'>): string {
  return `__at_same ${posixWord(file)} ${posixWord(stem)}`;
}

/** The search through PATH ends where it did, and the program can be started. */
export function searchTests({ hit, names, knownPaths, file }: RecordedProgram): readonly string[] {
  const startable = `[ -f ${posixWord(file)} ] && [ -x ${posixWord(file)} ]`;
  if (hit === null) return [startable];
  const search = `__at_found ${[hit, ...names].map(posixWord).join(' ')}`;
  const known = knownPaths.indexOf(hit);
  if (known < 0) return [search, startable];
  const before = knownPaths.slice(0, known).map((path) => `[ ! -x ${posixWord(path)} ]`);
  return [`{ ${search} || [ $? = 2 ]; }`, ...before, startable];
}

/** A path leads where it did: there, and nothing on the way there is a link by now. `plain`: what is none itself. */
function placeTests(
  host: Host,
  real: Readonly<Record<string, string>>,
  plain: readonly string[],
): readonly string[] {
  const ways = new Set(plain);
  for (const place of Object.values(real))
    for (let at = place; at !== host.path.dirname(at); at = host.path.dirname(at)) ways.add(at);
  const moved = Object.entries(real).filter(([path, place]) => path !== place);
  return [
    ...moved.map(([path, place]) => `[ ${posixWord(path)} -ef ${posixWord(place)} ]`),
    ...[...ways].sort().map((way) => `[ ! -L ${posixWord(way)} ]`),
  ];
}
