import type { AITool } from '../../registry/index.ts';
import { lookAt } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { expandEntries } from './expand-entries.ts';
import { placeIn } from './home-facts.ts';
import { ownLinks } from './own-links.ts';
import { sharedEntries } from './share-plan.ts';

/** Home paths where a link that leads nowhere lies in the place of something shared. The next launch mends them. */
export function danglingLinks(ctx: AccountsContext, tool: AITool, account: StoredAccount): readonly string[] {
  const { host } = ctx;
  const folders = [account.home, ctx.paths.sharedFolder(tool.id, account.root)];
  const entries = expandEntries(host, sharedEntries(host, tool, account), folders);
  const places = [
    ...entries.map(({ path }) => path),
    ...ownLinks(ctx, tool, account).map(({ path }) => path),
  ];
  return [...new Set(places)].filter((path) => {
    const place = placeIn(host, account.home, path);
    return lookAt(host, place).state === 'link' && host.files.stat(place) === undefined;
  });
}
