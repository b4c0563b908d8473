import type { AITool } from '../../registry/index.ts';
import type { Account, Identity, StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { pathsOf } from './home-paths.ts';
import { readIdentity } from './identity.ts';

/** Who an account is: as its own files say, else as a plugin does. null: nobody says it. */
export async function whoIs(ctx: AccountsContext, tool: AITool, account: Account): Promise<Identity | null> {
  return readIdentity(ctx, tool, account).identity ?? (await identityOfPlugins(ctx, tool, account));
}

/** Reads degrade: a plugin that fails knows nothing. */
export async function identityOfPlugins(
  ctx: AccountsContext,
  tool: AITool,
  account: Account,
): Promise<Identity | null> {
  // Where the tool never was, nobody is logged in, and nobody waits for a plugin to say so.
  if (!ctx.host.files.lstat(pathsOf(ctx, tool, account).rootOf('config'))) return null;
  for (const { plugin, provide } of ctx.extensions.providers('accountInfo')) {
    const told = await provide(tool, account).catch(() => undefined);
    if (told) return { ...told, toldBy: plugin };
  }
  return null;
}

type Making = Pick<StoredAccount, 'tool' | 'id' | 'label' | 'home'> & Partial<StoredAccount>;

/** An account that is being made, as plugins are asked about it. */
export function accountInMaking({ host }: AccountsContext, making: Making): StoredAccount {
  return {
    kind: 'login',
    createdAt: host.now().toISOString(),
    root: 'default',
    installation: 'default',
    identity: null,
    environment: {},
    sharing: { on: false, except: [] },
    ...making,
  };
}
