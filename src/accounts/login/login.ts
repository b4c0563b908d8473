import { ToolsError } from '../../errors/index.ts';
import { programOf } from '../../install/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Account, Identity, StoredAccount } from '../account.ts';
import { addAccount } from '../add-account.ts';
import type { AccountsContext } from '../context.ts';
import { pathsIn, systemPaths } from '../home/home-paths.ts';
import { describeIdentity, identityIn } from '../home/identity.ts';
import { holderOf, recorded } from '../home/identity-guard.ts';
import { requireOurFolder } from '../home/our-folder.ts';
import { requireIsolation } from '../home/relocation.ts';
import { assertSettings } from '../home/settings-assertion.ts';
import { keyFingerprint, replaceKey } from '../store/account-key.ts';
import { listAccounts } from '../store/account-store.ts';
import { type Reservation, reserveAccount } from '../store/reserve-account.ts';
import { newLabel } from '../store/take-label.ts';
import { watchDefault } from './default-watch.ts';
import { heedSignals, type Interruptible } from './heed-signals.ts';
import { judgeLogin } from './judge-login.ts';
import { runLogin } from './login-command.ts';
import { renewLogin } from './renew-login.ts';

export interface LoginOptions {
  /** An API key: handed to the tool's own command on its stdin, or held by us. */
  readonly key?: string;
  /** Arguments for the tool's login command. */
  readonly args?: readonly string[];
  /** Asked when the new login is somebody else's than the account's; absent: refused. */
  readonly confirmOther?: (who: OtherIdentity) => Promise<boolean>;
  /** The installation whose program does the login. Default: the account's, else `default`. */
  readonly installation?: string;
}

export interface OtherIdentity {
  readonly tool: string;
  readonly label: string;
  /** In words, for people. */
  readonly recorded: string;
  readonly found: string;
  /** Both are keys: another key of perhaps the same person. */
  readonly isKey: boolean;
}

export interface LoginResult {
  readonly account: StoredAccount;
  readonly renewed: boolean;
}

/**
 * Makes an account by the tool's own login, or renews one.
 * @throws ToolsError LOGIN_CANCELLED (130), LOGIN_TERMINATED (143), LOGIN_HUNG_UP (129), LOGIN_FAILED,
 *   NO_USABLE_CREDENTIAL, LOGIN_WENT_ELSEWHERE, IDENTITY_CONFLICT, IDENTITY_ALREADY_HELD, IDENTITY_MISMATCH, BUSY …
 */
export async function loginAccount(
  ctx: AccountsContext,
  tool: AITool,
  label: string,
  options: LoginOptions = {},
): Promise<LoginResult> {
  requireOurFolder(ctx);
  requireIsolation(tool);
  const known = listAccounts(ctx, tool.id).find(({ account }) => account?.label === label)?.account;
  const account = await heedSignals((heeded) => loginOf(ctx, tool, label, known, { ...options, ...heeded }));
  await tellHooks(ctx, tool, account);
  return { account, renewed: known !== undefined };
}

async function loginOf(
  ctx: AccountsContext,
  tool: AITool,
  label: string,
  known: StoredAccount | undefined,
  options: LoginOptions & Interruptible,
): Promise<StoredAccount> {
  const { key } = options;
  const takesKey = key !== undefined && tool.commands?.loginWithApiKey !== undefined && known?.kind !== 'key';
  if (key !== undefined && !takesKey) return holdKey(ctx, tool, label, known, key, options);
  if (!known) newLabel(tool.id, label, 'login');
  if (known?.kind === 'key')
    throw new ToolsError('ACCOUNT_KIND_FIXED', { tool: tool.id, label, kind: 'key' });
  // Where the program is missing nothing has happened yet, and it can be installed and tried again.
  programOf(ctx.host, ctx.paths, tool, options.installation ?? known?.installation ?? 'default');
  return known ? renewLogin(ctx, tool, known, options) : newLogin(ctx, tool, label, options);
}

/** The tool keeps no key itself: we hold it, and give it to each run in a variable. */
async function holdKey(
  ctx: AccountsContext,
  tool: AITool,
  label: string,
  known: StoredAccount | undefined,
  key: string,
  { confirmOther }: LoginOptions,
): Promise<StoredAccount> {
  if (!tool.environment?.apiKey?.[0]) throw new ToolsError('KEY_NOT_SUPPORTED', { tool: tool.id, label });
  if (!known) return addAccount(ctx, tool.id, label, { key });
  if (known.kind !== 'key')
    throw new ToolsError('ACCOUNT_KIND_FIXED', { tool: tool.id, label, kind: 'login' });
  const found = { keyFingerprint: keyFingerprint(known.id, key) };
  const isOther =
    known.identity?.keyFingerprint !== undefined && known.identity.keyFingerprint !== found.keyFingerprint;
  const who = {
    tool: tool.id,
    label,
    recorded: describeIdentity(known.identity),
    found: describeIdentity(found),
    isKey: true,
  };
  if (isOther && !(await confirmOther?.(who)))
    throw new ToolsError('IDENTITY_MISMATCH', { ...who, holder: undefined });
  return replaceKey(ctx, known, key);
}

async function newLogin(
  ctx: AccountsContext,
  tool: AITool,
  label: string,
  options: LoginOptions & Interruptible,
): Promise<StoredAccount> {
  const reservation = await reserveAccount(ctx, tool.id, label);
  try {
    const installation = options.installation ?? 'default';
    const identity = await loginInto(ctx, tool, reservation, { ...options, installation });
    const holder = identity && holderOf(ctx, tool, identity);
    if (identity && holder) {
      throw new ToolsError('IDENTITY_ALREADY_HELD', {
        tool: tool.id,
        label,
        found: describeIdentity(identity),
        holder: holder.label,
      });
    }
    return await reservation.publish({
      kind: 'login',
      identity: identity && recorded(ctx, identity),
      installation,
      root: 'default',
    });
  } catch (error) {
    // The failure of the login is the one to tell; what can't be cleared now is cleared by the next login.
    await reservation.abandon().catch((second) => {
      if (!(second instanceof ToolsError)) throw second;
    });
    throw error;
  }
}

async function loginInto(
  ctx: AccountsContext,
  tool: AITool,
  { id, label, home }: Reservation,
  options: LoginOptions & Interruptible & { readonly installation: string },
): Promise<Identity | null> {
  const paths = pathsIn(ctx.host, tool, home);
  assertSettings(ctx.host, tool, paths);
  const before = watchDefault(ctx, tool);
  const defaultIdentity = identityIn(ctx.host, tool, systemPaths(ctx, tool), id).identity;
  const user = {
    tool: tool.id,
    label,
    home,
    root: 'default',
    installation: options.installation,
    environment: {},
  };
  const run = await runLogin(ctx, tool, user, options);
  return judgeLogin(ctx, { tool, label, paths, salt: id, run, before, defaultIdentity });
}

/** The login has taken effect: a plugin that fails here undoes nothing. */
async function tellHooks(ctx: AccountsContext, tool: AITool, account: Account): Promise<void> {
  for (const told of ctx.extensions.providers('loginHook')) {
    await told(tool, account).catch((error: unknown) => {
      ctx.tell(`a plugin failed after the login: ${error instanceof Error ? error.message : String(error)}`);
    });
  }
}
