import { ToolsError } from '../../errors/index.ts';
import { folderVariable, type Host } from '../../platform/index.ts';
import { childEnvironment } from '../../process/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Account } from '../account.ts';
import { aside } from '../aside.ts';
import { othersOfVariable, toolVariable } from '../choose-account.ts';
import type { AccountsContext } from '../context.ts';
import { type EnvironmentFacts, environmentFacts } from '../home/environment-facts.ts';
import { launchEnvironment } from '../home/launch-environment.ts';
import { relocationOf } from '../home/relocation.ts';
import { isOurValue } from '../home/user-environment.ts';
import { writeShellMark } from '../store/live-mark.ts';
import { heldKey } from './held-key.ts';
import { readyAccount } from './ready-account.ts';

/** What a shell must do to be in an account's environment. */
export interface ShellEnvironment {
  readonly set: Readonly<Record<string, string>>;
  readonly unset: readonly string[];
}

export interface ShellRequest {
  /** A key is among the values. */
  readonly reveal?: boolean;
  readonly installation?: string;
  /** What chooses the account of the tool in that shell stays as it is. */
  readonly keepsChoice?: boolean;
}

/**
 * Only this tool's variables change: a shell may be in an account of each of several tools.
 * @throws ToolsError KEY_NOT_REVEALED for an account that holds a key, without `reveal`; as installationFor for the one
 *   that the shell is to use; as readyAccount and heldKey
 */
export async function environmentOf(
  ctx: AccountsContext,
  tool: AITool,
  chosen: Account,
  { reveal = false, installation, keepsChoice = false }: ShellRequest = {},
): Promise<ShellEnvironment> {
  if (chosen.kind === 'key' && !reveal)
    throw new ToolsError('KEY_NOT_REVEALED', { tool: tool.id, label: chosen.label });
  const account = await readyAccount(ctx, tool, chosen, installation === undefined ? {} : { installation });
  // Nobody waits for what the shell starts: the merge must know of it.
  if (account.kind !== 'system' && account.sharing.on) writeShellMark(aside(ctx), account);
  const key = await heldKey(ctx, account);
  const facts = environmentFacts(ctx, tool, account);
  return environmentForShell(ctx.host, facts, shellFacts(ctx, tool, keepsChoice), account.label, key);
}

/** What a shell's environment is made of beside what a child's is. */
export interface ShellFacts {
  /** Chooses the account of the tool; null: it could mean several tools, or stays as it is. */
  readonly variable: string | null;
  /** Variables that stay as they are: those of the other tools. */
  readonly leave: readonly string[];
}

export function shellFacts(ctx: AccountsContext, tool: AITool, keepsChoice = false): ShellFacts {
  const variable = toolVariable(tool.id);
  const leave = namesOfOthers(ctx, tool);
  if (keepsChoice) return { variable: null, leave: [...leave, variable] };
  return { variable: isVariableShared(ctx, tool) ? null : variable, leave };
}

export function environmentForShell(
  host: Pick<Host, 'platform' | 'path' | 'env'>,
  facts: EnvironmentFacts,
  { variable, leave }: ShellFacts,
  label: string,
  key?: string,
): ShellEnvironment {
  // Or the tool by itself and the tool started by us would be two accounts in one shell.
  const more = variable === null ? {} : { [variable]: label };
  const { set, unset } = launchEnvironment(host, facts, { key, more, leave });
  return { set, unset };
}

/**
 * The way out: what brings a shell back to what its user had before this tool's account, the user's own values
 * included. Our folder stays named while the shell is in an account of another tool.
 */
export function environmentWithout(
  ctx: AccountsContext,
  tool: AITool,
  { keepsChoice = false }: Pick<ShellRequest, 'keepsChoice'> = {},
): ShellEnvironment {
  const { env, platform } = ctx.host;
  const others = namesOfOthers(ctx, tool);
  const left = keepsChoice ? [...others, toolVariable(tool.id)] : others;
  const isOurs = isOurValue(ctx);
  const isInAnother = others.some((name) => env[name] !== undefined && isOurs(name, env[name]));
  const { set, unset } = childEnvironment({
    platform,
    base: env,
    own: [],
    borrowed: namesOf(tool),
    isOurs,
    sessionMarkers: [],
    outranks: [],
    keep: [],
    set: {},
    secrets: tool.environment?.apiKey ?? [],
    leave: isInAnother ? [...left, folderVariable] : left,
  });
  return { set, unset };
}

function namesOfOthers(ctx: AccountsContext, tool: AITool): readonly string[] {
  const mine = new Set(namesOf(tool));
  return ctx.registry
    .all()
    .filter(({ id }) => id !== tool.id)
    .flatMap(namesOf)
    .filter((name) => !mine.has(name));
}

/** A variable that could mean several tools chooses for none of them. */
export function isVariableShared(ctx: AccountsContext, { id }: AITool): boolean {
  return othersOfVariable(ctx, id).length > 0;
}

function namesOf(tool: AITool): readonly string[] {
  const { own, borrowed } = relocationOf(tool);
  const { set, outranks = [], apiKey = [] } = tool.environment ?? {};
  const names = [
    ...Object.keys({ ...own, ...borrowed, ...set }),
    ...outranks,
    ...apiKey,
    toolVariable(tool.id),
  ];
  return tool.configDirEnvVar === null ? names : [...names, tool.configDirEnvVar];
}
