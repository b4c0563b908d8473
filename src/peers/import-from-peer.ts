import {
  type AccountsContext,
  changeSetting,
  findAccount,
  importAccount,
  linkDirectory,
  listAccounts,
  type StoredAccount,
  setDefault,
  withJournalOfParts,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { settingKey } from '../settings/index.ts';
import { realPath } from '../state/index.ts';
import { holderIn } from './plan-account.ts';
import type { PlannedAlias, PlannedDefault, PlannedLink } from './plan-meanings.ts';
import type { PeerPlan } from './plan-peer-import.ts';

export interface PeerImportOptions {
  /** Links, defaults and aliases, too. */
  readonly withMeanings: boolean;
  /** Of the accounts; default: `default`. */
  readonly installation?: string;
}

export interface PeerImported {
  readonly accounts: readonly StoredAccount[];
  readonly links: readonly PlannedLink[];
  readonly defaults: readonly PlannedDefault[];
  readonly aliases: readonly PlannedAlias[];
  /** What was planned and did not happen, each with its error; the rest did. */
  readonly failed: readonly ToolsError[];
}

/**
 * Does what was planned, and goes on where one of it fails. Nothing of the peer's is changed. It is one change:
 * taken back as a whole.
 * @throws ToolsError WRITE_FAILED: then nothing was changed
 */
export async function importFromPeer(
  ctx: AccountsContext,
  plan: PeerPlan,
  { withMeanings, installation }: PeerImportOptions,
): Promise<PeerImported> {
  const failed: ToolsError[] = [];
  const meant = meantBy(plan, withMeanings);
  const what = { name: plan.peer, store: plan.store };
  const entry = { verb: 'import from', tool: null, account: null, what };
  return withJournalOfParts(ctx, entry, async (parts) => {
    const accounts = await eachOf(failed, plan.accounts, async ({ standing, tool: id, label, where }) => {
      const tool = ctx.registry.tool(id);
      if (standing !== 'take' || !tool) return undefined;
      const request = { from: where, label, holders: nobody, acceptSameLogin: true, isPlanned: true };
      const made = importAccount(parts, tool, {
        ...request,
        ...(installation !== undefined && { installation }),
      });
      return made.then(
        ({ account }) => account,
        (error: unknown) => isThereBy(ctx, id, error),
      );
    });
    return {
      accounts,
      links: await eachOf(failed, meant.links, (link) => takeLink(parts, link)),
      defaults: await eachOf(failed, meant.defaults, (each) => takeDefault(parts, each)),
      aliases: await eachOf(failed, meant.aliases, (alias) => takeAlias(parts, alias)),
      failed,
    };
  });
}

/** Who else has a login was asked when it was planned. */
const nobody = { salt: '', logins: [] };

/** Another import of the same has just made it an account: then all is as it was to be. @throws any other error */
function isThereBy(ctx: AccountsContext, tool: string, error: unknown): undefined {
  if (!(error instanceof ToolsError) || error.code !== 'IMPORT_BELONGS') throw error;
  const labels = listAccounts(ctx, tool).flatMap(({ account }) => account?.label ?? []);
  const holder = holderIn(labels, tool, error);
  if (holder === undefined) throw error;
  ctx.tell(`${tool}#${holder} was made meanwhile`);
}

/** Whether importing it would change anything. */
export function changesAnything(plan: PeerPlan, { withMeanings }: PeerImportOptions): boolean {
  const { links, defaults, aliases } = meantBy(plan, withMeanings);
  return (
    [...links, ...defaults, ...aliases].length > 0 ||
    plan.accounts.some(({ standing }) => standing === 'take')
  );
}

function meantBy(plan: PeerPlan, isWanted: boolean): Pick<PeerPlan, 'links' | 'defaults' | 'aliases'> {
  const takes = ({ why }: { readonly why: string | null }) => isWanted && why === null;
  return {
    links: plan.links.filter(takes),
    defaults: plan.defaults.filter(takes),
    aliases: plan.aliases.filter(takes),
  };
}

async function takeLink(ctx: AccountsContext, link: PlannedLink): Promise<PlannedLink> {
  const { tool, label, directory } = link;
  const account = findAccount(ctx, tool, label ?? '');
  await linkDirectory(ctx, account, realPath(ctx.host, directory) ?? directory);
  return link;
}

async function takeDefault(ctx: AccountsContext, meant: PlannedDefault): Promise<PlannedDefault> {
  await setDefault(ctx, findAccount(ctx, meant.tool, meant.label ?? ''));
  return meant;
}

async function takeAlias(ctx: AccountsContext, meant: PlannedAlias): Promise<PlannedAlias> {
  await changeSetting(ctx, settingKey(`aliases.${meant.alias}.${meant.tool}`), meant.label);
  return meant;
}

async function eachOf<Item, Done>(
  failed: ToolsError[],
  items: readonly Item[],
  take: (item: Item) => Promise<Done | undefined>,
): Promise<readonly Done[]> {
  const done: Done[] = [];
  for (const item of items) {
    try {
      const result = await take(item);
      if (result !== undefined) done.push(result);
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
      failed.push(error);
    }
  }
  return done;
}
