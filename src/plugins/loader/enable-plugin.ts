import { withJournal } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { ensureFolder, ensureLayout } from '../../state/index.ts';
import { bring } from './bring.ts';
import { changeEnabled } from './change-enabled.ts';
import type { FoundPlugin } from './found-plugin.ts';
import type { EnablePlan } from './plan-enable.ts';
import { findPlugin, type PluginEntry } from './plugin-entry.ts';
import { pluginFolder } from './plugin-folder.ts';
import { type PluginRecord, recordPath, writeRecord } from './plugin-record.ts';
import { readTable } from './plugin-table.ts';
import type { PluginsContext } from './plugins-context.ts';
import { stampsNow } from './stamps.ts';
import { usedHere } from './used-here.ts';

/**
 * Enables a plugin, and notes that what the plan says was agreed to. It is loaded once, to find out what it brings; one
 * that can't be is not enabled, and nothing is changed.
 * @throws ToolsError PLUGIN_CHANGED: it asks for something else by now; as `bring`; BUSY and those of writing
 */
export async function enablePlugin(ctx: PluginsContext, id: string, plan: EnablePlan): Promise<PluginEntry> {
  requireAsPlanned(ctx, plan);
  const { found } = plan;
  ensureLayout(ctx.host, ctx.paths);
  // Not under the lock: its code may take its time.
  const next = await bring(ctx, found, usedHere(ctx, readTable(ctx)?.plugins ?? []));
  await changeEnabled(ctx, found.id, async () => {
    const { record } = requireAsPlanned(ctx, plan);
    const what = { name: found.id, path: found.source.path, was: record?.enabled === true };
    // Not before: of what is refused, nothing takes effect, and the journal knows nothing.
    await withJournal(ctx, { verb: 'plugin enable', tool: null, account: null, what }, async () => {
      ensureFolder(ctx.host, pluginFolder(ctx, found.id));
      await writeRecord(ctx, confirmedRecord(ctx, found, record));
    });
    const agreed = stampsNow(ctx.host, [recordPath(ctx, found.id)]);
    return { next: { ...next, stamps: { ...next.stamps, ...agreed } }, result: undefined };
  });
  return findPlugin(ctx, id);
}

/** It is what was shown to whoever agreed. */
function requireAsPlanned(ctx: PluginsContext, { entry, found }: EnablePlan): PluginEntry {
  const now = findPlugin(ctx, entry.id);
  const isSame =
    now.found !== undefined &&
    now.found.digest === found.digest &&
    now.found.kind === found.kind &&
    now.found.source.path === found.source.path;
  if (!isSame) throw new ToolsError('PLUGIN_CHANGED', { id: entry.id });
  return now;
}

function confirmedRecord(
  { host }: PluginsContext,
  { id, kind, source, version, permissions, digest }: FoundPlugin,
  record: PluginRecord | undefined,
): PluginRecord {
  const { how, path } = source;
  const at = host.now().toISOString();
  return {
    ...record,
    schemaVersion: 1,
    id,
    kind,
    source: { how: how === 'trial' ? 'linked' : how, path },
    version,
    enabled: true,
    confirmed: { kind, path, permissions, digest, at },
    linkedAt: record?.linkedAt ?? at,
  };
}
