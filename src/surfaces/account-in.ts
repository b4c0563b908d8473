import {
  type Account,
  type AccountsContext,
  environmentFacts,
  listAccounts,
  systemLabel,
} from '../accounts/index.ts';
import { isSetByUs, readVariable } from '../process/index.ts';
import type { AITool } from '../registry/index.ts';
import { realPath } from '../state/index.ts';
import type { Verdict } from './surface-answer.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whose login the tool's program takes when it is started with these variables, and nothing of ours is in between. */
export function accountIn(ctx: AccountsContext, tool: AITool, env: Environment): Verdict {
  const { platform } = ctx.host;
  const given = homeVariables(tool).flatMap((name) => {
    const value = readVariable(platform, env, name);
    return value ? [{ name, value }] : [];
  });
  const verdict = given.length === 0 ? inItsOwnDirectory(tool) : inDirectory(ctx, tool, given);
  const stronger = (tool.environment?.outranks ?? []).filter(
    (name) => readVariable(platform, env, name) && !isSetByUs(env, name),
  );
  if (stronger.length === 0) return verdict;
  const because = `${verdict.because}; but ${stronger.join(', ')} would come before its login`;
  return { account: null, sure: false, because };
}

/** The variables of the tool that name a directory of its own. */
export function homeVariables(tool: AITool): readonly string[] {
  const { own, borrowed } = tool.relocation ?? {};
  const names = Object.keys(own ?? {});
  if (tool.configDirEnvVar !== null && !names.includes(tool.configDirEnvVar))
    names.push(tool.configDirEnvVar);
  return names.length > 0 ? names : Object.keys(borrowed ?? {});
}

function inItsOwnDirectory(tool: AITool): Verdict {
  const names = homeVariables(tool);
  const because =
    names.length > 0
      ? `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} not set`
      : 'no variable moves it';
  return { account: systemLabel, sure: true, because };
}

function inDirectory(
  ctx: AccountsContext,
  tool: AITool,
  given: readonly { readonly name: string; readonly value: string }[],
): Verdict {
  const names = given.map(({ name }) => name).join(', ');
  const account = storedAccounts(ctx, tool).find((each) => {
    const { places } = environmentFacts(ctx, tool, each);
    return given.every(({ name, value }) => isSamePlace(ctx, value, places[name]));
  });
  if (account) return { account: account.label, sure: true, because: `${names} names its home` };
  const values = given.map(({ value }) => value).join(', ');
  return { account: null, sure: true, because: `${names} names ${values}, which is no account of ours` };
}

function storedAccounts(ctx: AccountsContext, tool: AITool): readonly Account[] {
  return listAccounts(ctx, tool.id).flatMap(({ account }) => account ?? []);
}

function isSamePlace({ host }: AccountsContext, one: string, other: string | undefined): boolean {
  if (other === undefined) return false;
  return (
    one === other || (realPath(host, one) ?? host.path.normalize(one)) === (realPath(host, other) ?? other)
  );
}
