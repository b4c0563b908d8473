import { folderVariable } from '../../platform/index.ts';
import { type ChildEnvironment, childEnvironment } from '../../process/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Account } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { relocationOf } from './relocation.ts';
import { expandTemplate } from './templates.ts';
import { borrowedNames, isOurValue, ownNames } from './user-environment.ts';

export interface EnvironmentOptions {
  /** The key that the account holds. */
  readonly key?: string | undefined;
  /** Variables that outrank a login and are left alone all the same. */
  readonly keep?: readonly string[];
  /** Variables that are left as they are, whoever set them. */
  readonly leave?: readonly string[];
  /** Set beside what the account brings. */
  readonly more?: Readonly<Record<string, string>>;
  /** The program is a version that we keep. */
  readonly isManaged?: boolean;
}

/** A child's environment under an account; for `system` without anything of ours. */
export function launchEnvironment(
  ctx: AccountsContext,
  tool: AITool,
  account: Account,
  { key, keep = [], leave = [], more = {}, isManaged = false }: EnvironmentOptions = {},
): ChildEnvironment {
  return childEnvironment({
    platform: ctx.host.platform,
    base: ctx.host.env,
    own: ownNames(ctx),
    borrowed: borrowedNames(ctx),
    isOurs: isOurValue(ctx),
    sessionMarkers: ctx.registry.all().flatMap(({ environment }) => environment?.sessionMarkers ?? []),
    outranks: account.kind === 'system' ? [] : (tool.environment?.outranks ?? []),
    keep,
    set: {
      ...accountVariables(ctx, tool, account, key),
      ...(isManaged && tool.environment?.setWhenManaged),
      ...more,
      [folderVariable]: ctx.paths.root,
    },
    secrets: tool.environment?.apiKey ?? [],
    leave,
  });
}

/** What the account brings. Where it lies beats all else, or a variable of its own could lead it astray. */
function accountVariables(
  { host, paths }: AccountsContext,
  tool: AITool,
  account: Account,
  key: string | undefined,
): Readonly<Record<string, string>> {
  if (account.kind === 'system') return {};
  const { own, borrowed } = relocationOf(tool);
  const shared = paths.sharedFolder(tool.id, account.root);
  const values = { home: account.home, shared, userHome: host.homeDir };
  const places = Object.entries({ ...own, ...borrowed }).map(([name, template]) => [
    name,
    expandTemplate(host, template, values),
  ]);
  const keyVariable = tool.environment?.apiKey?.[0];
  return {
    ...tool.environment?.set,
    ...account.environment,
    ...(key !== undefined && keyVariable !== undefined && { [keyVariable]: key }),
    ...Object.fromEntries(places),
  };
}
