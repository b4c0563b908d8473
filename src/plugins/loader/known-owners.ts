import { AIToolRegistry, RegistrationError } from '../../registry/index.ts';
import type { TablePlugin } from './plugin-table.ts';
import type { PluginsContext } from './plugins-context.ts';
import { registerTool } from './register-tool.ts';
import { isOfProject } from './used-here.ts';

/** Under which the tools are registered that this release brings. */
export const builtInOwner = 'built-in';

/**
 * The built-ins, and what the others bring: a plugin that is set up may have none of their ids. What a repository names
 * keeps nobody else from anything.
 */
export function ownedByOthers(
  { builtIns }: Pick<PluginsContext, 'builtIns'>,
  plugin: Pick<TablePlugin, 'id' | 'source'>,
  others: readonly TablePlugin[],
): AIToolRegistry {
  const registry = AIToolRegistry.ofChecked(builtIns.all(), builtInOwner);
  for (const other of others)
    if (other.id !== plugin.id && (isOfProject(plugin) || !isOfProject(other))) registerAll(registry, other);
  return registry;
}

/** @returns why tools were left out: none takes the place of another's */
export function registerAll(
  registry: AIToolRegistry,
  { id, descriptors }: Pick<TablePlugin, 'id' | 'descriptors'>,
): readonly RegistrationError[] {
  return descriptors.flatMap((descriptor) => {
    try {
      registerTool(registry, id, descriptor);
      return [];
    } catch (error) {
      if (error instanceof RegistrationError) return [error];
      throw error;
    }
  });
}
