import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import { moveEntry } from '../state/index.ts';
import { readInstallation, versionFolder, versionsFolder, versionsOf } from './installation.ts';
import type { InstallContext } from './plan-install.ts';
import { clearOrphans, discard } from './staging.ts';

/**
 * Takes away the versions that an installation neither starts nor could start by a roll-back, and what the dead
 * left. One that somebody runs stays until a later time, as does every one where that can't be told. The caller
 * holds the installation's lock.
 */
export function sweepVersions(ctx: InstallContext, tool: AITool, name: string): void {
  const { host, paths } = ctx;
  const versions = versionsFolder(host, paths, tool, name);
  if (!host.files.stat(versions)?.isDirectory()) return;
  clearOrphans(host, versions);
  const recorded = readInstallation(host, paths, tool, name);
  const kept = recorded ? versionsOf(recorded) : [];
  for (const version of host.files.readdir(versions)) {
    if (version.startsWith('.') || kept.includes(version)) continue;
    discardVersion(ctx, versionFolder(host, paths, tool, { name, version }));
  }
}

/** Out of its place first, in one step: a version is there whole or not at all. */
function discardVersion({ host }: InstallContext, folder: string): void {
  if (host.processes.runningFrom(folder)?.length !== 0) return;
  const old = host.path.join(host.path.dirname(folder), `.old-${host.randomName(8)}`);
  try {
    moveEntry(host, folder, old);
  } catch (error) {
    // On Windows a program that runs can't be moved.
    if (error instanceof ToolsError) return;
    throw error;
  }
  discard(host, old);
}
