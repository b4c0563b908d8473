import { type AdoptionPlan, hindranceWords, leftWords } from '../accounts/index.ts';
import { amountInWords } from './sizes.ts';

/** Names, sizes and times of every file are for the way back. */
export function planDocument({ entries, ...plan }: AdoptionPlan): object {
  return {
    ...plan,
    entries: entries.map(({ path, place, was, files, same, bytes }) => ({
      path,
      place,
      was,
      files: files.length,
      bytes,
      there: same.length,
    })),
  };
}

export function planLines({
  entries,
  left,
  hindrances,
  settings,
  canTellWhoRuns,
}: AdoptionPlan): readonly string[] {
  return [
    ...entries.map(({ place, was, files, same, bytes }) => {
      if (was === 'absent') return `link  ${place}`;
      const there = same.length === 0 ? '' : `, ${same.length} of them in the root already`;
      const count = files.length + same.length;
      return `move  ${place}: ${amountInWords({ files: count, bytes })}${there}`;
    }),
    ...settings.map(({ path, pointer, value }) => `set   ${pointer} to ${JSON.stringify(value)} in ${path}`),
    ...left.map(({ path, why }) => `stays ${path}: ${leftWords[why]}`),
    ...hindrances.map(({ path, why }) => `in the way: ${path} (${hindranceWords[why]})`),
    ...(canTellWhoRuns ? [] : ['whether anything runs there can’t be told here: end it first']),
  ];
}
