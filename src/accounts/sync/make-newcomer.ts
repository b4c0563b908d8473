import { findInstallation } from '../../install/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { pathsIn } from '../home/home-paths.ts';
import { assertSettings } from '../home/settings-assertion.ts';
import { chooseSharing, type SharingDecision, type SharingRequest } from '../sharing/choose-sharing.ts';
import { makeAccount } from '../store/make-account.ts';
import type { NewAccount, Reservation } from '../store/reserve-account.ts';
import { settleNewcomer } from './settle-newcomer.ts';

export interface Newcomer {
  readonly tool: AITool;
  readonly label: string;
  /** The words of the command. */
  readonly verb: string;
  readonly installation: string;
  readonly sharing: SharingRequest;
  /** Told once the account is there, before it is linked to its root. */
  readonly made?: ((account: StoredAccount) => void | Promise<void>) | undefined;
}

/** Where an account is being made, and whose root it will use. */
export type NewPlace = Reservation & { readonly root: string };

/**
 * Makes an account, having found out whether it shares. Its settings are asserted and it is linked to its root only
 * when it is there: what is in its home until then is nobody else's business.
 * @throws ToolsError as makeAccount and chooseSharing; when it is made already as assertSettings and settleNewcomer
 */
export async function makeNewcomer(
  ctx: AccountsContext,
  { tool, label, verb, installation, sharing, made: tellMade }: Newcomer,
  fill: (place: NewPlace) => Promise<Pick<NewAccount, 'kind' | 'keyFrom' | 'identity'>>,
): Promise<StoredAccount> {
  const { root } = findInstallation(ctx.host, ctx.paths, tool, installation);
  let decision: SharingDecision | undefined;
  const account = await makeAccount(ctx, { tool: tool.id, label, verb }, async (place) => {
    const made = await chooseSharing(ctx, tool, { id: place.id, label: place.label, root }, sharing);
    decision = made;
    return { ...(await fill({ ...place, root })), installation, root, sharing: made.choice };
  });
  await tellMade?.(account);
  assertSettings(ctx.host, tool, pathsIn(ctx.host, tool, account.home), account.kind);
  if (decision) await settleNewcomer(ctx, tool, account, decision);
  return account;
}
