import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import { namesIn } from '../state/index.ts';
import { type Identity, systemAccount } from './account.ts';
import type { AccountsContext } from './context.ts';
import { credentialIn } from './home/credential.ts';
import { pathsIn, pathsOf } from './home/home-paths.ts';
import { identityIn } from './home/identity.ts';
import { isSameLogin, requireOneIdentity } from './home/identity-guard.ts';
import { covers, realOf } from './home/own-home.ts';
import { requireIsolation } from './home/relocation.ts';
import { startedInHome } from './home/started-in-home.ts';
import { importedHome, type KnownHome, knownHomes } from './imported-home.ts';
import { accountClaiming, listAccounts } from './store/account-store.ts';
import { foldLabel, labelProblem } from './store/label.ts';
import { newLabel } from './store/take-label.ts';

export interface ImportRequest {
  /** A directory, as the user spells it. */
  readonly from: string;
  /** Default: what the directory's name says beside the tool's. */
  readonly label?: string;
  /** Who has which login, if that was looked up already. */
  readonly holders?: LoginHolders;
}

/** Who has which login, and which directory: accounts, `system`, and what is to become one. */
export interface LoginHolders {
  /** What keys are told apart with. */
  readonly salt: string;
  readonly logins: readonly { readonly label: string; readonly identity: Identity | null }[];
  /** Of accounts, of every tool. Absent: as it is by now. */
  readonly homes?: readonly KnownHome[] | undefined;
}

/** What an import would make. Nothing has been changed for it. */
export interface ImportPlan {
  readonly tool: string;
  /** As the user spelled it. */
  readonly from: string;
  /** Absolute, by the user's spelling; what the account's home will be called for ever. */
  readonly home: string;
  readonly label: string;
  /** Whether there is a login in it. */
  readonly login: 'usable' | 'none' | 'unknown';
  /** Why there is none, or why that can't be told. */
  readonly problem?: string;
  readonly identity: Identity | null;
  /** Labels of accounts, or `system`, with the same login. */
  readonly sameLogin: readonly string[];
  /** What in it leads elsewhere, by name and where to: its owner's links, which stay as they are. */
  readonly links: readonly { readonly name: string; readonly to: string }[];
  /** Pids of the tool's programs that use it now. */
  readonly running: readonly number[];
}

/**
 * What importing a directory would make. Reads only.
 * @throws ToolsError TOOL_NOT_ISOLATABLE, IMPORT_UNUSABLE, IMPORT_IS_SYSTEM, IMPORT_BELONGS, IMPORT_NOTHING_THERE,
 *   IMPORT_LABEL_NEEDED, LABEL_UNUSABLE, LABEL_TAKEN, IDENTITY_CONFLICT, STATE_UNREADABLE
 */
export async function planImport(
  ctx: AccountsContext,
  tool: AITool,
  { from, label: asked, holders }: ImportRequest,
): Promise<ImportPlan> {
  requireIsolation(tool);
  const home = importedHome(ctx, tool, from, holders?.homes);
  const label = freeLabel(ctx, tool, from, asked ?? labelFor(ctx, tool, from, home));
  const paths = pathsIn(ctx.host, tool, home);
  const salt = holders?.salt ?? home;
  const reading = identityIn(ctx.host, tool, paths, salt);
  requireOneIdentity(tool, label, reading);
  const credential = await credentialIn(ctx, tool, paths, home);
  const login = tool.login ? credential.state : 'unknown';
  return {
    tool: tool.id,
    from,
    home,
    label,
    login,
    ...(credential.problem !== undefined && tool.login && { problem: credential.problem }),
    identity: reading.identity,
    // What names somebody and logs nobody in can't be renewed in two places.
    sameLogin:
      login === 'none' ? [] : holdersOf(reading.identity, holders ?? (await loginHolders(ctx, tool, salt))),
    links: linksIn(ctx, paths.rootOf('config')),
    running: startedInHome(ctx, tool, { home }),
  };
}

/** Links of the tool's own directory that lead out of it. */
function linksIn(ctx: AccountsContext, directory: string): ImportPlan['links'] {
  const { host } = ctx;
  const real = realOf(ctx, directory);
  return namesIn(host, directory).flatMap((name) => {
    const path = host.path.join(directory, name);
    if (!host.files.lstat(path)?.isSymbolicLink()) return [];
    const to = host.path.resolve(directory, host.files.readlink(path));
    return covers(ctx, real, realOf(ctx, to)) ? [] : [{ name, to }];
  });
}

/** `.claude-work` of Claude is `work`. */
function labelFor({ host }: AccountsContext, tool: AITool, from: string, home: string): string {
  const name = host.path.basename(home).replace(/^\.+/, '');
  const words = [
    tool.configDirectoryName.split('/').at(-1)?.replace(/^\.+/, ''),
    tool.id,
    ...commandsOf(tool),
  ];
  const own = new Set(words.map((word) => word?.toLowerCase()));
  const label = own.has(name.toLowerCase()) ? '' : withoutOwn(name, own);
  if (label === '' || labelProblem(label) !== undefined)
    throw new ToolsError('IMPORT_LABEL_NEEDED', { tool: tool.id, from });
  return label;
}

/** Without the tool's name at the beginning or the end, and what joins it to the rest. */
function withoutOwn(name: string, own: ReadonlySet<string | undefined>): string {
  const [, first, afterFirst = ''] = /^([^-_. ]+)[-_. ]+(.+)$/.exec(name) ?? [];
  if (own.has(first?.toLowerCase())) return afterFirst;
  const [, beforeLast = '', last] = /^(.+?)[-_. ]+([^-_. ]+)$/.exec(name) ?? [];
  return own.has(last?.toLowerCase()) ? beforeLast : name;
}

function commandsOf(tool: AITool): readonly string[] {
  return tool.executable?.names ?? [];
}

/** Claimed by whomever: the reservation decides, but a plan tells it in time. */
function freeLabel(ctx: AccountsContext, tool: AITool, from: string, asked: string): string {
  const label = newLabel(tool.id, asked, 'import');
  const existing = accountClaiming(ctx, tool.id, foldLabel(label))?.label;
  if (existing !== undefined) throw new ToolsError('LABEL_TAKEN', { tool: tool.id, label, existing, from });
  return label;
}

/** By what lies in their directories now. */
export async function loginHolders(ctx: AccountsContext, tool: AITool, salt: string): Promise<LoginHolders> {
  const stored = listAccounts(ctx, tool.id).flatMap(({ account }) =>
    account?.kind === 'login' ? [account] : [],
  );
  const logins = [...stored, systemAccount(tool.id)].map((account) => ({
    label: `${tool.id}#${account.label}`,
    identity: identityIn(ctx.host, tool, pathsOf(ctx, tool, account), salt).identity,
  }));
  return { salt, logins, homes: knownHomes(ctx) };
}

function holdersOf(found: Identity | null, { logins }: LoginHolders): readonly string[] {
  if (!found) return [];
  return logins.filter(({ identity }) => isSameLogin(found, identity)).map(({ label }) => label);
}
