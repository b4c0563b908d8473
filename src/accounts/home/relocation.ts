import { ToolsError } from '../../errors/index.ts';
import type { AITool, Relocation } from '../../registry/index.ts';

/**
 * How a home is given to the tool. A tool that declares nothing but the variable which is its directory is
 * taken at its word.
 */
export function relocationOf(tool: AITool): Relocation {
  if (tool.relocation) return tool.relocation;
  if (tool.configDirEnvVar)
    return { shape: 'variable', own: { [tool.configDirEnvVar]: '{home}' }, isolation: 'partial' };
  return { shape: 'none', isolation: 'none', reason: 'no variable is known that gives it another directory' };
}

/** @throws ToolsError TOOL_NOT_ISOLATABLE when the tool can't be given a home of its own. */
export function requireIsolation(tool: AITool): Relocation {
  const relocation = relocationOf(tool);
  if (relocation.shape !== 'none' && relocation.isolation !== 'none') return relocation;
  throw new ToolsError('TOOL_NOT_ISOLATABLE', {
    tool: tool.id,
    reason: relocation.reason ?? 'it has one directory only',
  });
}
