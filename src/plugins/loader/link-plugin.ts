import { withJournal } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { AIToolRegistry, foldName } from '../../registry/index.ts';
import { ensureFolder, ensureLayout } from '../../state/index.ts';
import { readPluginPackage, requirePluginId } from '../manifest/index.ts';
import { changeEnabled } from './change-enabled.ts';
import { describeProgram } from './describe-program.ts';
import { bareProgram, type FoundPlugin, packaged } from './found-plugin.ts';
import { builtInOwner } from './known-owners.ts';
import { findPlugin, listPlugins, type PluginEntry } from './plugin-entry.ts';
import { pluginFolder } from './plugin-folder.ts';
import { readRecord, writeRecord } from './plugin-record.ts';
import { locatePlugin } from './plugin-source.ts';
import type { PluginsContext } from './plugins-context.ts';

/**
 * Makes a plugin known that lies elsewhere, and stays there: the folder of a package, of which nothing is run, or a
 * program, which is started once to say what tool it brings. It is not enabled.
 * @throws ToolsError PLUGIN_SOURCE_NOT_FOUND, PLUGIN_SOURCE_UNUSABLE, PLUGIN_ALREADY_THERE, those of its manifest or of
 *   the wire, BUSY and those of writing; RegistrationError where it brings a tool that is built in
 */
export async function linkPlugin(ctx: PluginsContext, reference: string): Promise<PluginEntry> {
  const found = await pluginAt(ctx, reference);
  const { id, kind, version, source } = found;
  requireNoneBuiltIn(ctx, found);
  const entry = { verb: 'plugin link', tool: null, account: null, what: { name: id, path: source.path } };
  requireFree(ctx, found);
  ensureLayout(ctx.host, ctx.paths);
  await changeEnabled(ctx, id, async () => {
    requireFree(ctx, found);
    await withJournal(ctx, entry, async () => {
      ensureFolder(ctx.host, pluginFolder(ctx, id));
      const linkedAt = ctx.host.now().toISOString();
      const where = { how: 'linked', path: source.path } as const;
      await writeRecord(ctx, {
        schemaVersion: 1,
        id,
        kind,
        source: where,
        version,
        enabled: false,
        confirmed: null,
        linkedAt,
      });
    });
    return { result: undefined };
  });
  return findPlugin(ctx, id);
}

/** What a reference leads to, as it was typed. Runs nothing but a program without a package. */
export async function pluginAt(ctx: PluginsContext, reference: string): Promise<FoundPlugin> {
  const { path, isFolder } = locatePlugin(ctx.host, reference);
  const source = { how: 'linked', path } as const;
  if (isFolder) return packaged(ctx, readPluginPackage(ctx.host, path), source);
  const { descriptor, permissions } = await describeProgram(ctx, undefined, path);
  return bareProgram(requirePluginId(descriptor.id), source, permissions);
}

/** It could never be enabled. Of what its code brings only who enables it learns. */
function requireNoneBuiltIn({ builtIns }: PluginsContext, found: FoundPlugin): void {
  const registry = AIToolRegistry.ofChecked(builtIns.all(), builtInOwner);
  const bare = found.package === undefined ? [{ id: found.id, displayName: found.displayName }] : [];
  for (const tool of found.package?.descriptors ?? bare)
    registry.register(tool, { owner: `the plugin ${found.id}` });
}

/**
 * One id is one plugin: the same place once more changes nothing but what was agreed to. What a repository names, and
 * nobody decided about, is in nobody's way.
 */
function requireFree(ctx: PluginsContext, { id, source }: FoundPlugin): void {
  const other =
    listPlugins(ctx).find(
      (entry) => foldName(entry.id) === foldName(id) && (entry.record || entry.source.how !== 'project'),
    ) ?? readRecord(ctx, id);
  if (!other) return;
  throw new ToolsError('PLUGIN_ALREADY_THERE', {
    id: other.id,
    path: other.source.path,
    isSame: other.source.path === source.path,
  });
}
