import { isEqualValue } from './json-value.ts';

export interface ListChange {
  /** Indices into the old list, ascending. */
  readonly removed: readonly number[];
  /** What follows behind the last one that stayed. */
  readonly added: readonly unknown[];
}

/** What leads from one list to another by taking out and appending; undefined when that does not. */
export function listChange(before: readonly unknown[], after: readonly unknown[]): ListChange | undefined {
  const removed: number[] = [];
  let kept = 0;
  for (const [index, item] of before.entries()) {
    const isKept = kept < after.length && isEqualValue(item, after[kept]);
    if (isKept) kept += 1;
    else removed.push(index);
  }
  return kept === 0 && before.length > 0 && after.length > 0
    ? undefined
    : { removed, added: after.slice(kept) };
}
