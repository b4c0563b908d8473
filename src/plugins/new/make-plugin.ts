import { ToolsError } from '../../errors/index.ts';
import { errnoOf, type Host } from '../../platform/index.ts';
import { AIToolRegistry, type KnownTools } from '../../registry/index.ts';
import { ensureFolder, makeFolder, removeTree } from '../../state/index.ts';
import { pluginIdProblem } from '../manifest/index.ts';
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
  const { folder } = wish;
  const files = plannedFiles(known, wish);
  if (isEmptyFolder(host, folder)) fillFolder(host, folder, files);
  else {
    ensureFolder(host, host.path.dirname(folder));
    await makeFolder(host, folder, async (place) => {
      for (const { name, text, mode } of files) host.files.writeNew(host.path.join(place, name), text, mode);
      host.files.chmod(place, 0o755);
    });
  }
  return { ...wish, files: files.map(({ name }) => name) };
}

function plannedFiles(known: KnownTools, wish: PluginWish): readonly TemplateFile[] {
  const { id, folder } = wish;
  const reason = pluginIdProblem(id);
  if (reason !== undefined)
    throw new ToolsError('PLUGIN_ID_REFUSED', { id: id.slice(0, 200), reason, folder });
  if (known.tool(id)) throw new ToolsError('PLUGIN_TOOL_TAKEN', { id, folder });
  new AIToolRegistry().register(templateDescriptor(id), { owner: `plugin:${id}` });
  return templateFiles(wish);
}

/** False: nothing is there. @throws ToolsError PLUGIN_FOLDER_TAKEN */
function isEmptyFolder(host: Host, folder: string): boolean {
  const there = host.files.lstat(folder);
  if (!there) return false;
  if (there.isDirectory() && host.files.readdir(folder).length === 0) return true;
  throw new ToolsError('PLUGIN_FOLDER_TAKEN', { folder });
}

/** Somebody may be in it, so it stays the folder that it is. What is cut off in the middle has no manifest. */
function fillFolder(host: Host, folder: string, files: readonly TemplateFile[]): void {
  const written: string[] = [];
  try {
    for (const { name, text, mode } of files.toReversed()) {
      const path = host.path.join(folder, name);
      host.files.writeNew(path, text, mode);
      written.push(path);
    }
  } catch (error) {
    for (const path of written) removeTree(host, path);
    throw new ToolsError(
      'WRITE_FAILED',
      { path: folder, cause: errnoOf(error) ?? String(error) },
      { cause: error },
    );
  }
}
