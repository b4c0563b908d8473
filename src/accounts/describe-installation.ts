import { ToolsError } from '../errors/index.ts';
import {
  findInstallation,
  type Installation,
  programOf,
  type ToolProgram,
  versionOf,
  versionsFolder,
  versionsOf,
} from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import { treeSize } from '../state/index.ts';
import type { AccountsContext } from './context.ts';
import { type InstallationUsers, usersOfInstallation } from './installation-users.ts';

/** All that can be told of an installation. */
export interface InstallationFacts extends Installation {
  /** What a launch starts; null: nothing can be started, and why stands in `problem`. */
  readonly file: string | null;
  readonly source: ToolProgram['source'] | null;
  /** null: it can't be told. */
  readonly version: string | null;
  readonly users: InstallationUsers;
  readonly problem: ToolsError | null;
}

/** One version that we keep. */
export interface KeptVersion {
  readonly version: string;
  readonly bytes: number;
  /** What is started, what a roll-back starts, or what goes once nobody runs it. */
  readonly use: 'current' | 'previous' | 'leftover';
}

/**
 * A program that does not say its version on the disk is asked with `mayAsk` only.
 * @throws ToolsError INSTALLATION_NOT_FOUND, STATE_DAMAGED
 */
export async function describeInstallation(
  ctx: AccountsContext,
  tool: AITool,
  name: string,
  { mayAsk }: { readonly mayAsk: boolean },
): Promise<InstallationFacts> {
  const { host, paths } = ctx;
  const { root, program } = findInstallation(host, paths, tool, name);
  const users = usersOfInstallation(ctx, tool, name);
  const found = startedBy(ctx, tool, name);
  const shared = { tool: tool.id, name, root, program, users };
  if (found instanceof ToolsError)
    return { ...shared, file: null, source: null, version: null, problem: found };
  const version = (await versionOf(host, found, tool, { mayAsk })) ?? null;
  return { ...shared, file: found.file, source: found.source, version, problem: null };
}

/** The versions of an installation on the disk; what is half-made is none. */
export function keptVersions(ctx: AccountsContext, tool: AITool, name: string): readonly KeptVersion[] {
  const { files, path } = ctx.host;
  const folder = versionsFolder(ctx.host, ctx.paths, tool, name);
  if (!files.stat(folder)?.isDirectory()) return [];
  const [current, previous] = versionsOf(findInstallation(ctx.host, ctx.paths, tool, name));
  return files
    .readdir(folder)
    .filter((version) => !version.startsWith('.'))
    .map((version) => ({
      version,
      bytes: treeSize(ctx.host, path.join(folder, version)).bytes,
      use: version === current ? 'current' : version === previous ? 'previous' : 'leftover',
    }));
}

function startedBy({ host, paths }: AccountsContext, tool: AITool, name: string): ToolProgram | ToolsError {
  try {
    return programOf(host, paths, tool, name);
  } catch (error) {
    if (error instanceof ToolsError && error.code === 'PROGRAM_NOT_FOUND') return error;
    throw error;
  }
}
