import { type Account, type Identity, pathsOf } from '../../accounts/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { AccountInfo, AccountSnapshot } from '../contract/index.ts';
import { harmless } from './harmless.ts';

/** All tools are known, and who brings them: which variables are whose tells where the user's own directories lie. */
export type Seeing = Required<Parameters<typeof pathsOf>[0]>;

/** An account as plugins see it: never a secret. */
export function accountSnapshot(ctx: Seeing, tool: AITool, account: Account): AccountSnapshot {
  const { home, rootOf } = pathsOf(ctx, tool, account);
  const { label, kind } = account;
  return Object.freeze({
    tool: tool.id,
    label,
    kind,
    ...(account.kind !== 'system' && { id: account.id }),
    home,
    configDir: rootOf('config'),
  });
}

/** What a plugin says of who an account is, as far as it is a text of one line. undefined: nothing of it is. */
export function identityIn(answer: unknown): Identity | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const info = answer as AccountInfo;
  const identity = {
    ...named('email', info.email),
    ...named('plan', info.plan),
    ...named('subject', info.accountId),
    ...named('organizationName', info.organization),
    ...named('organization', info.organizationId),
  };
  return Object.keys(identity).length === 0 ? undefined : identity;
}

function named<Name extends string>(name: Name, value: unknown): { readonly [N in Name]?: string } {
  const text = typeof value === 'string' ? harmless(value, 256) : '';
  return (text === '' ? {} : { [name]: text }) as { readonly [N in Name]?: string };
}
