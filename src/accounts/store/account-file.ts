import { expandHome, type Host, layoutName } from '../../platform/index.ts';
import { type AccountFile, type HeldLock, isAccountFile, readJson, writeJson } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';

const accountFileName = 'account.json';

export function accountFileOf(ctx: AccountsContext, tool: string, id: string): string {
  return ctx.host.path.join(ctx.paths.accountFolder(tool, id), accountFileName);
}

/**
 * The folder of ours in which `folder` is an account's, be it ours or a copy of it: accounts/<tool>/<id>, known by
 * its account.json. undefined: it is no account's.
 */
export function ourFolderOf(host: Host, folder: string): string | undefined {
  const { files, path } = host;
  const root = path.resolve(folder, '..', '..', '..');
  const isAccount = files.stat(path.join(folder, accountFileName)) && files.stat(path.join(root, layoutName));
  return isAccount ? root : undefined;
}

/**
 * The account in a folder; undefined where no account.json is: nothing is there, or one is being made.
 * @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE
 */
export function readAccount(ctx: AccountsContext, tool: string, id: string): StoredAccount | undefined {
  const file = readAccountFile(ctx, tool, id);
  return file && accountOf(ctx.host, file);
}

/**
 * As it lies there, the home verbatim. One that names another tool or id was copied there, and is damaged:
 * two accounts with one home would be two names for one login.
 */
export function readAccountFile(ctx: AccountsContext, tool: string, id: string): AccountFile | undefined {
  return readFileAt(ctx, ctx.paths.accountFolder(tool, id), { tool, id });
}

/**
 * The account that a folder elsewhere was, such as one in the trash.
 * @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE
 */
export function readAccountAt(ctx: AccountsContext, folder: string, whose: Whose): StoredAccount | undefined {
  const file = readFileAt(ctx, folder, whose);
  return file && accountOf(ctx.host, file);
}

type Whose = Pick<StoredAccount, 'tool' | 'id'>;

function readFileAt({ host }: AccountsContext, folder: string, { tool, id }: Whose): AccountFile | undefined {
  const isOwn = (value: unknown): value is AccountFile =>
    isAccountFile(value) && value.tool === tool && value.id === id;
  return readJson(host, host.path.join(folder, accountFileName), isOwn);
}

/** The caller holds the account's lock. @throws ToolsError LOCK_LOST, WRITE_FAILED, WRITE_UNSURE, STATE_INVALID */
export async function writeAccountFile(
  ctx: AccountsContext,
  file: AccountFile,
  lock: HeldLock,
): Promise<StoredAccount> {
  await writeJson(ctx.host, accountFileOf(ctx, file.tool, file.id), 'account', file, {
    beforeCommit: lock.assertOurs,
  });
  return accountOf(ctx.host, file);
}

function accountOf(host: Host, file: AccountFile): StoredAccount {
  const { kind, tool, id, label, createdAt, root, installation, identity, environment } = file;
  const { sharing = { on: false, except: [] }, keyFrom } = file;
  return {
    kind,
    ...(keyFrom !== undefined && { keyFrom }),
    tool,
    id,
    label,
    createdAt,
    home: expandHome(host, file.home),
    root,
    installation,
    identity,
    environment,
    sharing,
  };
}
