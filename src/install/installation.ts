import { ToolsError } from '../errors/index.ts';
import { type AppPaths, errnoOf, type Host } from '../platform/index.ts';
import { type AITool, closestName, compareByCodePoint, foldName } from '../registry/index.ts';
import { type InstallationFile, isInstallationFile, readJson } from '../state/index.ts';
import {
  defaultInstallation,
  installationNameProblem,
  requireInstallationName,
} from './installation-name.ts';
import { isExactVersion } from './version-text.ts';

type Tool = Pick<AITool, 'id'>;

/** A named pair of a program and a shared root. */
export type Installation = Pick<InstallationFile, 'tool' | 'name' | 'root' | 'program'>;

/**
 * The installation of that name. `default` is always there: where nothing was ever recorded it is whatever PATH
 * has.
 * @throws ToolsError INSTALLATION_NAME_UNUSABLE, INSTALLATION_NOT_FOUND, STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE
 */
export function findInstallation(host: Host, paths: AppPaths, tool: Tool, name: string): Installation {
  requireInstallationName(tool.id, name);
  const recorded = readInstallation(host, paths, tool, name);
  if (recorded) return recorded;
  if (name === defaultInstallation)
    return { tool: tool.id, name, root: defaultInstallation, program: { kind: 'path' } };
  const closest = closestName(name, installationNames(host, paths, tool));
  throw new ToolsError('INSTALLATION_NOT_FOUND', { tool: tool.id, name, closest });
}

/**
 * What is recorded of an installation; undefined: nothing. One that names another tool or installation, or a root
 * or version that would lead out of our folder, is damaged.
 * @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE
 */
export function readInstallation(
  host: Host,
  paths: AppPaths,
  tool: Tool,
  name: string,
): InstallationFile | undefined {
  const isOwn = (value: unknown): value is InstallationFile =>
    isInstallationFile(value) &&
    value.tool === tool.id &&
    foldName(value.name) === foldName(name) &&
    installationNameProblem(value.root) === undefined &&
    versionsOf(value).every(isExactVersion);
  const file = readJson(host, installationFile(host, paths, tool, name), isOwn);
  // A disk that ignores case finds `work` for `Work`.
  return file?.name === name ? file : undefined;
}

/**
 * The installations of a tool, `default` first. A folder without a record is none: its maker died, or a root
 * alone lies there.
 * @throws ToolsError STATE_UNREADABLE
 */
export function installationNames(host: Host, paths: AppPaths, tool: Tool): readonly string[] {
  const others = installationFolders(host, paths, tool)
    .filter((name) => name !== defaultInstallation)
    .filter((name) => host.files.lstat(installationFile(host, paths, tool, name)));
  return [defaultInstallation, ...others];
}

/**
 * A name that there is, or could be: no other is the same on a disk that ignores case.
 * @throws ToolsError INSTALLATION_NAME_UNUSABLE, INSTALLATION_TAKEN, STATE_UNREADABLE
 */
export function requireFreeSpelling(host: Host, paths: AppPaths, tool: Tool, name: string): void {
  requireInstallationName(tool.id, name);
  const taken = [defaultInstallation, ...installationFolders(host, paths, tool)];
  const existing = taken.find((other) => other !== name && foldName(other) === foldName(name));
  if (existing !== undefined) throw new ToolsError('INSTALLATION_TAKEN', { tool: tool.id, name, existing });
}

/** The folders that are an installation's, or would be. @throws ToolsError STATE_UNREADABLE */
export function installationFolders(host: Host, paths: AppPaths, tool: Tool): readonly string[] {
  const folder = host.path.join(paths.installations, tool.id);
  try {
    return host.files
      .readdir(folder)
      .filter((name) => installationNameProblem(name) === undefined)
      .sort(compareByCodePoint);
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === 'ENOENT' || cause === 'ENOTDIR') return [];
    if (cause === undefined) throw error;
    throw new ToolsError('STATE_UNREADABLE', { path: folder, cause }, { cause: error });
  }
}

export function installationFile(host: Host, paths: AppPaths, tool: Tool, name: string): string {
  return host.path.join(paths.installationFolder(tool.id, name), 'installation.json');
}

/** Holds one folder a version, and during an install one `.staging-…`. */
export function versionsFolder(host: Host, paths: AppPaths, tool: Tool, name: string): string {
  return host.path.join(paths.installationFolder(tool.id, name), 'versions');
}

/** The versions that an installation starts, or could start again by a roll-back. */
export function versionsOf({ program }: Pick<InstallationFile, 'program'>): readonly string[] {
  if (program.kind !== 'managed') return [];
  return program.previous === undefined ? [program.version] : [program.version, program.previous];
}

/** Where one version lies, whether or not it is there. */
export function versionFolder(
  host: Host,
  paths: AppPaths,
  tool: Tool,
  { name, version }: { readonly name: string; readonly version: string },
): string {
  return host.path.join(versionsFolder(host, paths, tool, name), version);
}
