import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Account } from '../account.ts';
import { chooseAccount } from '../choose-account.ts';
import type { AccountsContext } from '../context.ts';
import { environmentFacts } from '../home/environment-facts.ts';
import { notices } from '../notices.ts';
import { prepareAccount } from './prepare-account.ts';
import {
  environmentForShell,
  environmentOf,
  environmentWithout,
  type ShellEnvironment,
  shellFacts,
} from './shell-environment.ts';

/**
 * What brings a shell into the account that each tool has in this directory, and out of those that it had in another.
 * What chooses accounts is left as it is: a shell that was put into an account on purpose stays there. A tool whose
 * account can't be used is told of, and has the user's own environment. Only what differs from now is in it.
 */
export async function environmentHere(ctx: AccountsContext): Promise<ShellEnvironment> {
  const before = ctx.host.env;
  const tell = once(ctx.tell);
  let env: Readonly<Record<string, string | undefined>> = before;
  for (const tool of ctx.registry.all()) {
    const inIt: AccountsContext = { ...ctx, tell, host: { ...ctx.host, env } };
    const { set, unset } = await environmentFor(inIt, tool);
    env = { ...env, ...Object.fromEntries(unset.map((name) => [name, undefined])), ...set };
  }
  const names = Object.keys({ ...before, ...env }).filter((name) => env[name] !== before[name]);
  return {
    set: Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    unset: names.filter((name) => env[name] === undefined).sort(),
  };
}

async function environmentFor(ctx: AccountsContext, tool: AITool): Promise<ShellEnvironment> {
  try {
    const { account, rule } = chooseAccount(ctx, tool.id);
    if (rule === 'system') {
      await prepareAccount(ctx, tool, account);
      return out(ctx, tool);
    }
    if (account.kind === 'key') {
      ctx.tell(notices.keyIsForRun({ tool: tool.id, label: account.label }));
      return out(ctx, tool);
    }
    return isInForce(ctx, tool, account)
      ? nothing
      : await environmentOf(ctx, tool, account, { keepsChoice: true });
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    ctx.tell(notices.notFollowed({ tool: tool.id, why: error.message, hint: error.hint }));
    return out(ctx, tool);
  }
}

/** A file that nobody trusts is told of once, not for every tool. */
function once(tell: (line: string) => void): (line: string) => void {
  const told = new Set<string>();
  return (line) => {
    if (!told.has(line)) tell(line);
    told.add(line);
  };
}

const nothing: ShellEnvironment = { set: {}, unset: [] };

function out(ctx: AccountsContext, tool: AITool): ShellEnvironment {
  return environmentWithout(ctx, tool, { keepsChoice: true });
}

/** Whoever comes back to a directory of the same account has nothing to wait for. */
function isInForce(ctx: AccountsContext, tool: AITool, account: Account): boolean {
  const { env } = ctx.host;
  const facts = environmentFacts(ctx, tool, account);
  const { set, unset } = environmentForShell(ctx.host, facts, shellFacts(ctx, tool, true), account.label);
  return (
    Object.entries(set).every(([name, value]) => env[name] === value) &&
    !unset.some((name) => env[name] !== undefined)
  );
}
