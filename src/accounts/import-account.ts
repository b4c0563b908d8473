import { ToolsError } from '../errors/index.ts';
import { defaultInstallation, findInstallation } from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import { ensureFolder, ensureLayout, removeTree, withLock } from '../state/index.ts';
import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';
import { describeIdentity } from './home/identity.ts';
import { recorded } from './home/identity-guard.ts';
import { accountInMaking, whoIs } from './home/who-is.ts';
import { type ImportPlan, type ImportRequest, planImport } from './plan-import.ts';
import { makeAccount } from './store/make-account.ts';

export interface ImportOptions extends ImportRequest {
  /** Default: `default`. */
  readonly installation?: string;
  /** Another directory holds the same login, and that is agreed to. */
  readonly acceptSameLogin?: boolean;
  /** It was planned a moment ago, and that was agreed to. */
  readonly isPlanned?: boolean;
}

/**
 * Makes a directory the home of a new account, where it lies: nothing in it is changed, moved or linked. The account
 * shares nothing until it is asked to.
 * @throws ToolsError as planImport and reserveAccount; IMPORT_SAME_LOGIN, INSTALLATION_NOT_FOUND, BUSY
 */
export async function importAccount(
  ctx: AccountsContext,
  tool: AITool,
  { installation = defaultInstallation, isPlanned = false, ...options }: ImportOptions,
): Promise<{ readonly account: StoredAccount; readonly plan: ImportPlan }> {
  const { root } = findInstallation(ctx.host, ctx.paths, tool, installation);
  if (!isPlanned) await agreedPlan(ctx, tool, options);
  return withImportLock(ctx, async () => {
    // Somebody else may have imported it meanwhile, or what it lies in.
    const plan = await agreedPlan(ctx, tool, options);
    const { home, label } = plan;
    const account = await makeAccount(ctx, { tool: tool.id, label, verb: 'import' }, async (place) => {
      removeTree(ctx.host, place.home);
      const identity = await whoIs(ctx, tool, accountInMaking(ctx, { ...place, home }));
      const sharing = { on: false, except: [] };
      return {
        kind: 'login',
        home,
        identity: identity && recorded(ctx, identity),
        root,
        installation,
        sharing,
      };
    });
    return { account, plan };
  });
}

async function agreedPlan(
  ctx: AccountsContext,
  tool: AITool,
  options: Pick<ImportOptions, 'from' | 'label' | 'holders' | 'acceptSameLogin'>,
): Promise<ImportPlan> {
  const plan = await planImport(ctx, tool, options);
  if (plan.sameLogin.length > 0 && !options.acceptSameLogin) throw sameLogin(tool, plan);
  return plan;
}

/** One for all tools: a directory may hold traces of two. */
async function withImportLock<Result>(ctx: AccountsContext, work: () => Promise<Result>): Promise<Result> {
  const { host, paths } = ctx;
  ensureLayout(host, paths);
  ensureFolder(host, paths.accounts);
  const lock = host.path.join(paths.accounts, '.import');
  return withLock(host, lock, 'the import of a directory', work, { tell: ctx.tell });
}

function sameLogin(tool: AITool, { from, identity, sameLogin }: ImportPlan): ToolsError {
  const who = describeIdentity(identity);
  return new ToolsError('IMPORT_SAME_LOGIN', { tool: tool.id, from, who, holders: sameLogin });
}
