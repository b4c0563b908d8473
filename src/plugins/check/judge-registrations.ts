import {
  type ExtensionPoint,
  extensionPoints,
  neededPermissions,
  type Permission,
} from '../contract/index.ts';
import type { CheckBook } from './check-book.ts';
import type { ModuleEvent, RegisteredThing } from './module-runner.ts';
import { shown } from './shown.ts';

/** What a module registered. */
export interface SaidInProcess {
  readonly descriptors: readonly unknown[];
  /** Those that it needs for that. */
  readonly permissions: readonly Permission[];
  readonly isSetUp: boolean;
}

/** What a provider of each point has to be: a function, or an object with these. */
const providers: {
  readonly [Point in ExtensionPoint]: 'function' | Readonly<Record<string, 'text' | 'function'>>;
} = {
  accountInfo: 'function',
  importer: { name: 'text', displayName: 'text', find: 'function' },
  listColumn: { head: 'text', value: 'function' },
  loginHook: 'function',
  runHook: 'function',
  secretReference: { scheme: 'text', resolve: 'function' },
};

export function judgeRegistrations(book: CheckBook, events: readonly ModuleEvent[]): SaidInProcess {
  const things = events.flatMap((each) =>
    each.event === 'registered' && each.at === 'first' ? each.what : [],
  );
  const tools = things.filter((each) => each.kind === 'tool');
  for (const { descriptor, isJson } of tools)
    if (!isJson) book.fail('descriptor/json', `${shown(idOf(descriptor))} does not come through JSON`);
  for (const thing of things) {
    const problem = providerProblem(thing);
    if (problem !== undefined) book.fail('module/setup', problem);
  }
  const isKeeping = events.some((each) => each.event === 'used');
  const needed = [...things.flatMap(permissionOf), ...(isKeeping ? [neededPermissions.state] : [])];
  return {
    descriptors: tools.map(({ descriptor }) => descriptor),
    permissions: [...new Set(needed)],
    isSetUp: events.some((each) => each.event === 'passed' && each.at === 'first'),
  };
}

function idOf(descriptor: unknown): unknown {
  return typeof descriptor === 'object' && descriptor !== null && 'id' in descriptor
    ? descriptor.id
    : descriptor;
}

function permissionOf(thing: RegisteredThing): readonly Permission[] {
  if (thing.kind === 'command') return [neededPermissions.commands];
  return thing.kind === 'point' && isPoint(thing.point) ? [extensionPoints[thing.point].permission] : [];
}

function isPoint(name: string): name is ExtensionPoint {
  return Object.hasOwn(extensionPoints, name);
}

function providerProblem(thing: RegisteredThing): string | undefined {
  if (thing.kind === 'tool') return undefined;
  if (thing.kind === 'command') {
    const isName = typeof thing.name === 'string' && /^[a-z0-9-]+$/.test(thing.name);
    return isName
      ? undefined
      : `${shown(thing.name)} is no name of a command: lower-case letters, digits and dashes`;
  }
  if (!isPoint(thing.point)) return `there is no extension point ${shown(thing.point)}`;
  const wanted = providers[thing.point];
  const { provider } = thing;
  if (wanted === 'function')
    return provider === 'function' ? undefined : `its ${thing.point} is ${shown(provider)}, and no function`;
  const parts =
    typeof provider === 'object' && provider !== null ? (provider as Record<string, unknown>) : {};
  const lacking = Object.entries(wanted).find(([name, kind]) =>
    kind === 'function' ? parts[name] !== 'function' : !isText(parts[name]),
  );
  return lacking && `its ${thing.point} lacks ${lacking[0]}, a ${lacking[1]}`;
}

/** What is no text is named by its type. */
function isText(part: unknown): boolean {
  return typeof part === 'string' && !['function', 'object', 'undefined', 'number', 'boolean'].includes(part);
}
