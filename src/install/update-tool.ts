import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import type { ManagedProgram } from '../state/index.ts';
import { findInstallation } from './installation.ts';
import { type InstallContext, type InstallPlan, planInstall } from './plan-install.ts';

/**
 * What an update would install: the newest version of the tag that the installation follows, into the same
 * installation and on the same root.
 * @throws ToolsError INSTALLATION_NOT_FOUND, INSTALLATION_NOT_MANAGED, INSTALLATION_PINNED, and as planInstall
 */
export async function planUpdate(ctx: InstallContext, tool: AITool, name: string): Promise<InstallPlan> {
  const { pinned, version, tag = 'latest' } = managedProgramOf(ctx, tool, name);
  if (pinned) throw new ToolsError('INSTALLATION_PINNED', { tool: tool.id, name, version });
  return planInstall(ctx, tool, { name, version: tag });
}

/** @throws ToolsError INSTALLATION_NOT_FOUND, INSTALLATION_NOT_MANAGED, STATE_DAMAGED */
export function managedProgramOf(
  { host, paths }: InstallContext,
  tool: AITool,
  name: string,
): ManagedProgram {
  const { program } = findInstallation(host, paths, tool, name);
  if (program.kind === 'managed') return program;
  throw new ToolsError('INSTALLATION_NOT_MANAGED', { tool: tool.id, name });
}
