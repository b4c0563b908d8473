import type { AccountsContext } from '../accounts/index.ts';
import type { AITool } from '../registry/index.ts';
import { elsewhere } from './elsewhere.ts';
import { inEditors } from './in-editors.ts';
import { inTerminals } from './in-terminals.ts';
import type { SurfaceReport } from './surface-answer.ts';

/**
 * Every way in which the tool may be used on this computer, and whose login it would take there. Reads settings and
 * lists of processes; starts nothing, and what can't be read is no reason not to tell the rest.
 * @throws ToolsError STATE_UNREADABLE when a folder of ours can't be listed
 */
export async function lookAtSurfaces(
  ctx: AccountsContext,
  tool: AITool,
  label: string | undefined,
): Promise<SurfaceReport> {
  const terminals = inTerminals(ctx, tool, label);
  const [{ account, sure, because }] = terminals;
  const editors = inEditors({ ctx, tool, terminal: { account, sure, because } });
  const surfaces = [...terminals, ...editors, ...elsewhere(ctx, tool)];
  return { tool: tool.id, surfaces, leaks: tool.relocation?.leaks ?? [] };
}
