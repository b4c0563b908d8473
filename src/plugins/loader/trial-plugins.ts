import { ToolsError } from '../../errors/index.ts';
import { neededPermissions } from '../contract/index.ts';
import { agreedDigest } from './agreed-digest.ts';
import { bring } from './bring.ts';
import { addedTo, type FoundPlugin } from './found-plugin.ts';
import { pluginAt } from './link-plugin.ts';
import { type PluginRecord, readRecord } from './plugin-record.ts';
import { locatePlugin } from './plugin-source.ts';
import type { TablePlugin } from './plugin-table.ts';
import type { PluginsContext } from './plugins-context.ts';

/**
 * What the plugins of this run alone bring.
 * @throws ToolsError PLUGIN_NOT_AGREED, as pluginAt and bring: who names one wants it
 */
export async function trialPlugins(
  ctx: PluginsContext,
  others: readonly TablePlugin[],
): Promise<readonly TablePlugin[]> {
  const plugins: TablePlugin[] = [];
  for (const reference of ctx.trial?.paths ?? []) {
    requireStartable(ctx, reference);
    const found = await pluginAt(ctx, reference);
    requireAgreed(ctx, found);
    const source = { how: 'trial', path: found.source.path } as const;
    const beside = [...others, ...plugins].filter(({ id }) => id !== found.id);
    plugins.push(await bring(ctx, { ...found, source }, beside));
  }
  return plugins;
}

/** A program without a package has to be started to say what it asks for. */
function requireStartable(ctx: PluginsContext, reference: string): void {
  const { path, isFolder } = locatePlugin(ctx.host, reference);
  if (!isFolder && !ctx.trial?.isAgreed) throw notAgreed(ctx, path, [neededPermissions.program]);
}

function requireAgreed(ctx: PluginsContext, found: FoundPlugin): void {
  const { id, kind, source, permissions } = found;
  const record = readRecord(ctx, id);
  const confirmed = record?.confirmed;
  const isKnown = confirmed?.path === source.path && confirmed.kind === kind;
  const asks = addedTo(isKnown ? confirmed.permissions : [], permissions);
  if (ctx.trial?.isAgreed) return;
  if (isKnown && asks.length === 0) {
    if (!isOtherCode(ctx, found, record)) return;
    throw notAgreed(ctx, source.path, ['to be used: it changed in its repository']);
  }
  throw notAgreed(ctx, source.path, asks.length === 0 ? [`to be used: it is of the kind "${kind}"`] : asks);
}

/** What was agreed to as a repository's is what it was then, also for whoever names it by its path. */
function isOtherCode(
  { host }: PluginsContext,
  found: FoundPlugin,
  record: PluginRecord | undefined,
): boolean {
  if (found.package === undefined || record?.source.how !== 'project') return false;
  return record.confirmed?.digest !== agreedDigest(host, found.package, record.source);
}

function notAgreed(
  { trial }: PluginsContext,
  path: string,
  asks: readonly string[],
): ToolsError<'PLUGIN_NOT_AGREED'> {
  return new ToolsError('PLUGIN_NOT_AGREED', { path, asks, line: trial?.agreeing ?? '' });
}
