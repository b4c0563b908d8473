import { formatPointer } from '../../formats/index.ts';
import { type MergeStep, mergeStep } from '../../merge/index.ts';
import type { Host } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { AccountsContext } from '../context.ts';
import { lookAt, type Seen, type Unreadable } from './look.ts';
import { hashOf, mergeFacts } from './merge-facts.ts';
import type { SeedDocument } from './seed-sources.ts';
import { unsharedOf } from './unshared.ts';

/** What accounts may share of one file of the tool's own directory. */
export interface SeededDocument {
  readonly path: string;
  /** Undefined: nothing. */
  readonly text: string | undefined;
  /** What is in it. */
  readonly pointers: readonly string[];
  /** What the rules would share, but for what it holds: a path of a home, something like a key. */
  readonly refused: readonly { readonly pointer: string; readonly why: string }[];
  /** It can't be read, or nothing can be concluded from it: nothing of it is taken. */
  readonly problem?: string;
}

/** The same as a home's first merge with an empty root: the tool's own file is only read. */
export function seedDocument(
  ctx: AccountsContext,
  tool: AITool,
  salt: string,
  { entry, from }: SeedDocument,
): SeededDocument {
  const none = { path: entry.path, text: undefined, pointers: [], refused: [] };
  const seen = lookUntilSteady(ctx.host, from);
  if ('problem' in seen) return { ...none, problem: seen.problem };
  const { mark: _, ...facts } = mergeFacts(ctx.host, tool, entry);
  const step = mergeStep({
    ...facts,
    shared: undefined,
    home: seen.text,
    root: { id: '', gen: 0, tombstones: {} },
    base: undefined,
    live: { state: 'none' },
    pull: false,
    unshared: unsharedOf(ctx, tool),
    now: ctx.host.now().getTime(),
    hash: hashOf({ salt }),
  });
  if (step.damage) return { ...none, problem: `${step.damage.problem} (byte ${step.damage.offset})` };
  return {
    path: entry.path,
    text: step.shared,
    pointers: pushedPointers(step),
    refused: step.held.map(({ pointer, why }) => ({ pointer, why })),
  };
}

/** A program over there may be saving it just now. */
function lookUntilSteady(host: Host, path: string, tries = 3): Seen | Unreadable {
  const seen = lookAt(host, path);
  if (seen !== undefined) return seen;
  return tries > 1
    ? lookUntilSteady(host, path, tries - 1)
    : { path, offset: 0, problem: 'it keeps changing' };
}

function pushedPointers({ outcomes }: MergeStep): readonly string[] {
  const pushed = outcomes.flatMap(({ move, homeLeaf }) => (move === 'push' && homeLeaf ? [homeLeaf] : []));
  return [...new Set(pushed.map(({ path }) => formatPointer(path)))];
}
