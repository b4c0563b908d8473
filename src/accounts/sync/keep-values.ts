import { type DocumentValue, parseDocument, readPointer } from '../../formats/index.ts';
import type { MergeStep } from '../../merge/index.ts';
import { keepConflict, trashValues } from '../../state/index.ts';
import type { FileTask } from './file-task.ts';
import { mergeFacts } from './merge-facts.ts';

/** A value that lost, as it is kept. */
export interface Lost {
  /** With a `…` in it: a key of it can't be written down. */
  readonly pointer: string;
  readonly value: DocumentValue;
  /** JSON can't say it: a text stands in its place. */
  readonly asText?: true;
}

/** Why the home's value lies there: it can still be taken. */
export const lostAtHome = 'both changed it, and what is shared holds';

const lostInRoot = 'both changed it, and the account’s was taken';

/** Before the root's file is written: what its own side loses by it. */
export function keepSharedLosses(task: FileTask, step: MergeStep): void {
  trash(task, step, 'shared');
  const overruled = overruledShared(step);
  if (overruled.length > 0) keepLosing(task, overruled, lostInRoot);
}

/** Before the home's file is written: what the home loses. @returns where its losing values lie */
export function keepHomeLosses(task: FileTask, step: MergeStep): string | undefined {
  trash(task, step, 'home');
  const losing = step.conflicts.map(({ pointer, home }) => ({ pointer, value: home }));
  if (losing.length === 0) return undefined;
  return keepLosing(task, losing, lostAtHome);
}

/** Before the account's values take the place of what is shared at these pointers. */
export function keepInRoot(task: FileTask, pointers: readonly string[], text: string | undefined): void {
  const { format } = mergeFacts(task.ctx.host, task.tool, task.entry);
  if (text === undefined) return;
  const document = format === 'text' ? text : parseDocument(text, format);
  const lost = pointers.flatMap((pointer) => {
    const value = readPointer(document, pointer);
    return value === undefined ? [] : [{ pointer, value }];
  });
  if (lost.length > 0) keepLosing(task, lost, lostInRoot);
}

/** Where the user takes the home's side, the other one is what lost. */
function overruledShared({ input, base, outcomes }: MergeStep): readonly Lost[] {
  if (input.take !== 'home') return [];
  return outcomes.flatMap(({ name, move, shared, homeLeaf, sharedLeaf }) => {
    const isLost = move === 'push' && homeLeaf && sharedLeaf && base?.leaves[name]?.hash !== shared;
    return isLost ? [{ pointer: name, value: sharedLeaf.value }] : [];
  });
}

function trash({ ctx, account, entry }: FileTask, { removed }: MergeStep, from: 'shared' | 'home'): void {
  const lost = removed.filter((each) => each.from === from);
  if (lost.length === 0) return;
  const label = `values that were deleted from ${entry.path} of ${account.tool}`;
  trashValues(ctx.host, ctx.paths, { from: entry.path, label }, textOf(lost));
}

function keepLosing(
  { ctx, account, entry }: FileTask,
  lost: readonly Omit<Lost, 'asText'>[],
  why: string,
): string {
  const note = { tool: account.tool, account: account.id, path: entry.path, why };
  return keepConflict(ctx.host, ctx.paths, note, { data: textOf(lost) });
}

/** By pointer; several items of one list have the same. */
function textOf(lost: readonly Omit<Lost, 'asText'>[]): string {
  const values = lost.map(({ pointer, value }) => ({
    pointer,
    value,
    ...(!isPlain(value) && { asText: true }),
  }));
  const long = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
  return `${JSON.stringify(values, long, 2)}\n`;
}

/** JSON can say it. */
function isPlain(value: DocumentValue): boolean {
  if (typeof value === 'bigint' || value instanceof Date) return false;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value as object).every((child) => isPlain(child as DocumentValue));
}
