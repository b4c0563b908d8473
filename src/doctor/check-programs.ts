import { type AccountsContext, listAccounts } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { defaultInstallation, programOf, programsOf, type ToolProgram, versionOf } from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import type { Find } from './check.ts';

/** What could be started for a tool. */
export interface ExaminedProgram {
  readonly tool: string;
  readonly found: readonly {
    readonly path: string;
    readonly version: string | null;
    readonly used: boolean;
  }[];
  readonly rejected: readonly { readonly path: string; readonly reason: string }[];
}

/** A tool that has accounts needs a program; one that was asked for alone needs one, too. */
export async function checkPrograms(
  ctx: AccountsContext,
  tools: readonly AITool[],
  find: Find,
): Promise<readonly ExaminedProgram[]> {
  const examined: ExaminedProgram[] = [];
  for (const tool of tools) {
    const used = usedProgram(ctx, tool, (error) => {
      const isNeeded = tools.length === 1 || listAccounts(ctx, tool.id).length > 0;
      if (error.code !== 'PROGRAM_NOT_FOUND' || isNeeded) find(error);
    });
    const { found, rejected } = programsOf(ctx.host, ctx.paths, tool);
    const onPath = found.map(
      ({ path }): ToolProgram => ({ file: path, path, argsPrefix: [], source: 'path' }),
    );
    const all = used && !onPath.some(({ path }) => path === used.path) ? [used, ...onPath] : onPath;
    examined.push({
      tool: tool.id,
      found: await Promise.all(all.map((program) => described(ctx, tool, program, used))),
      rejected,
    });
  }
  return examined;
}

function usedProgram(ctx: AccountsContext, tool: AITool, find: Find): ToolProgram | undefined {
  try {
    return programOf(ctx.host, ctx.paths, tool, defaultInstallation);
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    find(error);
    return undefined;
  }
}

async function described(
  ctx: AccountsContext,
  tool: AITool,
  program: ToolProgram,
  used: ToolProgram | undefined,
) {
  const version = await versionWithoutTrace(ctx, tool, program);
  return { path: program.path, version: version ?? null, used: program.path === used?.path };
}

/** A program that is asked runs in a home that is thrown away: inside our folder, if there is one. */
async function versionWithoutTrace(ctx: AccountsContext, tool: AITool, program: ToolProgram) {
  const { host, paths } = ctx;
  const mayRun = host.files.stat(paths.root) !== undefined;
  const asked = mayRun ? tool : withoutAsking(tool);
  return versionOf(host, { ...paths, installations: paths.root }, program, asked);
}

function withoutAsking(tool: AITool): AITool {
  return tool.executable ? { ...tool, executable: { ...tool.executable, versionFrom: 'package' } } : tool;
}
