import type { AITool } from '../registry/index.ts';
import type { SharingChoice } from '../state/index.ts';
import type { Account } from './account.ts';
import type { AccountsContext } from './context.ts';
import { pathsOf } from './home/home-paths.ts';
import { type LoginState, loginState } from './home/login-state.ts';
import { liveProcesses } from './store/live-mark.ts';

/** What `status` and `whoami` say of one account. Nothing secret is in it. */
export interface AccountStatus extends LoginState {
  readonly tool: string;
  readonly label: string;
  readonly id: string | null;
  readonly kind: 'login' | 'key' | 'system';
  /** Of a key that is only referred to. */
  readonly keyFrom?: string;
  /** The directory given to the tool; for `system` its default one. */
  readonly home: string;
  readonly installation: string | null;
  /** What it shares with the other accounts of its root; null: it has none. */
  readonly sharing: SharingChoice | null;
  /** Who runs under it now, by pid. */
  readonly running: readonly number[];
}

export async function accountStatus(
  ctx: AccountsContext,
  tool: AITool,
  account: Account,
): Promise<AccountStatus> {
  const { label, kind } = account;
  const state = await loginState(ctx, tool, account);
  if (account.kind === 'system') {
    const home = pathsOf(ctx, tool, account).rootOf('config');
    const nothing = { id: null, installation: null, sharing: null, running: [] };
    return { tool: tool.id, label, kind, home, ...nothing, ...state };
  }
  const { id, home, installation, sharing, keyFrom } = account;
  const running = liveProcesses(ctx, account).map(({ pid }) => pid);
  const reference = keyFrom === undefined ? {} : { keyFrom };
  return { tool: tool.id, label, id, kind, ...reference, home, installation, sharing, running, ...state };
}
