import { withJournal } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { changeEnabled } from './change-enabled.ts';
import { findPlugin, type PluginEntry } from './plugin-entry.ts';
import { type PluginRecord, readRecord, writeRecord } from './plugin-record.ts';
import type { PluginsContext } from './plugins-context.ts';

/**
 * From now on nothing of the plugin is used. What it keeps, and what was agreed to, stays.
 * @returns whether it was enabled
 * @throws ToolsError PLUGIN_NOT_FOUND, PLUGIN_ID_REFUSED, BUSY and those of writing
 */
export async function disablePlugin(
  ctx: PluginsContext,
  id: string,
): Promise<{ readonly entry: PluginEntry; readonly wasEnabled: boolean }> {
  const entry = findPlugin(ctx, id);
  const { record } = entry;
  if (!record?.enabled) {
    if (entry.problem && !record) throw entry.problem;
    return { entry, wasEnabled: false };
  }
  await setEnabled(ctx, record, 'plugin disable', false);
  return { entry: findPlugin(ctx, id), wasEnabled: true };
}

/**
 * What was agreed to once, and was disabled, is enabled as it was; what it brings is found out by the next start.
 * @throws ToolsError PLUGIN_DISABLED: nobody ever agreed to it
 */
export async function enableAgain(ctx: PluginsContext, id: string): Promise<void> {
  const { record } = findPlugin(ctx, id);
  if (!record?.confirmed) throw new ToolsError('PLUGIN_DISABLED', { id });
  await setEnabled(ctx, record, 'plugin enable', true);
}

async function setEnabled(
  ctx: PluginsContext,
  { id, source }: PluginRecord,
  verb: string,
  enabled: boolean,
): Promise<void> {
  const what = { name: id, path: source.path, was: !enabled };
  await changeEnabled(ctx, id, async () => {
    const record = readRecord(ctx, id);
    if (record)
      await withJournal(ctx, { verb, tool: null, account: null, what }, () =>
        writeRecord(ctx, { ...record, enabled }),
      );
    return { result: undefined, ...(enabled && { isVoid: true }) };
  });
}
