import { ToolsError } from '../errors/index.ts';
import { defaultInstallation } from '../install/index.ts';
import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';
import { requireIsolation } from './home/relocation.ts';
import { checkKey, keyFingerprint, writeKey } from './store/account-key.ts';
import { makeAccount } from './store/make-account.ts';
import type { NewAccount } from './store/reserve-account.ts';

export interface AddOptions {
  /** An API key that we are to hold. */
  readonly key?: string;
  readonly installation?: string;
}

/**
 * An account without running a login: its first launch logs in, or it holds a key.
 * @throws ToolsError as reserveAccount; TOOL_NOT_ISOLATABLE, KEY_NOT_SUPPORTED, KEY_INPUT_UNUSABLE
 */
export async function addAccount(
  ctx: AccountsContext,
  tool: string,
  label: string,
  { key, installation = defaultInstallation }: AddOptions = {},
): Promise<StoredAccount> {
  requireUsable(ctx, tool, label, key);
  if (key !== undefined) checkKey(key, `account add ${tool} ${label}`);
  return makeAccount(ctx, { tool, label, verb: 'account add' }, async ({ id }) => {
    if (key !== undefined) await writeKey(ctx, tool, id, key);
    return fieldsOf(ctx, id, key, installation);
  });
}

/** An account that no launch could ever use is not made. */
function requireUsable(
  { registry }: AccountsContext,
  id: string,
  label: string,
  key: string | undefined,
): void {
  const tool = registry.tool(id);
  if (!tool) return;
  requireIsolation(tool);
  if (key !== undefined && !tool.environment?.apiKey?.[0])
    throw new ToolsError('KEY_NOT_SUPPORTED', { tool: id, label });
}

function fieldsOf(
  ctx: AccountsContext,
  id: string,
  key: string | undefined,
  installation: string,
): NewAccount {
  if (key === undefined) return { kind: 'login', identity: null, installation };
  const asOf = ctx.host.now().toISOString();
  return { kind: 'key', identity: { keyFingerprint: keyFingerprint(id, key), asOf }, installation };
}
