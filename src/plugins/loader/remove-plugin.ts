import { withJournal } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { ensureLayout, listTrash, moveToTrash, type TrashEntry, takeFromTrash } from '../../state/index.ts';
import { changeEnabled } from './change-enabled.ts';
import { findPlugin, type PluginEntry } from './plugin-entry.ts';
import { pluginFolder } from './plugin-folder.ts';
import { recordPath } from './plugin-record.ts';
import type { PluginsContext } from './plugins-context.ts';

/**
 * Forgets a linked plugin: what we know of it, what it keeps and what was set for it goes to the trash. The plugin
 * itself stays where it lies.
 * @throws ToolsError PLUGIN_NOT_LINKED, and as removePlugin
 */
export async function unlinkPlugin(ctx: PluginsContext, id: string): Promise<PluginEntry> {
  const entry = findPlugin(ctx, id);
  if (entry.record?.source.how !== 'linked') throw new ToolsError('PLUGIN_NOT_LINKED', { id });
  await intoTrash(ctx, entry, 'plugin unlink');
  return entry;
}

/**
 * Moves the plugin's folder with us, whole, into the trash; what lies elsewhere, or behind a link, is left alone.
 * @throws ToolsError PLUGIN_NOT_FOUND, PLUGIN_ID_REFUSED, PLUGIN_NOT_OURS_TO_REMOVE, BUSY, MOVE_FAILED and those of
 *   writing
 */
export async function removePlugin(ctx: PluginsContext, id: string): Promise<PluginEntry> {
  const entry = findPlugin(ctx, id);
  const isOurs = ctx.host.files.lstat(pluginFolder(ctx, entry.id)) !== undefined;
  if (!isOurs) throw new ToolsError('PLUGIN_NOT_OURS_TO_REMOVE', { id, ...entry.source });
  await intoTrash(ctx, entry, 'plugin remove');
  return entry;
}

/** What lies in the trash of a plugin that was removed. */
export function trashedPlugin(ctx: PluginsContext, id: string): TrashEntry | undefined {
  const folder = pluginFolder(ctx, id);
  return listTrash(ctx.host, ctx.paths).findLast(({ from, content }) => from === folder && content !== null);
}

/** Brings a plugin back as it was. @throws ToolsError PLUGIN_NOT_FOUND, PLUGIN_ALREADY_THERE, and as removePlugin */
export async function restorePlugin(ctx: PluginsContext, id: string): Promise<void> {
  const entry = trashedPlugin(ctx, id);
  if (!entry) throw new ToolsError('PLUGIN_NOT_FOUND', { id });
  const folder = pluginFolder(ctx, id);
  if (ctx.host.files.lstat(recordPath(ctx, id)))
    throw new ToolsError('PLUGIN_ALREADY_THERE', { id, path: folder });
  const what = { name: id, path: folder };
  await changeEnabled(ctx, id, async () => {
    await withJournal(ctx, { verb: 'plugin restore', tool: null, account: null, what }, async () => {
      // Code of it that still ran when it was removed may have kept something since.
      if (ctx.host.files.lstat(folder))
        moveToTrash(ctx.host, ctx.paths, folder, `what the plugin ${id} kept after it was removed`);
      takeFromTrash(ctx.host, ctx.paths, entry);
    });
    return { result: undefined, isVoid: true };
  });
}

async function intoTrash(
  ctx: PluginsContext,
  { id, source }: PluginEntry,
  verb: 'plugin unlink' | 'plugin remove',
): Promise<void> {
  ensureLayout(ctx.host, ctx.paths);
  const what = { name: id, path: source.path };
  await changeEnabled(ctx, id, async () => {
    await withJournal(ctx, { verb, tool: null, account: null, what }, async () => {
      moveToTrash(ctx.host, ctx.paths, pluginFolder(ctx, id), `plugin ${id}`);
    });
    return { result: undefined };
  });
}
