import { ToolsError } from '../errors/index.ts';
import type { AppPaths, Host } from '../platform/index.ts';
import type { AITool } from '../registry/index.ts';
import { type InstallationFile, isInstallationFile, readJson } from '../state/index.ts';

/** The one installation that there is so far. */
export const defaultInstallation = 'default';

/**
 * What an installation starts; undefined where nothing was ever recorded, which means: whatever PATH has.
 * @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE, INSTALLATION_NOT_SUPPORTED
 */
export function readInstallation(
  host: Host,
  paths: AppPaths,
  tool: AITool,
  name: string,
): InstallationFile | undefined {
  requireSupported(tool, name);
  return readJson(host, installationFile(host, paths, tool, name), isInstallationFile);
}

/** @throws ToolsError INSTALLATION_NOT_SUPPORTED for any name but `default` */
export function requireSupported(tool: AITool, name: string): void {
  if (name !== defaultInstallation)
    throw new ToolsError('INSTALLATION_NOT_SUPPORTED', { tool: tool.id, name });
}

export function installationFile(host: Host, paths: AppPaths, tool: AITool, name: string): string {
  return host.path.join(paths.installationFolder(tool.id, name), 'installation.json');
}

/** Holds one folder a version, and during an install one `.staging-…`. */
export function versionsFolder(host: Host, paths: AppPaths, tool: AITool, name: string): string {
  return host.path.join(paths.installationFolder(tool.id, name), 'versions');
}
