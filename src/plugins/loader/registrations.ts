import { ToolsError } from '../../errors/index.ts';
import { type AIToolRegistry, readDescriptor, type ToolDescriptor } from '../../registry/index.ts';
import {
  type ExtensionPoint,
  type ExtensionProviders,
  extensionPoints,
  neededPermissions,
  type Permission,
  type PluginCommand,
  type Undo,
} from '../contract/index.ts';
import { harmless } from './harmless.ts';
import { registerTool } from './register-tool.ts';
import { commandProblem, countProblem, providerProblem } from './registration-problems.ts';

/** Whose registrations they are, and what it may register. */
export interface Registrant {
  readonly id: string;
  readonly permissions: readonly Permission[];
  /** Where its permissions stand. */
  readonly manifest: string;
  /** Refuses what a built-in or another plugin has: tools of this one are put there, too. */
  readonly registry: AIToolRegistry;
}

/** A provider of a point that a plugin registered. */
export type RegisteredPoint = {
  readonly [Point in ExtensionPoint]: {
    readonly point: Point;
    readonly provider: ExtensionProviders[Point];
    readonly priority: number;
    readonly order: number;
  };
}[ExtensionPoint];

/** What a plugin registered and did not take back. */
export class Registrations {
  readonly tools = new Set<{ readonly descriptor: ToolDescriptor }>();
  readonly points = new Set<RegisteredPoint>();
  readonly commands = new Set<PluginCommand>();
  readonly #by: Registrant;
  readonly #undos: Undo[] = [];
  #order = 0;

  constructor(by: Registrant) {
    this.#by = by;
  }

  /** @throws RegistrationError as `AIToolRegistry.register`; ToolsError PLUGIN_REGISTRATION_REFUSED */
  addTool(descriptor: ToolDescriptor): Undo {
    this.#requireRoom('tool', this.tools.size, 'a tool');
    // What is checked is what is kept: a property may say something else when it is read again.
    const taken = readDescriptor(descriptor);
    const undo = registerTool(this.#by.registry, this.#by.id, taken);
    const entry = { descriptor: taken };
    this.tools.add(entry);
    return this.#undoOnce(() => {
      this.tools.delete(entry);
      undo();
    });
  }

  /** @throws ToolsError PLUGIN_PERMISSION_MISSING, PLUGIN_REGISTRATION_REFUSED */
  addPoint<Point extends ExtensionPoint>(
    point: Point,
    provider: ExtensionProviders[Point],
    priority = 0,
  ): Undo {
    const what = `a provider of ${harmless(String(point), 40)}`;
    if (!Object.hasOwn(extensionPoints, point)) throw this.#refused(what, 'is no extension point');
    this.#require(extensionPoints[point].permission, what);
    this.#requireRoom('point', this.points.size, what);
    const taken = takenOnce(provider);
    const problem = providerProblem(point, taken, priority);
    if (problem !== undefined) throw this.#refused(what, problem);
    const entry = { point, provider: taken, priority, order: this.#order } as RegisteredPoint;
    this.#order += 1;
    this.points.add(entry);
    return this.#undoOnce(() => this.points.delete(entry));
  }

  /** @throws ToolsError PLUGIN_PERMISSION_MISSING, PLUGIN_REGISTRATION_REFUSED */
  addCommand(command: PluginCommand): Undo {
    const { name, description, run } = command;
    const what = `a command ${JSON.stringify(harmless(String(name), 40))}`;
    this.#require(neededPermissions.commands, what);
    this.#requireRoom('command', this.commands.size, what);
    const problem = commandProblem(
      { name, description, run },
      [...this.commands].map((other) => other.name),
    );
    if (problem !== undefined) throw this.#refused(what, problem);
    const entry = { name, description, run: (call) => command.run(call) } satisfies PluginCommand;
    this.commands.add(entry);
    return this.#undoOnce(() => this.commands.delete(entry));
  }

  /** Takes everything back, the last first. */
  takeBack(): void {
    for (const undo of this.#undos.splice(0).toReversed()) undo();
  }

  #undoOnce(undo: () => void): Undo {
    let isDone = false;
    const once = () => {
      if (isDone) return;
      isDone = true;
      undo();
    };
    this.#undos.push(once);
    return once;
  }

  #require(permission: Permission, what: string): void {
    const { id, permissions, manifest } = this.#by;
    if (!permissions.includes(permission))
      throw new ToolsError('PLUGIN_PERMISSION_MISSING', { id, what, permission, manifest });
  }

  #requireRoom(kind: Parameters<typeof countProblem>[0], before: number, what: string): void {
    const problem = countProblem(kind, before);
    if (problem !== undefined) throw this.#refused(what, problem);
  }

  #refused(what: string, problem: string): ToolsError {
    return new ToolsError('PLUGIN_REGISTRATION_REFUSED', { id: this.#by.id, what, problem });
  }
}

/** With the names that are looked at, which may be others the next time; its functions are asked as they are. */
function takenOnce(provider: unknown): unknown {
  if (typeof provider !== 'object' || provider === null) return provider;
  const { name, displayName, head, scheme } = provider as Readonly<Record<string, unknown>>;
  const { find, value, resolve } = provider as Readonly<Record<string, (...given: unknown[]) => unknown>>;
  return {
    ...{ name, displayName, head, scheme },
    find: asMethod(provider, find),
    value: asMethod(provider, value),
    resolve: asMethod(provider, resolve),
  };
}

function asMethod(of: object, call: unknown): unknown {
  return typeof call === 'function' ? call.bind(of) : call;
}
