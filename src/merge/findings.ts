import type { DocumentValue } from '../formats/index.ts';
import { pointerOf } from './file-base.ts';
import type { MergeInput } from './merge-input.ts';
import type { Outcome } from './plan-leaves.ts';
import { shownName } from './shown-name.ts';

/** What a step has to tell and to keep. Values are for keeping, never for showing. */
export interface Findings {
  /** Both sides changed it: the root's value holds, the home's is to be kept. */
  readonly conflicts: readonly Conflict[];
  readonly held: readonly HeldLeaf[];
  /** Values that go: for the trash. */
  readonly removed: readonly RemovedValue[];
  readonly reports: readonly Report[];
}

export interface Conflict {
  readonly pointer: string;
  readonly home: DocumentValue;
  readonly shared: DocumentValue;
  /** It was not reported before. */
  readonly isNew: boolean;
}

export interface HeldLeaf {
  readonly pointer: string;
  readonly why: NonNullable<Outcome['held']>;
  readonly isNew: boolean;
}

export interface RemovedValue {
  readonly pointer: string;
  readonly from: 'shared' | 'home';
  readonly value: DocumentValue;
}

/** `notBelieved`: the home's change may be an older process's; `restored`: the root had lost it. */
export interface Report {
  readonly what: 'notBelieved' | 'restored';
  readonly pointer: string;
}

export function findingsOf(input: MergeInput, all: readonly Outcome[], isPulled: boolean): Findings {
  const outcomes = all.filter(({ move }) => move !== 'agree');
  const isNew = (outcome: Outcome): boolean => input.base?.told[shownName(outcome.name)] !== toldOf(outcome);
  return {
    conflicts: outcomes.flatMap((outcome) => {
      const { why, held, homeLeaf, sharedLeaf } = outcome;
      if (why !== 'conflict' || held !== undefined || !homeLeaf || !sharedLeaf) return [];
      const { value: home } = homeLeaf;
      return [{ pointer: shownPointer(outcome), home, shared: sharedLeaf.value, isNew: isNew(outcome) }];
    }),
    held: outcomes.flatMap((outcome) =>
      outcome.held === undefined
        ? []
        : [{ pointer: shownPointer(outcome), why: outcome.held, isNew: isNew(outcome) }],
    ),
    removed: outcomes.filter(({ move }) => move !== 'pull' || isPulled).flatMap(removedBy),
    reports: outcomes.flatMap((outcome) => {
      const { move, why } = outcome;
      return move !== 'stay' && (why === 'notBelieved' || why === 'restored')
        ? [{ what: why, pointer: shownPointer(outcome) }]
        : [];
    }),
  };
}

function shownPointer({ name }: Outcome): string {
  return pointerOf(shownName(name));
}

/** What a base remembers of having told, so that it is told once. Of a secret not even a hash. */
export function toldOf({ held, why, home }: Outcome): string | undefined {
  return held ?? (why === 'conflict' ? `conflict ${home}` : undefined);
}

function removedBy({ name, move, why, shared, home, sharedLeaf, homeLeaf }: Outcome): RemovedValue[] {
  const pointer = pointerOf(name);
  if (move === 'push' && home === undefined && sharedLeaf)
    return [{ pointer, from: 'shared', value: sharedLeaf.whole }];
  const isLost = shared === undefined || why === 'notBelieved';
  if (move !== 'pull' || !isLost || !homeLeaf) return [];
  // Parts of the account stay where they are: no second copy of them.
  return [{ pointer, from: 'home', value: homeLeaf.holdsIdentity ? homeLeaf.value : homeLeaf.whole }];
}
