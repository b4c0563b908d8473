import { folderVariable, type Host } from '../../platform/index.ts';
import { markerVariable, posixWord } from '../../process/index.ts';
import { launchEnvironment } from '../home/launch-environment.ts';
import { depthOf, depthVariable } from '../launch/launch-depth.ts';
import type { LaunchRecord, RecordedProgram } from './launch-record.ts';
import { variableTest } from './shell-conditions.ts';

export interface EnvironmentLines {
  readonly tests: readonly string[];
  readonly changes: readonly string[];
}

/**
 * What `launchEnvironment` does, for a shell that no run of ours has touched. What the user has in a variable that
 * we set is remembered in the marker; the rest of the marker is always the same.
 * undefined: some name or value can't be said in a shell.
 */
export function environmentLines(
  { platform, path }: Pick<Host, 'platform' | 'path'>,
  { environment, home }: LaunchRecord,
  { file, isManaged }: RecordedProgram,
): EnvironmentLines | undefined {
  const { own, borrowed, outranks, sessionMarkers } = environment;
  const envOf = (env: Readonly<Record<string, string>>) =>
    launchEnvironment({ platform, path, env }, environment, {
      more: { [depthVariable]: depthOf(file) },
      isManaged,
    });
  const bare = envOf({});
  const given = Object.entries(bare.set).filter(([name]) => name !== markerVariable);
  const isGiven = new Set(given.map(([name]) => name));
  const unset = new Set([depthVariable, ...outranks, ...own.filter((name) => !isGiven.has(name))]);
  const theirs = borrowed.filter((name) => !isGiven.has(name));
  const ended = sessionMarkers.filter((name) => !isGiven.has(name));
  const names = [...unset, ...theirs, ...ended, ...isGiven, ...Object.keys(home.variables)];
  if (!names.every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name))) return undefined;
  // Where a value of the user's goes, a hole shows.
  const known = [...isGiven].filter((name) => !unset.has(name));
  const text = envOf(Object.fromEntries(known.map((name) => [name, holeOf(name)]))).env[markerVariable] ?? '';
  const holes = known.filter((name) => text.includes(JSON.stringify(holeOf(name))));
  const withHoles = (fill: (name: string) => string, start: string) =>
    holes.reduce((all, name) => all.replace(JSON.stringify(holeOf(name)), fill(name)), start);
  if (withHoles(() => 'null', text) !== bare.env[markerVariable]) return undefined;
  const absent = Object.keys(home.variables).filter(
    (name) => home.variables[name] === null && name !== folderVariable,
  );
  // One that is ours is put aside and not remembered, which a shell leaves to us.
  const users = [...theirs, ...known.filter((name) => own.includes(name) || borrowed.includes(name))].filter(
    (name) => !absent.includes(name),
  );
  return {
    tests: [
      `[ -z "${[...new Set([...unset, ...absent])].map((name) => `\${${name}+x}`).join('')}" ]`,
      // Of our folder a shim has asked before it read this.
      ...Object.entries(home.variables)
        .filter(([name, value]) => value !== null && name !== folderVariable)
        .map(([name, value]) => variableTest(name, value)),
      ...valuesTest('__at_theirs', users),
      ...valuesTest('__at_plain', holes),
    ],
    changes: [
      ...holes.map(
        (name) => `__at_was_${name}=null; [ -z "\${${name}+x}" ] || __at_was_${name}=\\"$${name}\\"`,
      ),
      ...(ended.length > 0 ? [`unset ${ended.join(' ')}`] : []),
      `export ${markerVariable}=${withHoles((name) => `'"$__at_was_${name}"'`, posixWord(text))}`,
      ...given.map(([name, value]) => `export ${name}=${posixWord(value)}`),
    ],
  };
}

function valuesTest(test: string, names: readonly string[]): readonly string[] {
  return names.length > 0 ? [`${test} ${names.map((name) => `"\${${name}-}"`).join(' ')}`] : [];
}

function holeOf(name: string): string {
  return `@${name}@`;
}
