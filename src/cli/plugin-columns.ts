import {
  type AccountListing,
  type AccountsContext,
  type ListColumn,
  type Provider,
  systemAccount,
} from '../accounts/index.ts';
import type { ListedAccount } from './listed-accounts.ts';
import type { PluggedIn } from './plugged-in.ts';

/** What plugins say of an account, by the plugin's id and the head of its column. */
export type PluginCells = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface PluginColumn {
  readonly plugin: string;
  readonly head: string;
  /** In the order of the accounts; "": nothing is said of that one, or the plugin failed. */
  readonly cells: readonly string[];
}

/** Columns that plugins add to the list. All are asked at once, and a list waits for none beyond its bound. */
export async function pluginColumns(
  state: AccountsContext,
  listings: readonly AccountListing[],
  listed: readonly ListedAccount[],
): Promise<readonly PluginColumn[]> {
  const columns = state.extensions.providers('listColumn');
  if (columns.length === 0) return [];
  const accounts = new Map(listings.map(({ tool, id, account }) => [`${tool}/${id}`, account]));
  const accountOf = ({ tool, id, label }: ListedAccount) =>
    id === null ? systemAccount(tool) : label === null ? undefined : accounts.get(`${tool}/${id}`);
  return Promise.all(
    columns.map(async ({ plugin, provide }: Provider<'listColumn'>) => ({
      plugin,
      head: provide.head,
      cells: await Promise.all(listed.map((row) => cellOf(state, provide, row.tool, accountOf(row)))),
    })),
  );
}

/** What the columns say of one row; undefined: nobody adds any. */
export function cellsAt(columns: readonly PluginColumn[], row: number): PluginCells | undefined {
  if (columns.length === 0) return undefined;
  const said = new Map<string, (readonly [string, string])[]>();
  for (const { plugin, head, cells } of columns) {
    const cell = cells[row] ?? '';
    if (cell !== '') said.set(plugin, [...(said.get(plugin) ?? []), [head, cell]]);
  }
  // Whatever a plugin is called, `__proto__` included.
  return Object.fromEntries([...said].map(([plugin, cells]) => [plugin, Object.fromEntries(cells)]));
}

/** The plugins that bring the tools of these accounts, where one does; undefined: they are all built in. */
export function bringersOf(
  listed: readonly ListedAccount[],
  { bringerOf }: Pick<PluggedIn, 'bringerOf'>,
): readonly (string | undefined)[] | undefined {
  const bringers = listed.map(({ tool }) => bringerOf(tool));
  return bringers.some((plugin) => plugin !== undefined) ? bringers : undefined;
}

/** A row as programs are told it: where nothing is of a plugin, nothing is said of any. */
export function withPlugins(
  row: ListedAccount,
  broughtBy: string | undefined,
  plugins: PluginCells | undefined,
): object {
  return { ...row, ...(broughtBy !== undefined && { broughtBy }), ...(plugins && { plugins }) };
}

/** Reads degrade: a failure is a blank. */
async function cellOf(
  { registry }: AccountsContext,
  { value }: ListColumn,
  id: string,
  account: Parameters<ListColumn['value']>[1] | undefined,
): Promise<string> {
  const tool = registry.tool(id);
  if (tool === undefined || account === undefined) return '';
  return (await value(tool, account).catch(() => undefined)) ?? '';
}
