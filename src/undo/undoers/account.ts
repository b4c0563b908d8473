import {
  type AccountsContext,
  liesElsewhere,
  listAccounts,
  loginState,
  planRestore,
  removeAccount,
  restoreAccount,
  type StoredAccount,
} from '../../accounts/index.ts';
import { type JournalRecord, namesIn } from '../../state/index.ts';
import { accountOf } from '../account-of.ts';
import { changedSince } from '../changed-since.ts';
import { textIn } from '../text-in.ts';
import type { NotUndoable, Standing, Undoer } from '../undoer.ts';

/** `tools account add`, `tools import`: the account goes, while nobody has logged in there. */
export const undoAdding: Undoer = {
  look: async (ctx, change) => {
    const account = accountOf(ctx, change);
    if (!account) return { at: 'before' };
    const { tool, label } = account;
    if (change.verb === 'account add' && account.kind === 'login' && (await hasLogin(ctx, account)))
      return {
        at: 'elsewhere',
        why: 'somebody has logged in there since',
        instead: `tools remove ${tool} -a ${label}`,
      };
    return removalOf(ctx, account);
  },
  undo: remove,
  takesAway: ({ account }) => (account === null ? [] : [account]),
};

/** The way forward again, after a removal was taken back: the account is removed once more. */
export const undoRestoring: Undoer = {
  look: (ctx, change) => {
    const account = accountOf(ctx, change);
    return account ? removalOf(ctx, account) : { at: 'before' };
  },
  undo: remove,
  takesAway: ({ account }) => (account === null ? [] : [account]),
};

export const loginStays: NotUndoable = {
  why: 'a login is ended, not taken back',
  instead: (change) => `tools remove ${textIn(change, 'tool')} -a ${textIn(change, 'label')}`,
};

export const logoutStays: NotUndoable = {
  why: 'no login that was ended is brought back',
  instead: (change) => `tools login ${textIn(change, 'tool')} -a ${textIn(change, 'label')}`,
};

/** `tools account confirm`: who is logged in there is in its files, and undoing changes none of those. */
export const confirmedStays: NotUndoable = {
  why: 'the login there is that person’s, whoever was recorded',
  instead: (change) => `tools whoami ${textIn(change, 'tool')} -a ${textIn(change, 'label')}`,
};

/** `tools remove`: the account comes back out of the trash, without its login where there is a newer one. */
export const undoRemoving: Undoer = {
  look: async (ctx, change): Promise<Standing> => {
    if (isThere(ctx, change)) return { at: 'before' };
    const plan = await planRestore(ctx, textIn(change, 'tool'), textIn(change, 'account'));
    if ('why' in plan) return { at: 'elsewhere', ...plan };
    return { at: 'after', makes: backIn(plan) };
  },
  undo: async (ctx, change) => {
    const [tool, id] = [textIn(change, 'tool'), textIn(change, 'account')];
    return backIn(await restoreAccount(ctx, tool, id, { wasDefault: change.what.wasDefault === true }));
  },
};

async function remove(ctx: AccountsContext, change: JournalRecord): Promise<readonly string[]> {
  const account = accountOf(ctx, change);
  if (!account) throw changedSince(change, 'the account is gone');
  await removeAccount(ctx, account.tool, account.label);
  return goneIn(ctx, account);
}

function removalOf(ctx: AccountsContext, account: StoredAccount): Standing {
  return { at: 'after', makes: goneIn(ctx, account) };
}

function goneIn(ctx: AccountsContext, account: StoredAccount): readonly string[] {
  const { tool, label, home } = account;
  return [`${tool}#${label} is gone; ${home} ${liesElsewhere(ctx, account) ? 'stays' : 'lies in the trash'}`];
}

function backIn({ account, newerLogin }: Awaited<ReturnType<typeof restoreAccount>>): readonly string[] {
  const { tool, label, home } = account;
  const back = `${tool}#${label} is there again, in ${home}`;
  return newerLogin === undefined ? [back] : [back, `without its login: ${newerLogin} has a newer one`];
}

/** Where nobody can tell, whatever lies there may be one. */
async function hasLogin(ctx: AccountsContext, account: StoredAccount): Promise<boolean> {
  const tool = ctx.registry.tool(account.tool);
  const { state } = tool ? await loginState(ctx, tool, account) : { state: 'unknown' };
  return state === 'unknown' ? namesIn(ctx.host, account.home).length > 0 : state !== 'loggedOut';
}

/** One whose account.json can't be read is there, too. */
function isThere(ctx: AccountsContext, change: JournalRecord): boolean {
  return listAccounts(ctx, textIn(change, 'tool')).some(({ id }) => id === change.account);
}
