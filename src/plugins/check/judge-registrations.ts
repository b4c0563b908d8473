import {
  type ExtensionPoint,
  extensionPoints,
  neededPermissions,
  type Permission,
} from '../contract/index.ts';
import { commandProblem, countProblem, type judgedParts, providerProblem } from '../loader/index.ts';
import type { CheckBook } from './check-book.ts';
import type { ModuleEvent, Provided, RegisteredThing, Seen } from './module-runner.ts';
import { shown } from './shown.ts';

/** What a module registered. */
export interface SaidInProcess {
  readonly descriptors: readonly unknown[];
  /** Those that it needs for that. */
  readonly permissions: readonly Permission[];
  readonly isSetUp: boolean;
}

export function judgeRegistrations(book: CheckBook, events: readonly ModuleEvent[]): SaidInProcess {
  const things = events.flatMap((each) =>
    each.event === 'registered' && each.at === 'first' ? each.what : [],
  );
  const tools = things.filter((each) => each.kind === 'tool');
  for (const { descriptor, isJson } of tools)
    if (!isJson) book.fail('descriptor/json', `${shown(idOf(descriptor))} does not come through JSON`);
  for (const [at, thing] of things.entries()) {
    const problem = problemOf(thing, things.slice(0, at));
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

/** Why it would be refused, as when the plugin is loaded. `before`: what was registered before it. */
function problemOf(thing: RegisteredThing, before: readonly RegisteredThing[]): string | undefined {
  const tooMany = countProblem(thing.kind, before.filter(({ kind }) => kind === thing.kind).length);
  if (thing.kind === 'tool') return tooMany && `its tool ${shown(idOf(thing.descriptor))} ${tooMany}`;
  if (thing.kind === 'command') {
    const problem =
      tooMany ??
      commandProblem(
        partsOf(thing.provider),
        before.flatMap((each) => (each.kind === 'command' ? nameOf(each.provider) : [])),
      );
    return problem && `its command ${shown(nameOf(thing.provider))} ${problem}`;
  }
  if (!isPoint(thing.point)) return `there is no extension point ${shown(thing.point)}`;
  const { is } = thing.provider;
  const provider = 'type' in is && is.type === 'object' ? partsOf(thing.provider) : asSeen(is);
  const problem = tooMany ?? providerProblem(thing.point, provider, thing.priority);
  return problem && `its ${thing.point} ${problem}`;
}

function partsOf({ parts }: Provided): Readonly<Record<(typeof judgedParts)[number], unknown>> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, asSeen(part)])) as Readonly<
    Record<(typeof judgedParts)[number], unknown>
  >;
}

/** What stands for it here, where it is not. */
function asSeen(seen: Seen): unknown {
  if ('text' in seen) return seen.text;
  return seen.type === 'function' ? () => {} : undefined;
}

function nameOf(provided: Provided): unknown {
  return partsOf(provided).name;
}
