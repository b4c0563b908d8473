import { ToolsError } from '../../errors/index.ts';
import { folderVariable } from '../../platform/index.ts';
import { childEnvironment } from '../../process/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Account } from '../account.ts';
import { toolVariable } from '../choose-account.ts';
import type { AccountsContext } from '../context.ts';
import { environmentFacts } from '../home/environment-facts.ts';
import { launchEnvironment } from '../home/launch-environment.ts';
import { requireOurFolder } from '../home/our-folder.ts';
import { relocationOf } from '../home/relocation.ts';
import { isOurValue } from '../home/user-environment.ts';
import { installationFor } from '../installation-of.ts';
import { writeShellMark } from '../store/live-mark.ts';
import { heldKey } from './held-key.ts';
import { prepareAccount } from './prepare-account.ts';

/** What a shell must do to be in an account's environment. */
export interface ShellEnvironment {
  readonly set: Readonly<Record<string, string>>;
  readonly unset: readonly string[];
}

/**
 * Only this tool's variables change: a shell may be in an account of each of several tools.
 * @throws ToolsError KEY_NOT_REVEALED for an account that holds a key, without `reveal`; as installationFor for the one
 *   that the shell is to use; as prepareAccount and heldKey
 */
export async function environmentOf(
  ctx: AccountsContext,
  tool: AITool,
  chosen: Account,
  { reveal = false, installation }: { readonly reveal?: boolean; readonly installation?: string } = {},
): Promise<ShellEnvironment> {
  requireOurFolder(ctx);
  if (chosen.kind === 'key' && !reveal)
    throw new ToolsError('KEY_NOT_REVEALED', { tool: tool.id, label: chosen.label });
  installationFor(ctx, chosen, installation);
  const account = await prepareAccount(ctx, tool, chosen);
  // Nobody waits for what the shell starts: the merge must know of it.
  if (account.kind !== 'system' && account.sharing.on) writeShellMark(ctx, account);
  const key = await heldKey(ctx, account);
  const { set, unset } = launchEnvironment(ctx.host, environmentFacts(ctx, tool, account), {
    key,
    // Or the tool by itself and the tool started by us would be two accounts in one shell.
    more: isShared(ctx, tool) ? {} : { [toolVariable(tool.id)]: account.label },
    leave: namesOfOthers(ctx, tool),
  });
  return { set, unset };
}

/**
 * The way out: what brings a shell back to what its user had before this tool's account, the user's own values
 * included. Our folder stays named while the shell is in an account of another tool.
 */
export function environmentWithout(ctx: AccountsContext, tool: AITool): ShellEnvironment {
  const { env, platform } = ctx.host;
  const others = namesOfOthers(ctx, tool);
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
    leave: isInAnother ? [...others, folderVariable] : others,
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
function isShared(ctx: AccountsContext, { id }: AITool): boolean {
  return ctx.registry.all().some((other) => other.id !== id && toolVariable(other.id) === toolVariable(id));
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
