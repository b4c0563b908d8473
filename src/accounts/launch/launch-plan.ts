import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Account } from '../account.ts';
import { clauseOf } from '../clause-of.ts';
import type { AccountsContext } from '../context.ts';
import { environmentFacts } from '../home/environment-facts.ts';
import { launchEnvironment } from '../home/launch-environment.ts';
import { notices } from '../notices.ts';
import { heldKey } from './held-key.ts';
import { launchDepth } from './launch-depth.ts';
import type { LaunchRequest } from './launch-request.ts';
import { type LaunchedProgram, launchedProgram } from './launched-program.ts';
import { readyAccount } from './ready-account.ts';

/** A launch, ready to start: checked, its home in order, its environment made. */
export interface LaunchPlan {
  readonly tool: AITool;
  readonly account: Account;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The child's whole environment. May hold a key: never shown. */
  readonly env: Readonly<Record<string, string>>;
  /** What differs from ours: set, without the value of a key, and taken away. */
  readonly set: Readonly<Record<string, string>>;
  readonly unset: readonly string[];
  /** For the user, on stderr, before the start. */
  readonly notices: readonly string[];
}

/**
 * Everything that comes before a start: leaks, identity, settings, program, hooks, environment.
 * @throws ToolsError INSTALLATION_ROOT_DIFFERS, INSTALLATION_NOT_FOUND, ACCOUNT_HOME_MISSING, LEAK_FOUND,
 *   IDENTITY_CONFLICT, IDENTITY_MISMATCH, ORGANIZATION_CHANGED, DAEMON_OUTDATED, ACCOUNT_RUNNING, TOOL_FILE_DAMAGED,
 *   PROGRAM_NOT_FOUND, LAUNCH_LOOP, BUSY, LAUNCH_REFUSED_BY_PLUGIN,
 *   RUN_HOOK_STOPPED; as heldKey
 */
export async function planLaunch(
  ctx: AccountsContext,
  tool: AITool,
  chosen: Account,
  request: LaunchRequest = {},
): Promise<LaunchPlan> {
  const account = await readyAccount(ctx, tool, chosen, request);
  return planStart(ctx, tool, account, launchedProgram(ctx, tool, account, request), request);
}

/**
 * The last part of it, for an account that is ready.
 * @throws ToolsError LAUNCH_LOOP, LAUNCH_REFUSED_BY_PLUGIN, RUN_HOOK_STOPPED; as heldKey
 */
export async function planStart(
  ctx: AccountsContext,
  tool: AITool,
  account: Account,
  { file, args, isManaged }: LaunchedProgram,
  request: LaunchRequest = {},
): Promise<LaunchPlan> {
  const depth = launchDepth(ctx, tool, file);
  await runHooks(ctx, tool, account);
  const key = await heldKey(ctx, account);
  const { env, removed, damaged, set, unset } = launchEnvironment(
    ctx.host,
    environmentFacts(ctx, tool, account),
    {
      key,
      keep: request.keepEnv ?? [],
      more: depth,
      isManaged,
    },
  );
  return {
    tool,
    account,
    file,
    args,
    cwd: ctx.host.cwd,
    env,
    set: withoutKey(set, key),
    unset,
    notices: noticesOf(tool, account, removed, damaged),
  };
}

async function runHooks(ctx: AccountsContext, tool: AITool, account: Account): Promise<void> {
  const names = { tool: tool.id, label: account.label };
  for (const { plugin, provide } of ctx.extensions.providers('runHook')) {
    const why = await provide(tool, account).catch((error: unknown) => {
      throw new ToolsError('RUN_HOOK_STOPPED', { ...names, plugin, why: clauseOf(error) }, { cause: error });
    });
    if (why !== undefined)
      throw new ToolsError('LAUNCH_REFUSED_BY_PLUGIN', { ...names, plugin, why: clauseOf(why) });
  }
}

function withoutKey(
  set: Readonly<Record<string, string>>,
  key: string | undefined,
): Readonly<Record<string, string>> {
  return key === undefined
    ? set
    : Object.fromEntries(Object.entries(set).filter(([, value]) => value !== key));
}

function noticesOf(
  tool: AITool,
  account: Account,
  removed: readonly string[],
  damaged: readonly string[],
): readonly string[] {
  const who = { tool: tool.id, label: account.label };
  return [
    ...(removed.length > 0 ? [notices.notPassedOn({ names: removed, ...who, canKeep: true })] : []),
    ...(damaged.length > 0 ? [notices.mayArriveChanged({ names: damaged, program: tool.displayName })] : []),
  ];
}
