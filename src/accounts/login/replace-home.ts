import type { AITool } from '../../registry/index.ts';
import { confirmEntry, moveEntry, removeTree, writeAtomic } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { type HomePaths, pathsIn } from '../home/home-paths.ts';
import { recorded } from '../home/identity-guard.ts';
import { whoIs } from '../home/who-is.ts';
import { updateAccount } from '../store/update-account.ts';
import type { LoginJournal } from './login-journal.ts';
import { editFiles, isWhole } from './overlay-login.ts';

/**
 * Where the login is a keychain item named after the directory, the fresh directory becomes the account's
 * home: all but the old login is moved over, and a plain file stays at the old path, so that whoever still
 * holds that path fails loudly. Each step may have been done already.
 */
export async function replaceHome(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  { steps, fresh, oldHome = account.home }: LoginJournal,
): Promise<StoredAccount> {
  const { host } = ctx;
  const [from, to] = [pathsIn(host, tool, oldHome), pathsIn(host, tool, fresh)];
  if (host.files.lstat(oldHome)?.isDirectory()) {
    editFiles(
      host,
      tool,
      steps.filter(({ part }) => isThere(ctx, tool, part, from)),
      to,
      from,
    );
    dropOldLogin(ctx, tool, from);
    moveEntries(ctx, oldHome, fresh);
  }
  const identity = await whoIs(ctx, tool, { ...account, home: fresh });
  const moved = await updateAccount(ctx, account, {
    home: fresh,
    identity: identity && recorded(ctx, identity),
  });
  if (host.files.lstat(oldHome)?.isDirectory()) removeTree(host, oldHome);
  if (!host.files.lstat(oldHome)) writeAtomic(host, oldHome, `This account's home is now ${fresh}\n`);
  return moved;
}

/** What was moved over already holds the new login. */
function isThere({ host }: AccountsContext, tool: AITool, part: number, paths: HomePaths): boolean {
  const login = tool.login?.[part];
  return login !== undefined && host.files.stat(paths.fileOf(login)) !== undefined;
}

function dropOldLogin({ host }: AccountsContext, tool: AITool, paths: HomePaths): void {
  for (const path of (tool.login ?? []).filter(isWhole).map((part) => paths.fileOf(part))) {
    removeTree(host, path);
  }
}

/**
 * Directories that both have are joined; of two files the old home's stays, which has the new login in it by now.
 * Links are moved as what they are; one whose place the login has filled goes with the old home: what is there is
 * the newer, and is shared by whoever links the home next.
 */
function moveEntries(ctx: AccountsContext, from: string, to: string): void {
  const { files, path } = ctx.host;
  let last: string | undefined;
  for (const name of files.readdir(from)) {
    const [source, target] = [path.join(from, name), path.join(to, name)];
    const there = files.lstat(target);
    if (there?.isDirectory() && files.lstat(source)?.isDirectory()) {
      moveEntries(ctx, source, target);
      continue;
    }
    if (there?.isDirectory() && files.lstat(source)?.isSymbolicLink()) continue;
    if (there?.isDirectory()) removeTree(ctx.host, target);
    moveEntry(ctx.host, source, target);
    last = target;
  }
  if (last !== undefined) confirmEntry(ctx.host, last);
}
