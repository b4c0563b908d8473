import { isShellFilesFile, readJson } from '../state/index.ts';
import type { ShellContext } from './shell-context.ts';

/** The files of the user's that have a block of ours, each with its shell. @throws ToolsError STATE_DAMAGED … */
export function writtenFiles(ctx: ShellContext): Readonly<Record<string, string>> {
  return readJson(ctx.host, writtenFilesPath(ctx), isShellFilesFile)?.files ?? {};
}

export function writtenFilesPath({ host, paths }: Pick<ShellContext, 'host' | 'paths'>): string {
  return host.path.join(paths.shells, 'files.json');
}
