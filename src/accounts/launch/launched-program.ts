import { ToolsError } from '../../errors/index.ts';
import { programOf, type ToolProgram } from '../../install/index.ts';
import { damagedArguments, firstProgram } from '../../process/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Account } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { installationFor } from '../installation-of.ts';
import type { LaunchRequest } from './launch-request.ts';

export interface LaunchedProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** A version that we keep: it must not update itself. */
  readonly isManaged: boolean;
  /** How the tool was found; absent for another program. */
  readonly program?: ToolProgram;
}

/**
 * What a launch starts: the tool, or the program of `exec`.
 * @throws ToolsError PROGRAM_NOT_FOUND, ARGUMENT_REFUSED, and as installationFor
 */
export function launchedProgram(
  ctx: AccountsContext,
  tool: AITool,
  account: Account,
  { command, args = [], installation }: LaunchRequest,
): LaunchedProgram {
  const [argument] = damagedArguments(ctx.host, [...(command ?? []), ...args]);
  if (argument !== undefined) throw new ToolsError('ARGUMENT_REFUSED', { argument, problem: 'damaged' });
  const [name, ...rest] = command ?? [];
  const file = name === undefined ? undefined : commandFile(ctx, tool, name);
  if (file !== undefined) return { file, args: [...rest, ...args], isManaged: false };
  const program = programOf(ctx.host, ctx.paths, tool, installationFor(ctx, account, installation));
  return {
    file: program.file,
    args: [...program.argsPrefix, ...rest, ...args],
    isManaged: program.source === 'managed',
    program,
  };
}

/**
 * A name is looked for past our shims, and never in the current directory; undefined: it is the tool itself,
 * which need not be on PATH where we keep it.
 */
function commandFile({ host, paths }: AccountsContext, tool: AITool, name: string): string | undefined {
  if (/[/\\]/.test(name)) return host.path.resolve(host.cwd, name);
  const found = firstProgram(host, { names: [name], shims: paths.shims });
  if (!found && !tool.executable?.names.includes(name))
    throw new ToolsError('PROGRAM_NOT_FOUND', { program: name });
  return found?.path;
}
