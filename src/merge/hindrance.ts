import { formatPointer } from '../formats/index.ts';
import { isWritable } from './canonical-text.ts';
import type { Decision } from './decide-leaf.ts';
import { canHold } from './edit-side.ts';
import { pointerOf } from './file-base.ts';
import type { Leaf } from './leaves.ts';
import type { MergeInput } from './merge-input.ts';
import { withOwnPart } from './own-part.ts';
import type { Sides } from './read-sides.ts';
import { type UnsharedReason, whyNotShared } from './why-not-shared.ts';

/**
 * `shape`: something lies there that the rules don't expect; `unwritable`: the format cannot say it;
 * `privateInside`: parts that belong to the account would be lost or torn from what they belong to.
 */
export type Hindrance = UnsharedReason | 'shape' | 'unwritable';

interface Planned extends Decision {
  readonly name: string;
  readonly sharedLeaf: Leaf | undefined;
  readonly homeLeaf: Leaf | undefined;
  readonly shared: string | undefined;
  readonly home: string | undefined;
}

/** What keeps a leaf from going where it was decided to go. */
export function hindranceOf(planned: Planned, input: MergeInput, sides: Sides): Hindrance | undefined {
  const { move, name } = planned;
  if (move !== 'push' && move !== 'pull') return undefined;
  const isPush = move === 'push';
  if (isMisshapen(name, sides)) return 'shape';
  const isGone = (isPush ? planned.home : planned.shared) === undefined;
  const from = isPush ? planned.homeLeaf : planned.sharedLeaf;
  const to = isPush ? planned.sharedLeaf : planned.homeLeaf;
  if (isGone || from === undefined)
    return !isPush && to?.holdsIdentity && input.take !== 'shared' ? 'privateInside' : undefined;
  const reason = isPush ? whyNotShared(from, input.unshared, input.format) : undefined;
  if (reason !== undefined) return reason;
  if (!isWritable(from.value, input.format)) return 'unwritable';
  if (!canHold(sides[isPush ? 'shared' : 'home'].value, from.path)) return 'shape';
  const hasPlace = from.isItem || withOwnPart(from.value, to?.whole, from.place) !== undefined;
  return hasPlace ? undefined : 'privateInside';
}

function isMisshapen(name: string, { shared, home }: Sides): boolean {
  const pointer = pointerOf(name);
  return [...shared.misshapen, ...home.misshapen].some(
    (place) => place === formatPointer([]) || pointer === place || pointer.startsWith(`${place}/`),
  );
}
