import { ToolsError } from '../errors/index.ts';
import { isInside } from '../platform/index.ts';
import type { AITool } from '../registry/index.ts';
import { chooseRoot, type RootChoice, type RootWish } from './choose-root.ts';
import { programAt } from './find-program.ts';
import { type Installation, readInstallation, requireFreeSpelling } from './installation.ts';
import { defaultInstallation } from './installation-name.ts';
import { withInstallationLock } from './lock-installation.ts';
import type { InstallContext } from './plan-install.ts';
import { versionOf } from './program-version.ts';
import { recordProgram } from './record-program.ts';

export interface AddRequest {
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  /** Default: what major and minor say. */
  readonly root?: RootWish;
}

/** An installation that would be made, or was. */
export interface AddedInstallation extends Installation, RootChoice {
  /** Of the program; null: it can't be told. */
  readonly version: string | null;
}

/**
 * What an installation that starts an executable of the user's would be.
 * @throws ToolsError INSTALLATION_NAME_UNUSABLE, INSTALLATION_TAKEN, EXECUTABLE_UNUSABLE, STATE_DAMAGED
 */
export async function planAddition(
  { host, paths }: InstallContext,
  tool: AITool,
  { name, file, root: wish }: AddRequest,
): Promise<AddedInstallation> {
  requireFree({ host, paths }, tool, name);
  const path = requireExecutable({ host, paths }, tool, file);
  const program = { kind: 'path', file: path } as const;
  const version = await versionOf(host, { file: path, path, argsPrefix: [], source: 'file' }, tool);
  const choice = await chooseRoot({ host, paths }, tool, { name, version, wish });
  return { tool: tool.id, name, program, version: version ?? null, ...choice };
}

/**
 * Makes it: from one rename on it is there.
 * @throws ToolsError as planAddition, BUSY, and those of writing
 */
export async function addInstallation(
  ctx: InstallContext,
  tool: AITool,
  { name, root, program }: AddedInstallation,
): Promise<void> {
  await withInstallationLock(ctx, tool, name, (lock) => {
    requireFree(ctx, tool, name);
    return recordProgram(ctx, tool, { verb: 'installations add', name, root, program }, lock);
  });
}

function requireFree({ host, paths }: InstallContext, tool: AITool, name: string): void {
  requireFreeSpelling(host, paths, tool, name);
  if (name === defaultInstallation || readInstallation(host, paths, tool, name))
    throw new ToolsError('INSTALLATION_TAKEN', { tool: tool.id, name, existing: name });
}

/** One that starts, and will: neither a way back to us nor what an update of ours takes away. */
function requireExecutable({ host, paths }: InstallContext, tool: AITool, file: string): string {
  const refuse = (problem: string): never => {
    throw new ToolsError('EXECUTABLE_UNUSABLE', { tool: tool.id, path: file, problem });
  };
  if (!host.path.isAbsolute(file)) return refuse('it is not an absolute path');
  const path = host.path.normalize(file);
  const found = programAt(host, paths, path);
  if (typeof found === 'string') return refuse(found);
  const isOurs = [path, found.realPath].some((each) => isInside(host.path, paths.root, each));
  return isOurs ? refuse('it lies in our own folder') : path;
}
