import { foldName } from './fold-name.ts';

/** The one of the known names that a mistyped one most likely stands for; undefined when none is near. */
export function closestName(typed: string, known: readonly string[]): string | undefined {
  const wanted = foldName(typed);
  // Longer ones are no typing mistakes, and would take their time.
  if (wanted.length > 200) return undefined;
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let closest: { readonly name: string; readonly distance: number } | undefined;
  for (const name of known) {
    const distance = distanceOf(wanted, foldName(name));
    if (distance <= limit && distance < (closest?.distance ?? Number.POSITIVE_INFINITY))
      closest = { name, distance };
  }
  return closest?.name;
}

/** How many characters were added, left out, mistaken or swapped with their neighbour. */
function distanceOf(a: string, b: string): number {
  let above: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const mistaken = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (above[j - 2] ?? 0) + 1 : mistaken;
      next.push(Math.min(mistaken, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    above = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
