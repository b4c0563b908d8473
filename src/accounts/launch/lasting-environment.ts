import { folderVariable } from '../../platform/index.ts';
import { readVariable } from '../../process/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Account } from '../account.ts';
import { toolVariable } from '../choose-account.ts';
import type { AccountsContext } from '../context.ts';
import { environmentFacts } from '../home/environment-facts.ts';
import { heldKey } from './held-key.ts';
import { readyAccount } from './ready-account.ts';
import { isVariableShared } from './shell-environment.ts';

/** What puts whatever heeds it into an account, whatever its environment was before. */
export interface LastingEnvironment {
  readonly set: Readonly<Record<string, string>>;
  /** Variables of now that would come before the account's login. */
  readonly unset: readonly string[];
  /** The variable that takes the key of this account; null: it has none. Its value is in `set` only when asked for. */
  readonly keyVariable: string | null;
}

/**
 * For files that are written once and heeded from then on: nothing of the shell that asks is in it.
 * @throws ToolsError as readyAccount; with `reveal` as heldKey
 */
export async function lastingEnvironment(
  ctx: AccountsContext,
  tool: AITool,
  chosen: Account,
  { reveal = false }: { readonly reveal?: boolean } = {},
): Promise<LastingEnvironment> {
  const account = await readyAccount(ctx, tool, chosen);
  const { brought, places, outranks, root, keyVariable } = environmentFacts(ctx, tool, account);
  const key = reveal ? await heldKey(ctx, account) : undefined;
  const set = {
    ...brought,
    ...(key !== undefined && keyVariable !== null && { [keyVariable]: key }),
    ...places,
    [folderVariable]: root,
    ...(isVariableShared(ctx, tool) ? {} : { [toolVariable(tool.id)]: account.label }),
  };
  const { platform, env } = ctx.host;
  const held = account.kind === 'key' ? keyVariable : null;
  const unset = outranks.filter(
    (name) => !Object.hasOwn(set, name) && name !== held && readVariable(platform, env, name),
  );
  return { set, unset, keyVariable: held };
}
