import type { Hindrance } from './compare-trees.ts';
import type { LeftPath } from './plan-adoption.ts';

/** Why a path keeps all of it from being moved. */
export const hindranceWords: Readonly<Record<Hindrance['why'], string>> = {
  different: 'the root has another of that name',
  otherDisk: 'it is on another disk',
  leadsBack: "a link to something else of the tool's own",
  unreadable: "it can't be read",
};

/** Why a directory stays what it is. */
export const leftWords: Readonly<Record<LeftPath['why'], string>> = {
  link: 'somebody made a link there',
  notADirectory: 'it is not a directory',
  retention: 'the tool deletes from it by itself; --set-retention keeps it from that',
  unguarded: 'what guards it stays',
};
