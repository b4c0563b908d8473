import type { Host } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import { isLinkTo, lookAt, namesIn } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { expandEntries } from './expand-entries.ts';
import { below, pathsTo, placeIn } from './home-facts.ts';
import { sharedEntries, sharePlan } from './share-plan.ts';

/** A link in a home to the same path of its shared root: one that we made. */
export interface OwnLink {
  /** Home path. */
  readonly path: string;
  readonly place: string;
  readonly target: string;
}

/** Every link of ours in a home, whatever the account shares now, and whether or not it leads to something. */
export function ownLinks(ctx: AccountsContext, tool: AITool, account: StoredAccount): readonly OwnLink[] {
  const { host, paths } = ctx;
  const root = paths.sharedFolder(account.tool, account.root);
  return sharingFolders(ctx, tool, account).flatMap(({ path: above, folder, names }) =>
    names.flatMap((name) => {
      const path = below(above, name);
      const link = { path, place: host.path.join(folder, name), target: placeIn(host, root, path) };
      return isLinkTo(host, lookAt(host, link.place), link.target) ? [link] : [];
    }),
  );
}

export interface SharingFolder {
  /** Home path; '' is the home. */
  readonly path: string;
  readonly folder: string;
  readonly names: readonly string[];
}

/** The real folders of a home in which a link of ours may lie: what else is in it is not looked at. */
export function sharingFolders(
  { host }: AccountsContext,
  tool: AITool,
  account: StoredAccount,
): readonly SharingFolder[] {
  const all = [...sharePlan(host, tool), ...sharedEntries(host, tool, account)];
  const entries = expandEntries(host, all, [account.home]);
  const folders = new Set(
    entries.flatMap(({ path, how }) => {
      const above = ['', ...pathsTo(path).slice(0, -1)];
      return how === 'children' ? [...above, path] : above;
    }),
  );
  return [...folders]
    .filter((path) => isReal(host, path, account.home))
    .sort()
    .map((path) => {
      const folder = placeIn(host, account.home, path);
      return { path, folder, names: namesIn(host, folder) };
    });
}

/** Behind a link on the way lies somebody else's folder. */
function isReal(host: Host, path: string, home: string): boolean {
  return pathsTo(path).every((each) => lookAt(host, placeIn(host, home, each)).state === 'real');
}
