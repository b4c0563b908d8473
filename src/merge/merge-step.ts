import type { DocumentValue } from '../formats/index.ts';
import { rulePlaces } from '../registry/index.ts';
import { canonicalText } from './canonical-text.ts';
import { depthIn, type Edit, editSide } from './edit-side.ts';
import { type FileBase, type RootState, rememberedValues, type Tombstone } from './file-base.ts';
import { type Findings, findingsOf } from './findings.ts';
import { birthmarksOf, type FirstMeeting, firstMeeting } from './first-meeting.ts';
import type { Leaf } from './leaves.ts';
import type { MergeInput } from './merge-input.ts';
import { withOwnPart, withoutOwnPart } from './own-part.ts';
import { unpacked } from './packed-base.ts';
import { type Outcome, planLeaves } from './plan-leaves.ts';
import { type Damage, readSides, type Sides } from './read-sides.ts';
import { type Unsettled, withoutSettled } from './settled-parts.ts';

/**
 * What one step would write, in this order: `root` beside the shared file, `shared`, `home`, and the base that
 * `baseAfter` makes of what was really written. Undefined: that file stays as it is.
 */
export interface MergeStep extends Findings {
  readonly input: MergeInput;
  /** Of the input's base what the outcomes are about. */
  readonly base: FileBase | undefined;
  /** What was left out because it is as it was. */
  readonly unsettled?: Unsettled;
  /** A side from which nothing may be concluded: nothing is written. */
  readonly damage?: Damage;
  readonly firstMeeting?: FirstMeeting;
  readonly root: RootState;
  readonly shared: string | undefined;
  readonly home: string | undefined;
  readonly outcomes: readonly Outcome[];
  readonly birthmarks: FileBase['birthmarks'];
}

/** One step of the merge between a root's file and a home's. Touches nothing; says what to write. */
export function mergeStep(input: MergeInput): MergeStep {
  const unsettled = withoutSettled(input);
  const step = unsettled && wholeStep(input, unsettled);
  if (step) return step;
  return stepOf(input.base === undefined ? input : { ...input, base: unpacked(input.base) }, { input });
}

/** undefined: nothing could be left out. */
function wholeStep(input: MergeInput, unsettled: Unsettled): MergeStep | undefined {
  const step = stepOf(unsettled.input, { input, unsettled });
  if (step.damage || step.firstMeeting) return undefined;
  const shared = step.shared === undefined ? undefined : unsettled.whole('shared', step.shared);
  const home = step.home === undefined ? undefined : unsettled.whole('home', step.home);
  const isWhole =
    (shared === undefined) === (step.shared === undefined) &&
    (home === undefined) === (step.home === undefined);
  return isWhole ? { ...step, shared, home } : undefined;
}

function stepOf(input: MergeInput, of: Pick<MergeStep, 'input' | 'unsettled'>): MergeStep {
  const still = {
    ...of,
    base: input.base,
    root: input.root,
    shared: undefined,
    home: undefined,
    outcomes: [],
    birthmarks: {},
  };
  const sides = readSides(input, of.unsettled?.visible);
  if ('problem' in sides) return { ...still, ...findingsOf(input, [], false), damage: sides };
  const birthmarks = birthmarksOf(sides.home.value, input);
  const first = firstMeeting(input, birthmarks, sides.home.value);
  const planned = planLeaves(
    input,
    sides,
    first === undefined ? input.base : undefined,
    of.unsettled?.held ?? 0,
  );
  const pushed = write(input, 'shared', sides, planned);
  const mayPull = input.pull && input.live.state !== 'live';
  const pulled = mayPull ? write(input, 'home', sides, pushed.outcomes) : pushed;
  const { outcomes } = pulled;
  return {
    ...still,
    ...findingsOf(input, outcomes, mayPull),
    ...(first !== undefined && { firstMeeting: first }),
    root: pushed.text === undefined ? input.root : rootAfter(input, outcomes),
    shared: pushed.text,
    home: mayPull ? pulled.text : undefined,
    outcomes,
    birthmarks,
  };
}

interface Written {
  /** Undefined: as it was. */
  readonly text: string | undefined;
  readonly outcomes: readonly Outcome[];
}

/** Makes the edits to one side that let it agree with the other. */
function write(
  input: MergeInput,
  to: 'shared' | 'home',
  { [to]: side, [to === 'shared' ? 'home' : 'shared']: from }: Sides,
  outcomes: readonly Outcome[],
): Written {
  const move = to === 'shared' ? 'push' : 'pull';
  const moved = outcomes.filter((outcome) => outcome.move === move);
  if (moved.length === 0) return { text: undefined, outcomes };
  const edits = moved.map((outcome) => editFor(outcome, move, from.value));
  const { text, refused } = editSide(input[to], input.format, side.value, rulePlaces(input.rules), edits);
  const isRefused = new Set(refused);
  return {
    text: text === (input[to] ?? '') ? undefined : text,
    outcomes:
      refused.length === 0
        ? outcomes
        : outcomes.map((each) =>
            isRefused.has(each.name) ? { ...each, move: 'stay', held: 'unwritable' } : each,
          ),
  };
}

/** What goes takes along the containers that held nothing else, and that the other side does not have. */
function editFor(outcome: Outcome, move: 'push' | 'pull', other: DocumentValue): Edit {
  const { name: leaf, sharedLeaf, homeLeaf } = outcome;
  const isGone = (move === 'push' ? outcome.home : outcome.shared) === undefined;
  const [from, to] = move === 'push' ? [homeLeaf, sharedLeaf] : [sharedLeaf, homeLeaf];
  const { path, place, isItem, value } = (isGone ? to : from) as Leaf;
  if (!isGone) {
    const apply: Edit['apply'] = isItem
      ? withItem(value)
      : (current) => withOwnPart(value, current, place) ?? current;
    return { leaf, path, apply };
  }
  const stays = depthIn(other, path);
  return {
    leaf,
    path,
    stays,
    apply: isItem ? withoutItem(value, stays < path.length) : (current) => withoutOwnPart(current, place),
  };
}

function withItem(item: DocumentValue): Edit['apply'] {
  return (list) => [...(Array.isArray(list) ? list : []), item];
}

/** Equal items are one leaf: all of them go. */
function withoutItem(value: DocumentValue, goesWhenEmpty: boolean): Edit['apply'] {
  const item = canonicalText(value);
  return (list) => {
    if (!Array.isArray(list)) return list;
    const rest = list.filter((each) => canonicalText(each) !== item);
    return rest.length === 0 && goesWhenEmpty ? undefined : rest;
  };
}

function rootAfter({ root, now }: MergeInput, outcomes: readonly Outcome[]): RootState {
  const gen = root.gen + 1;
  const tombstones = new Map(Object.entries(root.tombstones));
  for (const { name, move, home, shared } of outcomes) {
    if (move !== 'push') continue;
    const before = tombstones.get(name);
    tombstones.delete(name);
    if (home !== undefined || shared === undefined) continue;
    const hashes = [...new Set([shared, ...(before?.hashes ?? [])])].slice(0, rememberedValues);
    tombstones.set(name, { hashes, gen, at: now });
  }
  return { ...root, gen, tombstones: Object.fromEntries(latest(tombstones)) };
}

/** So many that no home is away for so long, and no more. */
const rememberedDeletions = 10_000;

function latest(tombstones: ReadonlyMap<string, Tombstone>): [string, Tombstone][] {
  const all = [...tombstones];
  return all.length <= rememberedDeletions
    ? all
    : all.toSorted(([, a], [, b]) => b.gen - a.gen).slice(0, rememberedDeletions);
}
