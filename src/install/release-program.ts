import type { AITool } from '../registry/index.ts';
import { findInstallation } from './installation.ts';
import { withInstallationLock } from './lock-installation.ts';
import type { InstallContext } from './plan-install.ts';
import { recordProgram } from './record-program.ts';
import { sweepVersions } from './sweep-versions.ts';

/**
 * Makes an installation start what is on PATH again; the versions that we kept go, once nobody runs them. Its root
 * stays.
 * @throws ToolsError BUSY, and those of writing
 */
export async function releaseProgram(ctx: InstallContext, tool: AITool, name: string): Promise<void> {
  await withInstallationLock(ctx, tool, name, async (lock) => {
    const { root } = findInstallation(ctx.host, ctx.paths, tool, name);
    await recordProgram(ctx, tool, { verb: 'uninstall', name, root, program: { kind: 'path' } }, lock);
    sweepVersions(ctx, tool, name);
  });
}
