import { ToolsError } from '../../errors/index.ts';
import { readPointers } from '../../formats/index.ts';
import { errnoOf, type Host, type Stats } from '../../platform/index.ts';
import type { AITool, LoginPart } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { pathsOf } from './home-paths.ts';
import { readToolFile } from './tool-file.ts';

const others = 0o077;

/** MODE_TOO_WIDE when others than the user can look in; nothing of a link, which has no mode of its own. */
export function modeProblem(path: string, stats: Stats | undefined): ToolsError | undefined {
  if (!stats || stats.isSymbolicLink() || (stats.mode & others) === 0) return undefined;
  const mode = (stats.mode & 0o777).toString(8).padStart(4, '0');
  return new ToolsError('MODE_TOO_WIDE', { path, mode, wanted: stats.isDirectory() ? '700' : '600' });
}

/** What others can look into of an account's home: the directory itself, and where a tool keeps its login. */
export function openFiles(ctx: AccountsContext, tool: AITool, account: StoredAccount): readonly ToolsError[] {
  const { host } = ctx;
  const paths = pathsOf(ctx, tool, account);
  const logins = (tool.login ?? [])
    .filter((part) => mayHoldLogin(host, part, paths.fileOf(part)))
    .map((part) => paths.fileOf(part));
  const secrets = (tool.directories ?? [])
    .filter((fact) => fact.secret && fact.class === 'identity' && !fact.path.includes('*'))
    .filter(({ kind }) => kind === 'file')
    .map(({ path, root }) => paths.fileOf({ file: path, ...(root && { root }) }));
  return [...new Set([account.home, ...logins, ...secrets])].flatMap(
    (path) => modeProblem(path, statsOf(host, path)) ?? [],
  );
}

/** Settings that could hold a login, and hold none, may be as readable as their tool writes them. */
function mayHoldLogin(host: Host, { format, pointer, usable }: LoginPart, path: string): boolean {
  if (format === 'binary') return true;
  if (!usable) return false;
  if (pointer === '') return true;
  const file = readToolFile(host, path, format);
  if (file.state !== 'read') return true;
  return usable.some((each) => readPointers(file.value, each).length > 0);
}

function statsOf(host: Host, path: string): Stats | undefined {
  try {
    return host.files.lstat(path);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}
