import type { AccountsContext } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { allPeers } from './all-peers.ts';
import type { Peer } from './peer.ts';
import { type PeerPlan, type PeerRequest, planPeerImport } from './plan-peer-import.ts';
import { storeHere } from './stores-here.ts';

/** What can be imported from, of what is here. */
export interface PeerHere {
  readonly peer: string;
  readonly displayName: string;
  /** Where its store lies. */
  readonly store: string;
  /** What importing from it would make; a failure where that can't be told. */
  readonly plan: PeerPlan | ToolsError;
}

/** By what is typed after `--from`. */
export function peerOf(id: string): Peer | undefined {
  return allPeers.find((peer) => peer.id === id);
}

/** Every peer that has stored something here. Reads only. @throws ToolsError STATE_UNREADABLE */
export async function findPeers(
  ctx: AccountsContext,
  request: PeerRequest = {},
): Promise<readonly PeerHere[]> {
  const here: PeerHere[] = [];
  for (const peer of allPeers) {
    const store = storeHere(ctx, peer);
    if (!store) continue;
    const plan = await planned(ctx, peer, request);
    const isEmpty = !(plan instanceof ToolsError) && plan.accounts.length === 0;
    if (!isEmpty) here.push({ peer: peer.id, displayName: peer.displayName, store: store.root, plan });
  }
  return here;
}

async function planned(
  ctx: AccountsContext,
  peer: Peer,
  request: PeerRequest,
): Promise<PeerPlan | ToolsError> {
  try {
    return await planPeerImport(ctx, peer, request);
  } catch (error) {
    if (error instanceof ToolsError && /^PEER_/.test(error.code)) return error;
    throw error;
  }
}
