import { type AIToolRegistry, RegistrationError, type ToolDescriptor } from '../../registry/index.ts';
import { pluginToolIdProblem } from '../manifest/index.ts';

/**
 * A tool of a plugin, whose id has to be one that a shell takes as it is.
 * @returns the undo
 * @throws RegistrationError
 */
export function registerTool(
  registry: AIToolRegistry,
  pluginId: string,
  descriptor: ToolDescriptor,
): () => void {
  const { id } = descriptor;
  const reason = pluginToolIdProblem(id);
  if (reason !== undefined) throw new RegistrationError('TOOL_ID_REFUSED', reason, { id, reason });
  return registry.register(descriptor, { owner: ownerPrefix + pluginId });
}

/** The plugin that an owner of tools is; undefined: it is none. */
export function pluginOf(owner: string | undefined): string | undefined {
  return owner?.startsWith(ownerPrefix) ? owner.slice(ownerPrefix.length) : undefined;
}

const ownerPrefix = 'plugin:';
