import {
  type AccountsContext,
  type HomePaths,
  homeProblem,
  listAccounts,
  pathsOf,
  readToolFile,
  systemAccount,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { AITool, FileFormat } from '../registry/index.ts';
import { attempt, type Check } from './check.ts';

/** The tools' own files that we look into: broken ones, links that lead nowhere, and old ones nobody reads. */
export const checkFiles: Check = async (ctx, tools, find) => {
  for (const tool of tools) {
    for (const { path, read } of staleFiles(ctx, tool))
      find(new ToolsError('TOOL_FILE_STALE', { tool: tool.id, path, read }));
    for (const { account } of listAccounts(ctx, tool.id)) {
      if (!account || homeProblem(ctx, account)) continue;
      const { label } = account;
      for (const [path, format] of readFiles(tool, pathsOf(ctx, tool, account)))
        await attempt(find, () => requireSound(ctx, { tool: tool.id, label }, path, format));
    }
  }
};

/** What a tool reads elsewhere once its variable is unset, and yet lies in its default directory. */
function staleFiles(
  ctx: AccountsContext,
  tool: AITool,
): readonly { readonly path: string; readonly read: string }[] {
  const { host } = ctx;
  const paths = pathsOf(ctx, tool, systemAccount(tool.id));
  return Object.keys(tool.relocation?.system?.files ?? {})
    .map((file) => ({ path: host.path.join(paths.rootOf('config'), file), read: paths.fileOf({ file }) }))
    .filter(({ path, read }) => path !== read && host.files.lstat(path) !== undefined);
}

function readFiles(tool: AITool, paths: HomePaths): ReadonlyMap<string, FileFormat> {
  const parts = [...(tool.login ?? []), ...(tool.identity ?? []), ...(tool.relocation?.settings ?? [])];
  return new Map(parts.map((part) => [paths.fileOf(part), part.format]));
}

function requireSound(
  ctx: AccountsContext,
  names: { readonly tool: string; readonly label: string },
  path: string,
  format: FileFormat,
): void {
  const { files } = ctx.host;
  if (files.lstat(path)?.isSymbolicLink() && !files.stat(path))
    throw new ToolsError('TOOL_FILE_DANGLING', { ...names, path, to: files.readlink(path) });
  if (format === 'binary') return;
  const file = readToolFile(ctx.host, path, format);
  if (file.state === 'damaged')
    throw new ToolsError('TOOL_FILE_DAMAGED', { path, offset: file.offset, problem: file.problem });
  if (file.state === 'unreadable') throw new ToolsError('TOOL_FILE_UNREADABLE', { path, cause: file.cause });
}
