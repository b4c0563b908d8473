import {
  type AccountsContext,
  linkOf,
  listAccounts,
  readDefault,
  readLinks,
  systemLabel,
} from '../accounts/index.ts';
import { readSetting } from '../settings/index.ts';
import { realPath } from '../state/index.ts';
import type { Findings, Named } from './peer.ts';
import type { PlannedAccount } from './plan-account.ts';

/** Which account would be meant where. Taken over on request only. */
export interface PlannedMeaning {
  readonly links: readonly PlannedLink[];
  readonly defaults: readonly PlannedDefault[];
  readonly aliases: readonly PlannedAlias[];
}

/** `why`: why it is not taken over, as a clause; null: it is. */
interface Meant {
  readonly tool: string;
  /** What the peer calls the account. */
  readonly name: string;
  /** The account here; null: there is none yet. */
  readonly label: string | null;
  readonly why: string | null;
}

export interface PlannedLink extends Meant {
  readonly directory: string;
}
export type PlannedDefault = Meant;
export interface PlannedAlias extends Meant {
  readonly alias: string;
}

/** What of it can be taken over, beside what was chosen here already. */
export function planMeanings(
  ctx: AccountsContext,
  planned: readonly PlannedAccount[],
  { bindings, defaults, aliases }: Required<Pick<Findings, 'bindings' | 'defaults' | 'aliases'>>,
): PlannedMeaning {
  const meant = (named: Named, hindrance: () => string | null): Meant => {
    const label = labelFor(planned, named);
    const name = named.name ?? systemLabel;
    const why = label === null ? 'there is no account of it here yet' : hindrance();
    return { tool: named.tool.id, name, label, why };
  };
  const links = bindings.length === 0 ? {} : readLinks(ctx);
  const labels = labelsById(ctx);
  return {
    links: bindings.map(({ directory, ...named }) => {
      return { directory, ...meant(named, () => linkHindrance(ctx, directory, named, { links, labels })) };
    }),
    defaults: firstOfEach(defaults, ({ tool }) => tool.id).map((named) =>
      meant(named, () => defaultHindrance(ctx, named.tool.id, labels)),
    ),
    aliases: aliases.map(({ alias, ...named }) => {
      return { alias, ...meant(named, () => aliasHindrance(ctx, alias, named.tool.id)) };
    }),
  };
}

/** What it is called here, or will be. */
function labelFor(planned: readonly PlannedAccount[], { tool, name }: Named): string | null {
  if (name === null) return systemLabel;
  const account = planned.find((each) => each.tool === tool.id && each.name === name);
  return account && (account.standing === 'take' || account.standing === 'there') ? account.label : null;
}

function linkHindrance(
  ctx: AccountsContext,
  directory: string,
  { tool }: Named,
  { links, labels }: { readonly links: ReturnType<typeof readLinks>; readonly labels: LabelsById },
): string | null {
  const { host } = ctx;
  const real = host.path.isAbsolute(directory) ? realPath(host, directory) : undefined;
  if (real === undefined || !host.files.stat(real)?.isDirectory()) return 'there is no such directory';
  const linked = linkOf(links, real, tool.id);
  return linked === undefined ? null : `it is linked to ${labels(tool.id, linked)} already`;
}

function defaultHindrance(ctx: AccountsContext, tool: string, labels: LabelsById): string | null {
  const choice = readDefault(ctx, tool);
  if (choice.state === 'none') return null;
  const id = choice.state === 'account' ? choice.id : systemLabel;
  return choice.state === 'removed'
    ? 'its default was removed here'
    : `its default is ${labels(tool, id)} already`;
}

function aliasHindrance(ctx: AccountsContext, alias: string, tool: string): string | null {
  if (!/^[^.\p{Cc}]+$/u.test(alias)) return 'that can be no alias';
  const set = readSetting(ctx, `aliases.${alias}.${tool}`);
  return set === null ? null : `it means ${String(set)} already`;
}

/** What an account is called; its id, where it is gone. */
type LabelsById = (tool: string, id: string) => string;

/** Lists the accounts of a tool at the first question. */
function labelsById(ctx: AccountsContext): LabelsById {
  const known = new Map<string, ReadonlyMap<string, string>>();
  return (tool, id) => {
    const labels =
      known.get(tool) ??
      new Map(listAccounts(ctx, tool).map((each) => [each.id, each.account?.label ?? each.id]));
    known.set(tool, labels);
    return labels.get(id) ?? id;
  };
}

function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  return items.filter((item, at) => items.findIndex((other) => keyOf(other) === keyOf(item)) === at);
}
