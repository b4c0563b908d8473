import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import { ensureFolder, moveToTrash } from '../../state/index.ts';
import type { Identity, StoredAccount } from '../account.ts';
import { clauseOf } from '../clause-of.ts';
import type { AccountsContext } from '../context.ts';
import { pathsIn } from '../home/home-paths.ts';
import { identityIn } from '../home/identity.ts';
import { hasHomeKeychain } from '../home/keychain.ts';
import type { CredentialCopy, Provider } from '../ports.ts';
import { quietly } from '../store/with-journal.ts';
import { type LoginJournal, removeLoginJournal } from './login-journal.ts';

/** How a new login takes the place of the one in a home. */
export type LoginWay = 'overlay' | 'replace' | 'copy';

/**
 * To be asked before a login begins: one that could not be put into the home would be lost.
 * @throws ToolsError LOGIN_NOT_RENEWABLE
 */
export function loginWay(ctx: AccountsContext, tool: AITool, { label }: StoredAccount): LoginWay {
  if (hasHomeKeychain(ctx, tool)) return 'replace';
  if ((tool.login ?? []).length > 0) return 'overlay';
  if (carrierOf(ctx, tool)) return 'copy';
  const command = tool.commands?.login ?? tool.authLoginCommand;
  throw new ToolsError('LOGIN_NOT_RENEWABLE', { tool: tool.id, label, command: command ?? undefined });
}

/**
 * Lets the plugin of the tool carry a fresh login into the home, which we can't: only it knows what that is. Unless it
 * says that it is done, and the home says the same, the login is not in force, and lies in the trash.
 * @throws ToolsError LOGIN_NOT_CARRIED
 */
export async function carryLogin(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  journal: LoginJournal,
): Promise<void> {
  const { plugin = '', provide } = carrierOf(ctx, tool) ?? {};
  const [fresh, home] = [pathsIn(ctx.host, tool, journal.fresh), pathsIn(ctx.host, tool, account.home)];
  try {
    const offered = identityIn(ctx.host, tool, fresh, account.id).identity;
    ensureFolder(ctx.host, home.rootOf());
    await carried(provide, fresh.rootOf(), home.rootOf());
    const { identity } = identityIn(ctx.host, tool, home, account.id);
    if (!isWho(identity, offered))
      throw new Error('it said that it did, and the home is somebody else’s still');
  } catch (error) {
    let trash: string | undefined;
    quietly(() => {
      trash = setAside(ctx, account, journal);
    });
    const names = { tool: tool.id, label: account.label, plugin };
    const facts = { ...names, why: clauseOf(error), trash: trash ?? journal.fresh };
    throw new ToolsError('LOGIN_NOT_CARRIED', facts, { cause: error });
  }
}

/** A login that is not in force, and the only one of its kind. @returns where it lies */
export function setAside(ctx: AccountsContext, account: StoredAccount, { fresh }: LoginJournal): string {
  const { host, paths } = ctx;
  const trash = host.files.lstat(fresh)
    ? moveToTrash(host, paths, fresh, `${account.tool}#${account.label}`)
    : fresh;
  removeLoginJournal(ctx, account);
  return trash;
}

async function carried(provide: CredentialCopy | undefined, from: string, to: string): Promise<void> {
  if (!provide) throw new Error('it is gone');
  await provide.copy(from, to);
}

function carrierOf({ extensions }: AccountsContext, tool: AITool): Provider<'credentialCopy'> | undefined {
  return extensions.providers('credentialCopy').find(({ provide }) => provide.tool === tool.id);
}

function isWho(there: Identity | null, offered: Identity | null): boolean {
  const fields = ['subject', 'email', 'organization', 'keyFingerprint'] as const;
  return fields.every((field) => offered?.[field] === undefined || offered[field] === there?.[field]);
}
