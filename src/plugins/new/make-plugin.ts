import { ToolsError } from '../../errors/index.ts';
import type { Host } from '../../platform/index.ts';
import { AIToolRegistry, type KnownTools } from '../../registry/index.ts';
import { ensureFolder, makeFolder, removeEmpty } from '../../state/index.ts';
import { requirePluginId } from '../manifest/index.ts';
import { templateDescriptor } from './template-descriptor.ts';
import { type TemplateFile, templateFiles } from './template-files.ts';
import type { TemplateKind, TemplateLanguage } from './template-kinds.ts';

export interface PluginWish {
  /** Absolute; new, or an empty folder. */
  readonly folder: string;
  readonly id: string;
  readonly kind: TemplateKind;
  readonly language: TemplateLanguage;
}

export interface MadePlugin extends PluginWish {
  /** Relative to the folder. */
  readonly files: readonly string[];
}

/**
 * Makes the folder of a plugin that works as it is: the whole of it, or nothing.
 * @throws ToolsError PLUGIN_ID_REFUSED, PLUGIN_TOOL_TAKEN, PLUGIN_FOLDER_TAKEN, WRITE_FAILED;
 *   RegistrationError where no tool could have that id
 */
export async function makePlugin(host: Host, known: KnownTools, wish: PluginWish): Promise<MadePlugin> {
  const files = plannedFiles(known, wish);
  requireFree(host, wish.folder);
  ensureFolder(host, host.path.dirname(wish.folder));
  await makeFolder(host, wish.folder, async (place) => {
    for (const { name, text, mode } of files) host.files.writeNew(host.path.join(place, name), text, mode);
    host.files.chmod(place, 0o755);
  });
  return { ...wish, files: files.map(({ name }) => name) };
}

function plannedFiles(known: KnownTools, wish: PluginWish): readonly TemplateFile[] {
  const { id, folder } = wish;
  requirePluginId(id);
  if (known.tool(id)) throw new ToolsError('PLUGIN_TOOL_TAKEN', { id, folder });
  new AIToolRegistry().register(templateDescriptor(id), { owner: `plugin:${id}` });
  return templateFiles(wish);
}

function requireFree(host: Host, folder: string): void {
  const there = host.files.lstat(folder);
  if (!there) return;
  if (!there.isDirectory() || !removeEmpty(host, folder))
    throw new ToolsError('PLUGIN_FOLDER_TAKEN', { folder });
}
