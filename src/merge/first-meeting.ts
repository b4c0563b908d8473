import type { DocumentValue } from '../formats/index.ts';
import { isEqualValue, type JsonValue, readPointer } from '../formats/index.ts';
import { canonicalText } from './canonical-text.ts';
import type { FileBase } from './file-base.ts';
import type { MergeInput } from './merge-input.ts';
import { isEmpty } from './own-part.ts';

export type FirstMeeting = 'new' | 'otherRoot' | 'olderRoot' | 'noFile' | 'remade' | 'fromBackup';

/** Why nothing may be concluded from what is missing; undefined when the base can be trusted. */
export function firstMeeting(
  input: MergeInput,
  birthmarks: Readonly<Record<string, string>>,
  home: DocumentValue,
): FirstMeeting | undefined {
  const { base, root, homeChangedAt } = input;
  if (base === undefined) return 'new';
  if (base.rootId !== root.id) return 'otherRoot';
  if (root.gen < base.gen) return 'olderRoot';
  if (input.home === undefined || input.shared === undefined) return 'noFile';
  // One that is new counts too: a file that we made has none, and neither has what was made anew over it.
  if (!isEqualValue(birthmarks, base.birthmarks) || isEmpty(home)) return 'remade';
  const wasChangedAt = base.homeChangedAt;
  if (homeChangedAt !== undefined && wasChangedAt !== undefined && homeChangedAt < wasChangedAt)
    return 'fromBackup';
  return undefined;
}

/** The hash of each birthmark that the home has. */
export function birthmarksOf(
  home: DocumentValue,
  { birthmarks = [], hash }: Pick<MergeInput, 'birthmarks' | 'hash'>,
): FileBase['birthmarks'] {
  return Object.fromEntries(
    birthmarks.flatMap((pointer) => {
      const value = readPointer(home as JsonValue, pointer);
      return value === undefined ? [] : [[pointer, hash(canonicalText(value))]];
    }),
  );
}
