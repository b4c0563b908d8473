import { ToolsError } from '../errors/index.ts';
import { type DocumentValue, parseStrictly } from '../formats/index.ts';
import { rulePlaces } from '../registry/index.ts';
import { type Leaves, leavesOf } from './leaves.ts';
import type { MergeInput } from './merge-input.ts';

export interface Side extends Leaves {
  /** `{}` when there is no file. */
  readonly value: DocumentValue;
}

export interface Sides {
  readonly shared: Side;
  readonly home: Side;
}

/** A text from which nothing may be concluded. */
export interface Damage {
  readonly side: 'shared' | 'home';
  readonly offset: number;
  readonly problem: string;
}

/** `visible` takes out of a document what is not to be looked at. */
export function readSides(
  input: MergeInput,
  visible: (document: DocumentValue) => DocumentValue = (document) => document,
): Sides | Damage {
  const hash = remembering(input.hash);
  const shared = readSide({ ...input, hash }, 'shared', visible);
  if ('problem' in shared) return shared;
  const home = readSide({ ...input, hash }, 'home', visible);
  return 'problem' in home ? home : { shared, home };
}

function readSide(
  input: MergeInput,
  side: 'shared' | 'home',
  visible: (document: DocumentValue) => DocumentValue,
): Side | Damage {
  const { [side]: text, format, hash } = input;
  if (text === undefined) return { value: {}, leaves: new Map(), misshapen: [] };
  try {
    const value = format === 'text' ? readText(text) : parseStrictly(text, format);
    return { value, ...leavesOf(visible(value), rulePlaces(input.rules), hash) };
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code !== 'DOCUMENT_DAMAGED') throw error;
    const { offset, problem } = error.data as { offset: number; problem: string };
    return { side, offset, problem };
  }
}

/** Items of lists are much the same in list after list. */
function remembering(hash: MergeInput['hash']): MergeInput['hash'] {
  const known = new Map<string, string>();
  return (text) => {
    const made = known.get(text) ?? hash(text);
    if (text.length < 1000) known.set(text, made);
    return made;
  };
}

/** Of an empty text nobody can tell whether it was emptied or torn. */
function readText(text: string): string {
  if (text.trim() !== '') return text;
  throw new ToolsError('DOCUMENT_DAMAGED', { format: 'text', offset: 0, problem: 'it is empty' });
}
