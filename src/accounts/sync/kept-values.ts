import { ToolsError } from '../../errors/index.ts';
import { setPointer } from '../../formats/index.ts';
import { type Conflict, type HeldLock, listConflicts, moveToTrash, readJson } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { livenessOf } from '../home/liveness.ts';
import { type FileTask, placesOf } from './file-task.ts';
import { keepInRoot, type Lost, lostAtHome } from './keep-values.ts';
import { mergeFacts } from './merge-facts.ts';
import { stepOf } from './merge-once.ts';
import { readSteady, type Seen } from './read-steady.ts';
import { withFileLock } from './root-state.ts';
import { writeHomeFile } from './write-home-file.ts';

/** Values of the account that lost to what is shared, of one file; they can still be taken. */
export function keptOf(
  { host, paths }: AccountsContext,
  { tool, id }: Pick<StoredAccount, 'tool' | 'id'>,
): readonly Conflict[] {
  return listConflicts(host, paths).filter(
    (each) => each.tool === tool && each.account === id && each.why === lostAtHome,
  );
}

/** The pointers whose values lie in a kept file; none where it can't be read. */
export function pointersKept(ctx: AccountsContext, { kept }: Conflict): readonly string[] {
  return (readLost(ctx, kept) ?? []).map(({ pointer }) => pointer);
}

/** Settles a conflict: the kept values are not to be taken any more. They lie in the trash for 30 days. */
export function dropKept({ host, paths }: AccountsContext, { tool, kept }: Conflict): void {
  moveToTrash(host, paths, host.path.dirname(kept), `values of ${tool} that lost, and were let go`);
}

/**
 * Gives a home back the values of its own that lost, unless something lives there; a push then brings them to the
 * root. What is shared instead is kept first.
 * @returns whether the home has all of them
 * @throws ToolsError BUSY, EDIT_REFUSED, and those of writing
 */
export async function takeKept(task: FileTask, conflict: Conflict): Promise<boolean> {
  const { ctx, root, entry } = task;
  const lost = readLost(ctx, conflict.kept);
  if (!lost?.every(({ pointer, asText }) => !asText && !pointer.includes('…'))) return false;
  return withFileLock(ctx.host, root, entry.path, 2000, (lock) => giveBack(task, lost, lock));
}

async function giveBack(task: FileTask, lost: readonly Lost[], lock: HeldLock): Promise<boolean> {
  const { ctx, tool, account } = task;
  const { host } = ctx;
  const places = placesOf(task);
  const [shared, home] = [readSteady(host, places.shared), readSteady(host, places.home)];
  const live = livenessOf(ctx, tool, account);
  if (!shared || !home || 'problem' in shared || 'problem' in home || live.state !== 'none') return false;
  const text = textFor(task, home, shared, lost, live);
  if (text === undefined) return true;
  keepInRoot(
    task,
    lost.map(({ pointer }) => pointer),
    shared.text,
  );
  return (await writeHomeFile({ ...task, wish: { pull: true } }, home, text, lock)) === 'written';
}

/** The home's text as if what is shared held its values: its own parts stay what they are. */
function textFor(
  task: FileTask,
  home: Seen,
  shared: Seen,
  lost: readonly Lost[],
  live: ReturnType<typeof livenessOf>,
): string | undefined {
  const { ctx, tool, entry, root } = task;
  const { format } = mergeFacts(ctx.host, tool, entry);
  const wanted = lost.reduce((text, { pointer, value }) => {
    if (format === 'text') return String(value);
    if (pointer === '') return `${JSON.stringify(value, null, 2)}\n`;
    return setPointer(text, format, pointer, value as Parameters<typeof setPointer>[3]);
  }, shared.text ?? '');
  const reading = { home, shared: { ...shared, text: wanted }, base: undefined, live };
  const wish = { pull: true, take: 'shared' } as const;
  const state = { id: root.id, gen: 0, tombstones: {} };
  return stepOf({ ...task, wish }, { ...reading, now: ctx.host.now().getTime() }, state).home;
}

function readLost({ host }: AccountsContext, file: string): readonly Lost[] | undefined {
  const isLost = (value: unknown): value is readonly Lost[] =>
    Array.isArray(value) && value.every((each) => typeof each?.pointer === 'string' && 'value' in each);
  try {
    return readJson(host, file, isLost);
  } catch (error) {
    if (error instanceof ToolsError) return undefined;
    throw error;
  }
}
