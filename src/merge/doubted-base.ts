import type { FileBase, LeafBase } from './file-base.ts';
import { unpacked } from './packed-base.ts';

/**
 * The base of a home whose file was seen damaged: what takes its place may be a copy of last week's, so nothing that
 * it lacks or has as it was before is believed until home and root agreed on it again. Undefined: it says so already.
 */
export function doubtedBase(base: FileBase): FileBase | undefined {
  const whole = unpacked(base);
  const leaves = Object.entries(whole.leaves);
  if (leaves.every(([, { since }]) => since === null)) return undefined;
  const doubted = leaves.map(([name, leaf]): [string, LeafBase] => [name, { ...leaf, since: null }]);
  return { ...whole, leaves: Object.fromEntries(doubted) };
}
