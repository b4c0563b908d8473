import { type AccountsContext, foldLabel, nearestLabel } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { isInside } from '../platform/index.ts';
import type { AITool } from '../registry/index.ts';
import { realPath } from '../state/index.ts';
import type { Findings, FoundAccount, Named, Peer, Store } from './peer.ts';
import { noteIn, type PlannedAccount, planAccount, type Survey, surveyOf } from './plan-account.ts';
import { type PlannedMeaning, planMeanings } from './plan-meanings.ts';
import { requireStore } from './stores-here.ts';

export interface PeerRequest {
  /** The id of a tool: nothing of others is taken. */
  readonly tool?: string;
  /** Names, by the peer or by us, or `tool#name`; default: all. */
  readonly only?: readonly string[];
  /** For the one account that is taken. */
  readonly label?: string;
}

/** What importing from a peer would make. Nothing has been changed for it. */
export interface PeerPlan extends PlannedMeaning {
  readonly peer: string;
  readonly displayName: string;
  /** Where its store lies. */
  readonly store: string;
  readonly accounts: readonly PlannedAccount[];
  /** Tools whose own login the peer replaces when it is used. */
  readonly swaps: readonly string[];
  /** Tools whose own directory is a link into the peer's store. */
  readonly holds: readonly string[];
  /** What can't be taken, a sentence each. */
  readonly left: readonly string[];
}

/**
 * Reads only.
 * @throws ToolsError PEER_NOT_HERE, PEER_DAMAGED, PEER_NEWER, IMPORT_NOT_KEPT, IMPORT_ONE_LABEL, LABEL_UNUSABLE,
 *   LABEL_TAKEN, STATE_UNREADABLE
 */
export async function planPeerImport(
  ctx: AccountsContext,
  peer: Peer,
  request: PeerRequest = {},
): Promise<PeerPlan> {
  const store = requireStore(ctx, peer);
  const { id, displayName } = peer;
  const source = { id, displayName, store: store.root, holds: heldBy(ctx, store) };
  return planFindings(ctx, source, peer.read(store), request);
}

/** Who kept account of what was found. */
export interface ImportSource {
  readonly id: string;
  readonly displayName: string;
  /** Where its store lies, or who says so. */
  readonly store: string;
  readonly holds: readonly string[];
}

/** As planPeerImport, of what was found already. @throws ToolsError as planPeerImport, but PEER_… */
export async function planFindings(
  ctx: AccountsContext,
  source: ImportSource,
  found: Findings,
  request: PeerRequest,
): Promise<PeerPlan> {
  const wanted = wantedOf(source, found.accounts, request);
  const planned: PlannedAccount[] = [];
  const surveys = new Map<AITool, Survey>();
  for (const account of wanted) {
    const survey = surveys.get(account.tool) ?? (await surveyOf(ctx, account.tool, source.store));
    surveys.set(account.tool, survey);
    const plan = await planAccount(ctx, source, account, {
      label: request.label,
      isNamed: request.only !== undefined,
      survey,
    });
    if (!plan) continue;
    planned.push(plan);
    noteIn(survey, plan);
  }
  if (request.label !== undefined) requireOne(source, planned, request.label);
  const isWanted = ({ tool, name }: Named) =>
    (request.tool === undefined || tool.id === request.tool) &&
    (request.only === undefined || planned.some((each) => each.tool === tool.id && each.name === name));
  return {
    peer: source.id,
    displayName: source.displayName,
    store: source.store,
    accounts: planned,
    ...planMeanings(ctx, planned, {
      bindings: (found.bindings ?? []).filter(isWanted),
      defaults: (found.defaults ?? []).filter(isWanted),
      aliases: (found.aliases ?? []).filter(isWanted),
    }),
    swaps: (found.swaps ?? []).map(({ id }) => id),
    holds: source.holds,
    left: found.left ?? [],
  };
}

function heldBy({ host, registry }: AccountsContext, { root }: Store): readonly string[] {
  const store = realPath(host, root) ?? root;
  return registry.all().flatMap(({ id, configDirectoryName }) => {
    const own = host.path.join(host.homeDir, ...configDirectoryName.split('/'));
    const real = host.files.lstat(own)?.isSymbolicLink() ? realPath(host, own) : undefined;
    return real !== undefined && isInside(host.path, store, real) ? [id] : [];
  });
}

function wantedOf(
  source: ImportSource,
  found: readonly FoundAccount[],
  { tool, only }: PeerRequest,
): readonly FoundAccount[] {
  const ofTool = found.filter((account) => tool === undefined || account.tool.id === tool);
  if (only === undefined) return ofTool;
  const missing = only.filter((word) => !ofTool.some((account) => isCalled(account, word)));
  if (missing.length > 0)
    throw new ToolsError('IMPORT_NOT_KEPT', {
      id: source.id,
      peer: source.displayName,
      only: missing,
      kept: ofTool.map(({ name }) => name),
    });
  return ofTool.filter((account) => only.some((word) => isCalled(account, word)));
}

function isCalled({ tool, name }: FoundAccount, word: string): boolean {
  const names = [name, nearestLabel(name) ?? name].flatMap((each) => [each, `${tool.id}#${each}`]);
  return names.some((each) => foldLabel(each) === foldLabel(word));
}

function requireOne({ id }: ImportSource, planned: readonly PlannedAccount[], label: string): void {
  const taken = planned.filter(({ standing }) => standing === 'take').map(({ name }) => name);
  if (taken.length !== 1) throw new ToolsError('IMPORT_ONE_LABEL', { id, label, taken });
}
