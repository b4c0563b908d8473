import type { AccountsContext } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { foldersOnPath, shells } from '../process/index.ts';
import type { AITool } from '../registry/index.ts';
import { namesIn, realPath } from '../state/index.ts';
import { isShimFile, pathLine, shimFiles } from './shim-files.ts';
import type { Shim } from './shims-here.ts';

/** What keeps a shim from doing what it is for, the worst first. */
export function shimProblems(ctx: AccountsContext, tool: AITool, shim: Shim): readonly ToolsError[] {
  const { path } = shim;
  const problems: ToolsError[] = [];
  const text = ctx.host.files.readFile(path).toString('utf8');
  const wanted = ctx.host.program && shimFiles(ctx, tool).find((file) => file.path === path)?.text;
  if (isStale(ctx, text)) problems.push(new ToolsError('SHIM_STALE', { tool: tool.id, path }));
  else if (wanted !== undefined && text !== wanted)
    problems.push(new ToolsError('SHIM_OLD', { tool: tool.id, path }));
  const hidden = hiddenBy(ctx, shim);
  if (hidden)
    problems.push(
      new ToolsError('SHIM_HIDDEN', { path, folder: ctx.paths.shims, ...hidden, remedy: remedyFor(ctx) }),
    );
  return problems;
}

/** Copies of a shim elsewhere on PATH: they start what is found here now, for ever. */
export function copiesOnPath(ctx: AccountsContext, shims: readonly Shim[]): readonly string[] {
  const { host, paths } = ctx;
  const ours = realPath(host, paths.shims) ?? paths.shims;
  const names = new Set(shims.map(({ path }) => host.path.basename(path)));
  return foldersOnPath(host)
    .filter((folder) => (realPath(host, folder) ?? folder) !== ours)
    .flatMap((folder) => [...names].map((name) => host.path.join(folder, name)))
    .filter((path) => isReadable(() => isShimFile(ctx, path)));
}

/** undefined: whoever types the name meets the shim. */
function hiddenBy(ctx: AccountsContext, { path }: Shim): { readonly by: string | undefined } | undefined {
  const { host, paths } = ctx;
  const ours = realPath(host, paths.shims) ?? paths.shims;
  const folders = foldersOnPath(host);
  const at = folders.findIndex((folder) => (realPath(host, folder) ?? folder) === ours);
  if (at < 0) return { by: undefined };
  for (const folder of folders.slice(0, at)) {
    const other = host.path.join(folder, host.path.basename(path));
    if (host.files.isExecutable(other) && !isReadable(() => isShimFile(ctx, other))) return { by: other };
  }
  return undefined;
}

/** For every shell to come; in one that is older than our lines in its files, or that we have none for, for itself. */
function remedyFor(ctx: AccountsContext): string {
  const { host, paths } = ctx;
  const isWritten = namesIn(host, paths.shells).some((name) => name.startsWith('init.'));
  const login = host.path.basename(host.env.SHELL ?? '');
  const hasLines = login !== 'sh' && shells.some((shell) => shell === login);
  return hasLines && !isWritten && host.platform !== 'win32' ? 'tools init --write' : pathLine(ctx);
}

/** The script that it was told to start is gone. */
function isStale({ host }: AccountsContext, text: string): boolean {
  const script = scriptIn(text, host.env);
  return script !== undefined && !host.files.lstat(script);
}

/** As a shell, cmd or PowerShell reads it; undefined: it names none. */
function scriptIn(text: string, env: AccountsContext['host']['env']): string | undefined {
  const [, sh, batch, powershell] =
    /\[ -f ((?:'[^']*'|\\')+) \]; then\n|^if not exist "([^"]*)"|-LiteralPath '((?:[^']|'')*)'/m.exec(text) ??
    [];
  if (sh !== undefined) return sh.replace(/'([^']*)'|\\(')/g, '$1$2');
  if (batch !== undefined)
    return batch.replace(/%(\w*)%/g, (_, name: string) => (name === '' ? '%' : (env[name] ?? '')));
  return powershell?.replaceAll("''", "'");
}

function isReadable(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return false;
  }
}
