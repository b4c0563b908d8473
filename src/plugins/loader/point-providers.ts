import type { Account, FoundDirectory, Identity, Provider } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { CallOptions, ExtensionPoint, ExtensionProviders } from '../contract/index.ts';
import { accountSnapshot, identityIn, type Seeing } from './account-snapshot.ts';
import type { ActivePlugin } from './active-plugin.ts';
import { callBounded, unusable } from './call-bounded.ts';
import { harmless } from './harmless.ts';
import type { TablePoint } from './plugin-table.ts';
import { programCopy, programInfo } from './program-provider.ts';

/** A provider of a plugin that accounts are about to be given. */
export interface Provided {
  readonly ctx: Seeing;
  readonly plugin: ActivePlugin;
  readonly at: TablePoint;
  /** Whoever asks passes a failure over: it is told all the same. */
  readonly telling: <Answer>(ask: () => Promise<Answer>) => Promise<Answer>;
}

/** Of each point, what a plugin gives for it in the form in which accounts ask. Nothing of it is loaded before that. */
export const pointProviders: {
  readonly [Point in TablePoint['point']]: (of: Provided) => Provider<Point>['provide'];
} = {
  accountInfo: (of) => (tool, account) =>
    of.telling(() => (isOfProgram(of.at) ? programInfo : moduleInfo)(of, tool, account)),
  loginHook: (of) => async (tool, account) => {
    await ask(of, 'loginHook', (call, options) => call(accountSnapshot(of.ctx, tool, account), options));
  },
  runHook: (of) => async (tool, account) =>
    refusalIn(
      of.plugin.is.id,
      await ask(of, 'runHook', (call, options) => call(accountSnapshot(of.ctx, tool, account), options)),
    ),
  listColumn: (of) => ({
    head: nameOf(of.at),
    value: (tool, account) =>
      of.telling(async () =>
        textIn(
          await ask(of, 'listColumn', (column, options) =>
            column.value(accountSnapshot(of.ctx, tool, account), options),
          ),
        ),
      ),
  }),
  importer: (of) => ({
    name: nameOf(of.at),
    displayName: of.at.displayName ?? nameOf(of.at),
    find: async () =>
      candidatesIn(of.plugin.is.id, await ask(of, 'importer', (importer, options) => importer.find(options))),
  }),
  secretReference: (of) => ({
    scheme: nameOf(of.at),
    resolve: async (reference) =>
      keyIn(
        of.plugin.is.id,
        await ask(of, 'secretReference', (kept, options) => kept.resolve(reference, options)),
      ),
  }),
  credentialCopy: (of) => ({
    tool: nameOf(of.at),
    copy: (from, to) => programCopy(of, from, to),
  }),
};

/** Of a module none of them has a name. */
export function isOfProgram({ point, name }: TablePoint): boolean {
  return point === 'credentialCopy' || (point === 'accountInfo' && name !== undefined);
}

function nameOf({ name = '' }: TablePoint): string {
  return name;
}

async function moduleInfo(of: Provided, tool: AITool, account: Account): Promise<Identity | undefined> {
  return identityIn(
    await ask(of, 'accountInfo', (call, options) => call(accountSnapshot(of.ctx, tool, account), options)),
  );
}

/** Asks what a module registered, within the bounds of the point. @throws ToolsError as callBounded */
function ask<Point extends ExtensionPoint>(
  { plugin, at }: Provided,
  point: Point,
  how: (provider: ExtensionProviders[Point], options: CallOptions) => Promise<unknown>,
): Promise<unknown> {
  return callBounded(plugin.is.id, point, async (signal) =>
    how(await registeredProvider(plugin, point, at.order), Object.freeze({ signal })),
  );
}

/** What a module registered under that number, when it is loaded. @throws ToolsError PLUGIN_FAILED: it did not, this time */
async function registeredProvider<Point extends ExtensionPoint>(
  plugin: ActivePlugin,
  point: Point,
  order: number,
): Promise<ExtensionProviders[Point]> {
  const { registrations } = await plugin.module();
  const entry = [...registrations.points].find((each) => each.order === order && each.point === point);
  if (!entry)
    throw new ToolsError('PLUGIN_FAILED', {
      id: plugin.is.id,
      what: point,
      why: 'it registered something else when it was enabled',
    });
  return entry.provider as ExtensionProviders[Point];
}

function refusalIn(id: string, answer: unknown): string | undefined {
  if (answer === null) return undefined;
  const { refuse } = (typeof answer === 'object' ? answer : {}) as { readonly refuse?: unknown };
  if (typeof refuse !== 'string') throw unusable(id, 'runHook', 'it is neither nothing nor { refuse: text }');
  return harmless(refuse, 500) || 'it gave no reason';
}

function textIn(answer: unknown): string | undefined {
  return typeof answer === 'string' ? harmless(answer, 120) || undefined : undefined;
}

/** Paths are as they are: whoever uses one looks at it. */
function candidatesIn(id: string, answer: unknown): readonly FoundDirectory[] {
  if (!Array.isArray(answer)) throw unusable(id, 'importer', 'it is no list');
  return answer.map((each: unknown) => {
    const { tool, label, directory } = (each ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof tool !== 'string' || typeof label !== 'string' || typeof directory !== 'string')
      throw unusable(id, 'importer', 'one of its accounts lacks a tool, a label or a directory');
    return { tool, label, directory };
  });
}

function keyIn(id: string, answer: unknown): string {
  if (typeof answer !== 'string' || answer === '') throw unusable(id, 'secretReference', 'it is no key');
  return answer;
}
