import type { Account } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { CallOptions, ExtensionPoint, ExtensionProviders } from '../contract/index.ts';
import { accountSnapshot, identityIn, type Seeing } from './account-snapshot.ts';
import type { ActivePlugin } from './active-plugin.ts';
import { callBounded, unusable } from './call-bounded.ts';
import { harmless } from './harmless.ts';
import type { TablePoint } from './plugin-table.ts';

/** What a module gives for a point, in the form in which accounts ask for it. */
export function moduleProvider(ctx: Seeing, plugin: ActivePlugin, at: TablePoint): unknown {
  const { id } = plugin.is;
  const ask = <Point extends ExtensionPoint>(
    point: Point,
    how: (provider: ExtensionProviders[Point], options: CallOptions) => Promise<unknown>,
  ) =>
    callBounded(id, point, async (signal) =>
      how(await registeredProvider(plugin, point, at.order), Object.freeze({ signal })),
    );
  const seen = (tool: AITool, account: Account) => accountSnapshot(ctx, tool, account);
  const { name = '', displayName = name } = at;
  switch (at.point) {
    case 'accountInfo':
      return async (tool: AITool, account: Account) =>
        identityIn(await ask('accountInfo', (call, options) => call(seen(tool, account), options)));
    case 'loginHook':
      return async (tool: AITool, account: Account) => {
        await ask('loginHook', (call, options) => call(seen(tool, account), options));
      };
    case 'runHook':
      return async (tool: AITool, account: Account) =>
        refusalIn(id, await ask('runHook', (call, options) => call(seen(tool, account), options)));
    case 'listColumn':
      return {
        head: name,
        value: async (tool: AITool, account: Account) =>
          textIn(await ask('listColumn', (column, options) => column.value(seen(tool, account), options))),
      };
    case 'importer':
      return {
        name,
        displayName,
        find: async () =>
          candidatesIn(id, await ask('importer', (importer, options) => importer.find(options))),
      };
    case 'secretReference':
      return {
        scheme: name,
        resolve: async (reference: string) =>
          keyIn(id, await ask('secretReference', (kept, options) => kept.resolve(reference, options))),
      };
    default:
      return undefined;
  }
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
function candidatesIn(id: string, answer: unknown): readonly unknown[] {
  if (!Array.isArray(answer)) throw unusable(id, 'importer', 'it is no list');
  return answer.map((each: unknown) => {
    const { tool, label, directory } = (each ?? {}) as Readonly<Record<string, unknown>>;
    if (![tool, label, directory].every((field) => typeof field === 'string'))
      throw unusable(id, 'importer', 'one of its accounts lacks a tool, a label or a directory');
    return { tool, label, directory };
  });
}

function keyIn(id: string, answer: unknown): string {
  if (typeof answer !== 'string' || answer === '') throw unusable(id, 'secretReference', 'it is no key');
  return answer;
}
