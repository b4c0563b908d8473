import { formatPointer } from '../../formats/index.ts';
import { type MergeStep, mergeStep } from '../../merge/index.ts';
import type { Host } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { AccountsContext } from '../context.ts';
import { placeIn } from '../sharing/home-facts.ts';
import type { SharedRoot } from '../sharing/shared-root.ts';
import { hashOf, mergeFacts } from './merge-facts.ts';
import { readSteady, type Seen, type Unreadable } from './read-steady.ts';
import { readRootState } from './root-state.ts';
import type { SeedDocument } from './seed-sources.ts';
import { unsharedOf } from './unshared.ts';

/** What accounts may share of one file of the tool's own directory. */
export interface SeededDocument {
  readonly path: string;
  /** Undefined: nothing. */
  readonly text: string | undefined;
  /** What of it the root gets. */
  readonly pointers: readonly string[];
  /** What accounts have another value of already, which stays. */
  readonly stays: readonly string[];
  /** What the rules would share, but for what it holds: a path of a home, something like a key. */
  readonly refused: readonly { readonly pointer: string; readonly why: string }[];
  /** It can't be read, or nothing can be concluded from it: nothing of it is taken. */
  readonly problem?: string;
}

/**
 * The same as a home's first meeting with the root: the tool's own file is only read. `text` is what it has that may
 * be shared at all, for whoever meets the root with it later: what accounts have then wins.
 * @param root undefined: it was never made
 * @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE
 */
export function seedDocument(
  ctx: AccountsContext,
  tool: AITool,
  root: SharedRoot | undefined,
  { entry, from }: SeedDocument,
): SeededDocument {
  const none = { path: entry.path, text: undefined, pointers: [], stays: [], refused: [] };
  const seen = lookUntilSteady(ctx.host, from);
  if ('problem' in seen) return { ...none, problem: seen.problem };
  const theirs = root && lookUntilSteady(ctx.host, placeIn(ctx.host, root.folder, entry.path));
  if (theirs && 'problem' in theirs) return { ...none, problem: `${inRoot}: ${theirs.problem}` };
  const { mark: _, ...facts } = mergeFacts(ctx.host, tool, entry);
  const meet = (shared: string | undefined, state: MergeStep['root']) =>
    mergeStep({
      ...facts,
      shared,
      home: seen.text,
      root: state,
      base: undefined,
      live: { state: 'none' },
      pull: false,
      unshared: unsharedOf(ctx, tool),
      now: ctx.host.now().getTime(),
      hash: hashOf(root ?? { salt: '' }),
    });
  const alone = meet(undefined, { id: '', gen: 0, tombstones: {} });
  const step = root ? meet(theirs?.text, readRootState(ctx, root, entry.path)) : alone;
  const { damage } = step;
  if (damage) {
    const whose = damage.side === 'shared' ? `${inRoot}: ` : '';
    return { ...none, problem: `${whose}${damage.problem} (byte ${damage.offset})` };
  }
  const pointers = pushedPointers(step);
  return {
    path: entry.path,
    text: pointers.length === 0 ? undefined : alone.shared,
    pointers,
    stays: step.conflicts.map(({ pointer }) => pointer),
    refused: step.held.map(({ pointer, why }) => ({ pointer, why })),
  };
}

const inRoot = 'in what accounts share';

/** A program over there may be saving it just now. */
function lookUntilSteady(host: Host, path: string, tries = 3): Seen | Unreadable {
  const seen = readSteady(host, path);
  if (seen !== undefined) return seen;
  return tries > 1
    ? lookUntilSteady(host, path, tries - 1)
    : { path, offset: 0, problem: 'it keeps changing' };
}

function pushedPointers({ outcomes }: MergeStep): readonly string[] {
  const pushed = outcomes.flatMap(({ move, homeLeaf }) => (move === 'push' && homeLeaf ? [homeLeaf] : []));
  return [...new Set(pushed.map(({ path }) => formatPointer(path)))];
}
