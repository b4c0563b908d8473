import { type DocumentObject, type DocumentValue, isObject, type ListedMember } from '../formats/index.ts';
import type { FileBase, Pack } from './file-base.ts';
import { type MapParts, mapPartsOf, partOf } from './map-parts.ts';
import type { MergeInput } from './merge-input.ts';
import { unpackedBut } from './packed-base.ts';

/** A step's texts and base without the values that are as they were when all about them was in step. */
export interface Unsettled {
  readonly input: MergeInput;
  readonly maps: ReadonlyMap<string, MapParts>;
  /** The packs of what was left out. */
  readonly packs: NonNullable<FileBase['packs']>;
  /** How many leaves that had a value were left out. */
  readonly held: number;
  /** A document without what stands for what was left out. */
  visible(document: DocumentValue): DocumentValue;
  /** An edited text with everything in it again; undefined: not all has its place any more. */
  whole(side: 'shared' | 'home', text: string): string | undefined;
}

/**
 * Parts of which both texts say what they said when their leaves were packed have nothing to be decided: their
 * values are left out before the texts are read. undefined: there is nothing to leave out.
 */
export function withoutSettled(input: MergeInput): Unsettled | undefined {
  const { base, shared, home } = input;
  if (base?.packs === undefined || shared === undefined || home === undefined) return undefined;
  const maps = mapPartsOf(input, shared, home);
  if (maps === undefined) return undefined;
  const packs = stillTrue(base.packs, (key, part) => maps.get(key)?.hashOf(part));
  const settled = (side: 'shared' | 'home') =>
    [...maps].flatMap(([key, map]) => map[side].filter((member) => packs[key]?.[partOf(member.key)]));
  const texts = { shared: shortened(shared, settled('shared')), home: shortened(home, settled('home')) };
  if (!texts.shared || !texts.home) return undefined;
  const { shared: sharedText, home: homeText } = texts;
  return {
    input: { ...input, shared: sharedText.text, home: homeText.text, base: unpackedBut(base, packs) },
    maps,
    packs,
    held: Object.values(packs).reduce(
      (all, parts) => parts.reduce((sum, pack) => sum + (pack?.[1] ?? 0), all),
      0,
    ),
    visible: (document) => withoutMarks(document, Object.keys(packs)),
    whole: (side, text) => restored(text, (side === 'shared' ? sharedText : homeText).values),
  };
}

function stillTrue(
  packs: NonNullable<FileBase['packs']>,
  hashOf: (key: string, part: number) => string | undefined,
): NonNullable<FileBase['packs']> {
  const isTrue = (key: string, pack: Pack | null, part: number): pack is Pack =>
    pack !== null && pack[0] === hashOf(key, part);
  return Object.fromEntries(
    Object.entries(packs).map(([key, parts]) => [
      key,
      parts.map((pack, part) => (isTrue(key, pack, part) ? pack : null)),
    ]),
  );
}

interface Shortened {
  readonly text: string;
  /** The text of each value that was left out, in their order. */
  readonly values: readonly string[];
}

/** Every key stays, so that what is written between them keeps its place. */
function shortened(text: string, settled: readonly ListedMember[]): Shortened | undefined {
  const members = settled.toSorted((one, other) => one.start - other.start);
  const pieces: string[] = [];
  let at = 0;
  for (const [nth, { valueStart, end }] of members.entries()) {
    pieces.push(text.slice(at, valueStart), `"${mark}${nth}"`);
    at = end;
  }
  const short = pieces.join('') + text.slice(at);
  const values = members.map(({ valueStart, end }) => text.slice(valueStart, end));
  return countOf(short) === values.length ? { text: short, values } : undefined;
}

function countOf(text: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) count += 1;
  return count;
}

function restored(text: string, values: readonly string[]): string | undefined {
  let next = 0;
  const whole = text.replaceAll(marks, (_, nth: string) => {
    next = Number(nth) === next ? next + 1 : Number.NaN;
    return values[Number(nth)] ?? '';
  });
  return next === values.length ? whole : undefined;
}

/** Stands for a value; a text that holds it already is read whole. */
const mark = '(as it was when all was in step) ';
const marks = new RegExp(`"${mark.replaceAll(/[()]/g, '\\$&')}(\\d+)"`, 'g');

function withoutMarks(document: DocumentValue, keys: readonly string[]): DocumentValue {
  if (!isObject(document)) return document;
  const maps = keys.flatMap((key): [string, DocumentValue][] => {
    const map = Object.hasOwn(document, key) ? (document as DocumentObject)[key] : undefined;
    if (!isObject(map)) return [];
    const isSeen = ([, value]: [string, unknown]) => typeof value !== 'string' || !value.startsWith(mark);
    return [[key, Object.fromEntries(Object.entries(map).filter(isSeen)) as DocumentValue]];
  });
  return { ...(document as DocumentObject), ...Object.fromEntries(maps) };
}
