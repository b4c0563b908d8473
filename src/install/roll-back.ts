import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import type { ManagedProgram } from '../state/index.ts';
import { programIn } from './find-program.ts';
import { findInstallation, versionFolder } from './installation.ts';
import { withInstallationLock } from './lock-installation.ts';
import type { InstallContext } from './plan-install.ts';
import { recordProgram } from './record-program.ts';
import { managedProgramOf } from './update-tool.ts';

/** A step back to the version before. */
export interface RollBack {
  readonly tool: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/**
 * What a roll-back would do; it needs no network.
 * @throws ToolsError INSTALLATION_NOT_FOUND, INSTALLATION_NOT_MANAGED, PREVIOUS_VERSION_MISSING
 */
export async function planRollBack(ctx: InstallContext, tool: AITool, name: string): Promise<RollBack> {
  const { version, previous } = previousOf(ctx, tool, name);
  return { tool: tool.id, name, from: version, to: previous };
}

/**
 * Starts the version before again, by one rename; the one it leaves is then the version before, so that another
 * roll-back leads forward.
 * @throws ToolsError as planRollBack, BUSY, and those of writing
 */
export async function rollBack(ctx: InstallContext, tool: AITool, name: string): Promise<RollBack> {
  return withInstallationLock(ctx, tool, name, async (lock) => {
    const { host, paths } = ctx;
    const before = previousOf(ctx, tool, name);
    const { version: from, previous: to } = before;
    const { root } = findInstallation(host, paths, tool, name);
    const program = { ...before, version: to, previous: from };
    await recordProgram(ctx, tool, { verb: 'update --rollback', name, root, program }, lock);
    return { tool: tool.id, name, from, to };
  });
}

function previousOf(
  ctx: InstallContext,
  tool: AITool,
  name: string,
): ManagedProgram & { readonly previous: string } {
  const program = managedProgramOf(ctx, tool, name);
  const { previous } = program;
  if (previous === undefined) throw new ToolsError('PREVIOUS_VERSION_MISSING', { tool: tool.id, name });
  const folder = versionFolder(ctx.host, ctx.paths, tool, { name, version: previous });
  if (programIn(ctx.host, folder, tool)) return { ...program, previous };
  throw new ToolsError('PREVIOUS_VERSION_MISSING', { tool: tool.id, name, version: previous });
}
