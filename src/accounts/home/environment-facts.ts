import { shimVariable } from '../../process/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Account } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { relocationOf } from './relocation.ts';
import { expandTemplate } from './templates.ts';
import { borrowedNames, ourFolders, ownNames, sessionMarkers } from './user-environment.ts';

/** What a child's environment is made of under one account, but for what we were started with, and a key. */
export interface EnvironmentFacts {
  /** As of `EnvironmentInput`. */
  readonly own: readonly string[];
  readonly borrowed: readonly string[];
  readonly sessionMarkers: readonly string[];
  readonly outranks: readonly string[];
  readonly secrets: readonly string[];
  /** Folders of ours: a value that leads into one of them was made by us. */
  readonly ours: readonly string[];
  /** Set for every child; the key, if there is one, then `places`, beat it. */
  readonly brought: Readonly<Record<string, string>>;
  /** Which variable a key goes into; null: the tool takes none. */
  readonly keyVariable: string | null;
  /** Where the account lies: beats all else, or a variable of its own could lead it astray. */
  readonly places: Readonly<Record<string, string>>;
  /** Set beside them for a version that we keep. */
  readonly setWhenManaged: Readonly<Record<string, string>>;
  /** Our folder, which every child is told. */
  readonly root: string;
}

/** For `system` there is nothing of ours in it but our folder. */
export function environmentFacts(ctx: AccountsContext, tool: AITool, account: Account): EnvironmentFacts {
  const isSystem = account.kind === 'system';
  const { apiKey, outranks, set, setWhenManaged } = tool.environment ?? {};
  return {
    own: ownNames(ctx, tool),
    borrowed: borrowedNames(ctx),
    sessionMarkers: [shimVariable, ...sessionMarkers(ctx, tool)],
    outranks: isSystem ? [] : (outranks ?? []),
    secrets: apiKey ?? [],
    ours: ourFolders(ctx),
    brought: isSystem ? {} : { ...set, ...account.environment },
    keyVariable: apiKey?.[0] ?? null,
    places: isSystem ? {} : placesOf(ctx, tool, account),
    setWhenManaged: setWhenManaged ?? {},
    root: ctx.paths.root,
  };
}

function placesOf(
  { host, paths }: AccountsContext,
  tool: AITool,
  { home, root }: Exclude<Account, { readonly kind: 'system' }>,
): Readonly<Record<string, string>> {
  const { own, borrowed } = relocationOf(tool);
  const values = { home, shared: paths.sharedFolder(tool.id, root), userHome: host.homeDir };
  return Object.fromEntries(
    Object.entries({ ...own, ...borrowed }).map(([name, template]) => [
      name,
      expandTemplate(host, template, values),
    ]),
  );
}
