import { sortByCodePoint } from './code-point-order.ts';
import type { AITool, ToolDescriptor } from './descriptor.ts';
import { resolveTool } from './resolve-tool.ts';

/** What may be asked of the tools that are known. An AIToolRegistry answers it, too. */
export interface KnownTools {
  /** Every tool, sorted by id in code-point order. */
  all(): readonly AITool[];
  /** The tool of this id, or undefined. */
  tool(id: string): AITool | undefined;
}

/**
 * Tools that a test has put through `checkDescriptor`, to be asked for and nothing else: a start of the program
 * registers none, so it loads nothing that could check one, and copies none of what it was compiled with.
 */
export function knownTools(descriptors: readonly ToolDescriptor[]): KnownTools {
  const tools = new Map<string, AITool>();
  const byId = new Map(descriptors.map((descriptor) => [descriptor.id, descriptor]));
  const tool = (id: string): AITool | undefined => {
    const descriptor = byId.get(id);
    if (descriptor && !tools.has(id)) tools.set(id, resolveTool(descriptor));
    return tools.get(id);
  };
  return { tool, all: () => sortByCodePoint([...byId.keys()]).flatMap((id) => tool(id) ?? []) };
}
