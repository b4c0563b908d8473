import {
  type AccountsContext,
  everyToolVariable,
  othersOfVariable,
  toolVariable,
  userVariables,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { appPaths, type Host } from '../platform/index.ts';
import { valueOutside } from '../process/index.ts';
import type { AITool } from '../registry/index.ts';

/** What a shim is made of. */
export interface ShimFacts {
  readonly tool: string;
  /** Our folder. */
  readonly root: string;
  /** Variables that lead to our folder by themselves, with the values that do; absent: only AI_TOOLS_HOME does. */
  readonly leading?: Readonly<Record<string, string | null>>;
  /** The variables that choose the account: the tool's own, and that of every tool. */
  readonly variables: readonly [own: string, every: string];
  /** Several tools have that variable of their own. */
  readonly isAmbiguous: boolean;
  /** Our program: what runs it, and its script. */
  readonly program: { readonly node: string; readonly script: string };
  /** Folders of the user that Windows knows by variables, the inner ones first. */
  readonly folders: Readonly<Record<string, string>>;
}

/** @throws ToolsError SHIM_WITHOUT_PROGRAM */
export function shimFacts(ctx: AccountsContext, { id }: Pick<AITool, 'id'>): ShimFacts {
  const { host, paths } = ctx;
  if (!host.program) throw new ToolsError('SHIM_WITHOUT_PROGRAM', { tool: id });
  const leading = leadingVariables(ctx);
  return {
    tool: id,
    root: paths.root,
    ...(leading && { leading }),
    variables: [toolVariable(id), everyToolVariable],
    isAmbiguous: othersOfVariable(ctx, id).length > 0,
    program: host.program,
    folders: userFolders(host),
  };
}

/** By what the user has in them: in an account, which may be where we are asked, they are the account's. */
function leadingVariables(ctx: AccountsContext): ShimFacts['leading'] {
  const { host, paths } = ctx;
  const { platform, path } = host;
  const users = userVariables(ctx, ['HOME', 'XDG_DATA_HOME', 'LOCALAPPDATA']);
  try {
    const { root } = appPaths({ platform, path, env: users, homeDir: host.homeDir });
    if (root !== paths.root) return undefined;
  } catch (error) {
    if (error instanceof ToolsError) return undefined;
    throw error;
  }
  return Object.fromEntries(['HOME', 'XDG_DATA_HOME'].map((name) => [name, users[name] ?? null]));
}

function userFolders(host: Host): ShimFacts['folders'] {
  const names = host.platform === 'win32' ? ['APPDATA', 'LOCALAPPDATA', 'USERPROFILE'] : [];
  const folders = names.map((name) => [name, valueOutside(host, name)] as const);
  return Object.fromEntries(folders.filter(([, folder]) => folder)) as ShimFacts['folders'];
}
