import type { Host } from '../platform/index.ts';
import {
  type ActivePlugin,
  type Conflict,
  type EnablePlan,
  type Permission,
  type PluginEntry,
  type PluginKind,
  type PluginSource,
  permissions,
} from '../plugins/index.ts';
import { type PlainError, plainError } from './plain-error.ts';

/** A plugin as programs are told of it. */
export interface PluginDocument {
  readonly id: string;
  readonly displayName: string;
  readonly kind: PluginKind | null;
  readonly version: string | null;
  readonly state: PluginEntry['state'];
  readonly source: PluginSource;
  /** Who else names a plugin of that id, and is trusted less. */
  readonly overrides: readonly PluginSource[];
  /** What it asks for now; what was agreed to, where that can't be read. */
  readonly permissions: readonly string[];
  readonly problem: PlainError | null;
}

export function pluginDocument(host: Host, entry: PluginEntry): PluginDocument {
  const { id, displayName, kind, version, state, source, overrides, problem } = entry;
  const asked = entry.found?.permissions ?? entry.record?.confirmed?.permissions ?? [];
  return {
    ...{ id, displayName, kind, version, state, source, overrides },
    permissions: asked,
    problem: problem ? plainError(host, problem) : null,
  };
}

export function nameOf({ id, displayName, version }: PluginEntry): string {
  const name = displayName === id ? id : `${displayName} (${id})`;
  return version === null ? name : `${name} ${version}`;
}

/** What kind of trust is asked for, plainly. */
export const kindWords: Readonly<Record<PluginKind, string>> = {
  data: 'it is data: none of its code runs',
  module:
    'its code runs inside tools and is trusted: it can do whatever you can, and nothing holds it to what it asks for',
  program: 'it is a program that is started with all your rights: nothing holds it to what it asks for',
};

export const sourceWords: Readonly<Record<PluginSource['how'], string>> = {
  trial: 'for this run, from',
  settings: 'your settings name',
  installed: 'installed in',
  linked: 'linked to',
  project: 'named by its repository:',
};

/** What somebody would agree to, a line each; with a plus what is asked for in addition. */
export function planLines({
  entry,
  found,
  permissions: asked,
  added,
  ...plan
}: EnablePlan): readonly string[] {
  const { kind, source } = found;
  const grown = plan.isNew ? [] : added;
  return [
    `${nameOf({ ...entry, displayName: found.displayName, version: found.version })}, in ${source.path}`,
    `  ${kindWords[kind]}`,
    ...(plan.why === undefined ? [] : [`  you agreed to it before: ${plan.why}`]),
    ...programLines(found),
    ...(asked.length === 0
      ? ['  it asks for no permission']
      : [grown.length > 0 ? '  it asks for, with + what is new:' : '  it asks for:']),
    ...permissionLines(asked, grown),
  ];
}

/** Data, too, says which programs are started, and with which words. */
function programLines({ package: found }: EnablePlan['found']): readonly string[] {
  const names = (found?.descriptors ?? []).flatMap(({ id, executable }) => executable?.names ?? [id]);
  return names.length === 0 ? [] : [`  it says how to start ${[...new Set(names)].join(', ')}`];
}

export function permissionLines(
  asked: readonly Permission[],
  added: readonly Permission[] = [],
): readonly string[] {
  const width = Math.max(0, ...asked.map((permission) => permission.length));
  return asked.map(
    (permission) =>
      `  ${added.includes(permission) ? '+' : ' '} ${permission.padEnd(width)}  ${permissions[permission] ?? ''}`,
  );
}

/** What a plugin brings, a line each. */
export function broughtLines(is: ActivePlugin['is']): readonly string[] {
  const { descriptors, points, commands, noise } = is;
  return [
    ...descriptors.map(({ id, displayName }) => `the tool ${id} (${displayName})`),
    ...points.map((of) => pointWords[of.point](of)),
    ...commands.map(({ name, description }) => `the command ${is.id}:${name} (${description})`),
    ...(noise ? [`non-protocol output on stdout, which it should not: "${noise.first}"`] : []),
  ];
}

type Point = ActivePlugin['is']['points'][number];

const pointWords: Readonly<Record<Point['point'], (of: Point) => string>> = {
  accountInfo: ({ name }) => `says who an account of ${name ?? 'any tool'} is`,
  credentialCopy: ({ name }) => `carries a new login of ${name}`,
  importer: ({ name, displayName = name }) => `accounts of ${displayName}, for tools import --from ${name}`,
  listColumn: ({ name }) => `the column ${name} of tools list`,
  loginHook: () => 'is told after each login',
  runHook: () => 'is asked before each start',
  secretReference: ({ name }) => `keys for ${name}://`,
};

export function conflictLine({ point, name, winner, losers, isTie }: Conflict): string {
  const what = point === 'tool' ? `the tool ${name}` : [point, name].filter(Boolean).join(' ');
  const why = isTie ? ', for its id comes first' : '';
  return `${what}: ${winner}${why}, before ${losers.join(', ')}`;
}
