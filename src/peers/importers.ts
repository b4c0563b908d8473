import type { AccountsContext, FoundDirectory, Provider } from '../accounts/index.ts';
import { clauseOf } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { type PeerHere, peerOf } from './find-peers.ts';
import type { FoundAccount } from './peer.ts';
import { type PeerPlan, type PeerRequest, planFindings } from './plan-peer-import.ts';

/** By what is typed after `--from`; a name of ours is never a plugin's, and of two plugins the first has it. */
export function importerOf(ctx: AccountsContext, name: string): Provider<'importer'> | undefined {
  return importersHere(ctx).find(({ provide }) => provide.name === name);
}

/** Those that can be asked by their names. Asks nobody. */
export function importersHere({ extensions }: AccountsContext): readonly Provider<'importer'>[] {
  const named = new Map<string, Provider<'importer'>>();
  for (const each of extensions.providers('importer'))
    if (!peerOf(each.provide.name) && !named.has(each.provide.name)) named.set(each.provide.name, each);
  return [...named.values()];
}

/**
 * What importing from a plugin would make: each directory that it names is judged as one that somebody typed.
 * @throws ToolsError IMPORTER_FAILED; as planFindings
 */
export async function planPluginImport(
  ctx: AccountsContext,
  { plugin, provide }: Provider<'importer'>,
  request: PeerRequest = {},
): Promise<PeerPlan> {
  const { name, displayName } = provide;
  const found = await provide.find().catch((error: unknown) => {
    throw new ToolsError('IMPORTER_FAILED', { plugin, name, why: clauseOf(error) }, { cause: error });
  });
  const accounts: FoundAccount[] = [];
  const left: string[] = [];
  for (const each of found) {
    const account = accountOf(ctx, each);
    if (typeof account === 'string') left.push(`${each.label} in ${each.directory}: ${account}`);
    else accounts.push(account);
  }
  const source = { id: name, displayName, store: `the plugin "${plugin}"`, holds: [] };
  return planFindings(ctx, source, { accounts, left }, request);
}

/** As findPeers, of what plugins keep account of. All are asked at once. */
export async function findImporters(ctx: AccountsContext): Promise<readonly PeerHere[]> {
  const here = await Promise.all(
    importersHere(ctx).map(async (importer): Promise<PeerHere> => {
      const { name: peer, displayName } = importer.provide;
      const plan = await planPluginImport(ctx, importer).catch(failureOf);
      return { peer, displayName, store: `the plugin "${importer.plugin}"`, plan };
    }),
  );
  return here.filter(({ plan }) => plan instanceof ToolsError || plan.accounts.length > 0);
}

function failureOf(error: unknown): ToolsError {
  if (error instanceof ToolsError && error.code === 'IMPORTER_FAILED') return error;
  throw error;
}

/** Else why it can be none. */
function accountOf(
  { host, registry }: AccountsContext,
  { tool: id, label: name, directory: where }: FoundDirectory,
): FoundAccount | string {
  const tool = registry.tool(id);
  if (!tool) return `no tool ${id} is known here`;
  if (!host.path.isAbsolute(where)) return 'it is no absolute path';
  return { tool, name, taking: 'reference', where };
}
