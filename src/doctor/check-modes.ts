import { type AccountsContext, listAccounts, pathsOf, readToolFile } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { readPointers } from '../formats/index.ts';
import { errnoOf, type Stats } from '../platform/index.ts';
import type { LoginPart } from '../registry/index.ts';
import type { Check } from './check.ts';
import { ourTree } from './our-tree.ts';

const others = 0o077;

/** Our folders, the homes in them, and the files in which a tool keeps its login: nobody else may look in. */
export const checkModes: Check = (ctx, tools, find) => {
  if (ctx.host.platform === 'win32') return;
  const look = (path: string, stats: Stats | undefined): void => {
    if (!stats || stats.isSymbolicLink() || (stats.mode & others) === 0) return;
    const wanted = stats.isDirectory() ? '700' : '600';
    find(
      new ToolsError('MODE_TOO_WIDE', {
        path,
        mode: (stats.mode & 0o777).toString(8).padStart(4, '0'),
        wanted,
      }),
    );
  };
  for (const { path, name, stats } of ourTree(ctx)) if (!isProgram(name)) look(path, stats);
  for (const tool of tools) {
    for (const { account } of listAccounts(ctx, tool.id)) {
      if (!account) continue;
      const paths = pathsOf(ctx, tool, account);
      look(account.home, statsOf(ctx, account.home));
      for (const part of tool.login ?? []) {
        const path = paths.fileOf(part);
        if (mayHoldLogin(ctx, part, path)) look(path, statsOf(ctx, path));
      }
    }
  }
};

/** Settings that could hold a login, and hold none, may be as readable as their tool writes them. */
function mayHoldLogin(
  { host }: AccountsContext,
  { format, pointer, usable }: LoginPart,
  path: string,
): boolean {
  if (format === 'binary') return true;
  if (!usable) return false;
  if (pointer === '') return true;
  const file = readToolFile(host, path, format);
  if (file.state !== 'read') return true;
  return usable.some((each) => readPointers(file.value, each).length > 0);
}

/** Shims are there to be run by whoever has them on PATH, and the folders of programs are npm's. */
function isProgram(name: string): boolean {
  return name.startsWith('shims/') || /^installations\/[^/]+\/[^/]+\/(?:shared|versions)$/.test(name);
}

function statsOf({ host }: AccountsContext, path: string): Stats | undefined {
  try {
    return host.files.lstat(path);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}
