import { closestName } from './closest-name.ts';

/** After what is said of a mistyped name: the known one that is most like it, if one is. */
export function suggestion(name: unknown, known: readonly string[]): string {
  const closest = typeof name === 'string' ? closestName(name, known) : undefined;
  return closest === undefined ? '' : ` (is "${closest}" meant?)`;
}
