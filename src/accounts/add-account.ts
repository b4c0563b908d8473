import { ToolsError } from '../errors/index.ts';
import { defaultInstallation } from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';
import { requireIsolation } from './home/relocation.ts';
import type { SharingRequest } from './sharing/choose-sharing.ts';
import { checkKey, keyFingerprint, referredIdentity, writeKey } from './store/account-key.ts';
import type { NewAccount } from './store/reserve-account.ts';
import { makeNewcomer, type Newcomer } from './sync/make-newcomer.ts';

export interface AddOptions {
  /** An API key that we are to hold. */
  readonly key?: string;
  /** A secret reference, instead of a key. */
  readonly keyFrom?: string;
  readonly installation?: string;
  /** Whether it shares, where that was said or somebody can be asked. */
  readonly sharing?: SharingRequest;
  /** Told once the account is there, before it is linked to its root. */
  readonly made?: Newcomer['made'];
}

/**
 * An account without running a login: its first launch logs in, or it holds a key, or names who does.
 * @throws ToolsError TOOL_NOT_FOUND, TOOL_NOT_ISOLATABLE, KEY_NOT_SUPPORTED, KEY_INPUT_UNUSABLE, SECRET_REF_UNUSABLE;
 *   as makeNewcomer
 */
export async function addAccount(
  ctx: AccountsContext,
  id: string,
  label: string,
  { key, keyFrom, installation = defaultInstallation, sharing = {}, made }: AddOptions = {},
): Promise<StoredAccount> {
  const tool = usableTool(ctx, id, label, key !== undefined || keyFrom !== undefined);
  const verb = 'account add';
  if (key !== undefined) checkKey(key, `${verb} ${id} ${label}`);
  const referred = keyFrom === undefined ? undefined : referredIdentity(ctx, keyFrom);
  return makeNewcomer(ctx, { tool, label, verb, installation, sharing, made }, async (place) => {
    if (keyFrom !== undefined && referred) return { kind: 'key', keyFrom, identity: referred };
    if (key !== undefined) await writeKey(ctx, id, place.id, key);
    return fieldsOf(ctx, place.id, key);
  });
}

/** An account that no launch could ever use is not made. */
function usableTool({ registry }: AccountsContext, id: string, label: string, hasKey: boolean): AITool {
  const tool = registry.tool(id);
  if (!tool) throw new ToolsError('TOOL_NOT_FOUND', { tool: id });
  requireIsolation(tool);
  if (hasKey && !tool.environment?.apiKey?.[0])
    throw new ToolsError('KEY_NOT_SUPPORTED', { tool: id, label });
  return tool;
}

function fieldsOf(
  ctx: AccountsContext,
  id: string,
  key: string | undefined,
): Pick<NewAccount, 'kind' | 'identity'> {
  if (key === undefined) return { kind: 'login', identity: null };
  const asOf = ctx.host.now().toISOString();
  return { kind: 'key', identity: { keyFingerprint: keyFingerprint(id, key), asOf } };
}
