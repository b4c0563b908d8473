import { type AccountsContext, listAccounts } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import {
  defaultInstallation,
  installationNames,
  programOf,
  programsOf,
  type ToolProgram,
  versionOf,
} from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import type { Find } from './check.ts';

/** What could be started for a tool. */
export interface ExaminedProgram {
  readonly tool: string;
  readonly installation: string;
  readonly found: readonly {
    readonly path: string;
    readonly version: string | null;
    readonly used: boolean;
  }[];
  readonly rejected: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * A tool that has accounts needs a program; one that was asked for alone needs one, too, and so does every
 * installation that somebody made. With `only` one of them is looked at.
 */
export async function checkPrograms(
  ctx: AccountsContext,
  tools: readonly AITool[],
  find: Find,
  only?: string,
): Promise<readonly ExaminedProgram[]> {
  const examined: ExaminedProgram[] = [];
  for (const tool of tools) {
    const names = only === undefined ? installationNames(ctx.host, ctx.paths, tool) : [only];
    for (const name of names) {
      const used = usedProgram(ctx, tool, name, (error) => {
        const isNeeded =
          name !== defaultInstallation || tools.length === 1 || listAccounts(ctx, tool.id).length > 0;
        if (error.code !== 'PROGRAM_NOT_FOUND' || isNeeded) find(error);
      });
      examined.push(await examinedProgram(ctx, tool, name, used));
    }
  }
  return examined;
}

/** What is on PATH beside it matters to `default` alone, which takes the first. */
async function examinedProgram(
  ctx: AccountsContext,
  tool: AITool,
  installation: string,
  used: ToolProgram | undefined,
): Promise<ExaminedProgram> {
  const isDefault = installation === defaultInstallation;
  const { found, rejected } = isDefault ? programsOf(ctx.host, ctx.paths, tool) : { found: [], rejected: [] };
  const onPath = found.map(({ path }): ToolProgram => ({ file: path, path, argsPrefix: [], source: 'path' }));
  const all = used && !onPath.some(({ path }) => path === used.path) ? [used, ...onPath] : onPath;
  return {
    tool: tool.id,
    installation,
    found: await Promise.all(all.map((program) => described(ctx, tool, program, used))),
    rejected,
  };
}

function usedProgram(ctx: AccountsContext, tool: AITool, name: string, find: Find): ToolProgram | undefined {
  try {
    return programOf(ctx.host, ctx.paths, tool, name);
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
  const version = await versionOf(ctx.host, program, tool);
  return { path: program.path, version: version ?? null, used: program.path === used?.path };
}
