import { isLitterName, namesIn, removeTree } from '../../state/index.ts';
import type { Assembling } from './assembly.ts';
import { placeIn } from './home-facts.ts';
import { isIntoRoot } from './root-link.ts';
import type { SharedEntry } from './share-plan.ts';

/** Takes away links of ours that somebody was making beside their places when he died. */
export function sweepLinks({ ctx, account, root }: Assembling, entries: readonly SharedEntry[]): void {
  const { host } = ctx;
  const { path } = host;
  const folders = entries.flatMap((entry) => {
    const place = placeIn(host, account.home, entry.path);
    return entry.how === 'children' ? [path.dirname(place), place] : [path.dirname(place)];
  });
  for (const folder of new Set(folders))
    for (const name of namesIn(host, folder)) {
      const place = path.join(folder, name);
      if (isLitterName(name) && isIntoRoot(host, root, place)) removeTree(host, place);
    }
}
