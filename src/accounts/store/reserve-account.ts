import { ToolsError } from '../../errors/index.ts';
import { defaultInstallation } from '../../install/index.ts';
import {
  type AccountFile,
  ensureFolder,
  ensureLayout,
  type HeldLock,
  removeTree,
  type SharingChoice,
} from '../../state/index.ts';
import type { RecordedIdentity, StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { accountFileOf, writeAccountFile } from './account-file.ts';
import { labelsFolder, toolFolder } from './account-folders.ts';
import { withAccountLock } from './account-lock.ts';
import { listAccounts } from './account-store.ts';
import { foldLabel } from './label.ts';
import { claimedId, releaseLabel } from './label-claim.ts';
import { removePending, writePending } from './pending-account.ts';
import { settleTool } from './settle-account.ts';
import { newLabel, takeLabel } from './take-label.ts';
import { withInstallation } from './with-installation.ts';
import { quietly } from './with-journal.ts';

/** A place for an account that is being made: nobody sees it before `publish`. */
export interface Reservation {
  readonly tool: string;
  readonly label: string;
  readonly id: string;
  /** accounts/<tool>/<id> */
  readonly folder: string;
  /** Absolute and final; there, empty, 0700. */
  readonly home: string;
  /** Writes account.json, last of all: from here on the account exists. */
  publish(fields: NewAccount): Promise<StoredAccount>;
  /** Removes everything, the home included. Does nothing after `publish`. */
  abandon(): Promise<void>;
}

export interface NewAccount {
  readonly kind: 'login' | 'key';
  /** A secret reference, instead of a key that we hold. */
  readonly keyFrom?: string;
  /** A directory that is there already, elsewhere. Default: the one in the account's folder. */
  readonly home?: string;
  readonly identity: RecordedIdentity | null;
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: `default`. */
  readonly root?: string;
  /** Default: `default`. */
  readonly installation?: string;
  /** Default: nothing is shared. */
  readonly sharing?: SharingChoice;
}

type Place = Omit<Reservation, 'publish' | 'abandon'>;

/**
 * Claims the label and makes the folder and the home. What dead reservations left is cleared. While an account
 * of the tool can't be read none is added: it may be the one of that label.
 * @throws ToolsError LABEL_UNUSABLE, SYSTEM_ACCOUNT_REFUSED, LABEL_TAKEN, LOGIN_UNDER_WAY, BUSY, STATE_DAMAGED,
 *   LAYOUT_NEWER, and those of writing
 */
export async function reserveAccount(
  ctx: AccountsContext,
  tool: string,
  asked: string,
  verb = 'login',
): Promise<Reservation> {
  const { host, paths } = ctx;
  const label = newLabel(tool, asked, verb);
  const folders = [toolFolder(ctx, tool), labelsFolder(ctx, tool)];
  ensureLayout(host, paths);
  for (const folder of folders) ensureFolder(host, folder);
  await settleTool(ctx, tool);
  refuseDamage(ctx, tool);
  const id = freeId(ctx, tool);
  const folder = paths.accountFolder(tool, id);
  const place: Place = { tool, label, id, folder, home: host.path.join(folder, 'home') };
  await withAccountLock(ctx, place, () => makePlace(ctx, place));
  return {
    ...place,
    publish: (fields) => withAccountLock(ctx, place, (lock) => publish(ctx, place, fields, lock)),
    abandon: () => abandonUnderLock(ctx, place),
  };
}

async function makePlace(ctx: AccountsContext, place: Place): Promise<void> {
  const { tool, label, id, folder, home } = place;
  try {
    await takeLabel(ctx, tool, label, id);
    ensureFolder(ctx.host, folder);
    await writePending(ctx, tool, id, label);
    ensureFolder(ctx.host, home);
  } catch (error) {
    quietly(() => abandon(ctx, place));
    throw error;
  }
}

async function publish(
  ctx: AccountsContext,
  place: Place,
  fields: NewAccount,
  lock: HeldLock,
): Promise<StoredAccount> {
  const { tool, label, id } = place;
  if (claimedId(ctx, tool, foldLabel(label)) !== id)
    throw new ToolsError('LABEL_TAKEN', { tool, label, existing: label });
  const { kind, home = place.home, identity, environment = {} } = fields;
  const { root = defaultInstallation, installation = defaultInstallation } = fields;
  const createdAt = ctx.host.now().toISOString();
  const file: AccountFile = {
    schemaVersion: 1,
    id,
    tool,
    label,
    createdAt,
    home,
    root,
    installation,
    kind,
    ...(fields.keyFrom !== undefined && { keyFrom: fields.keyFrom }),
    identity,
    environment,
    ...(fields.sharing && { sharing: fields.sharing }),
  };
  const account = await withInstallation(ctx, tool, installation, () => writeAccountFile(ctx, file, lock));
  quietly(() => removePending(ctx, tool, id));
  return account;
}

async function abandonUnderLock(ctx: AccountsContext, place: Place): Promise<void> {
  try {
    await withAccountLock(ctx, place, () => abandon(ctx, place));
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code !== 'WRITE_FAILED') throw error;
    // A full disk has no room for a lock. Nobody else touches what a living process makes.
    abandon(ctx, place);
  }
}

function abandon(ctx: AccountsContext, { tool, label, id, folder }: Place): void {
  if (ctx.host.files.lstat(accountFileOf(ctx, tool, id))) return;
  removeTree(ctx.host, folder);
  releaseLabel(ctx, tool, foldLabel(label), id);
}

function refuseDamage(ctx: AccountsContext, tool: string): void {
  for (const { damage } of listAccounts(ctx, tool)) if (damage) throw damage;
}

function freeId(ctx: AccountsContext, tool: string): string {
  for (;;) {
    const id = ctx.host.randomName(8);
    if (!ctx.host.files.lstat(ctx.paths.accountFolder(tool, id))) return id;
  }
}
