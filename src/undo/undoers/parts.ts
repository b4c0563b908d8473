import type { AccountsContext } from '../../accounts/index.ts';
import { withJournalOfParts } from '../../accounts/index.ts';
import type { JournalRecord } from '../../state/index.ts';
import { changedSince } from '../changed-since.ts';
import { laterUseOf, readHistory, shortId } from '../history.ts';
import type { NotUndoable, Standing, Undoer } from '../undoer.ts';
import { wordsOf } from '../words-of.ts';

/** A change that is made of others is taken back by taking back each of them, the last first. */
export function undoPartsWith(
  undoers: () => Readonly<Record<string, Undoer | NotUndoable>>,
  again: string,
): Undoer {
  return {
    look: async (ctx, change): Promise<Standing> => {
      const needed = neededBy(ctx, change);
      if (needed) return needed;
      const makes: string[] = [];
      const parts = partsOf(ctx, change, undoers());
      for (const [part, undoer] of parts) {
        const standing = await undoer.look(ctx, part);
        if (standing.at === 'elsewhere' && !waitsForAnother(part, parts)) return standing;
        if (standing.at === 'half') return cutOff(part);
        if (standing.at === 'after') makes.push(...standing.makes);
      }
      return makes.length === 0 ? { at: 'before' } : { at: 'after', makes };
    },
    undo: (ctx, change) => {
      const entry = { verb: again, tool: null, account: null, what: change.what };
      return withJournalOfParts(ctx, entry, async (parts) => {
        const now: string[] = [];
        for (const [part, undoer] of partsOf(ctx, change, undoers())) {
          const { at } = await undoer.look(ctx, part);
          if (at === 'elsewhere' || at === 'half')
            throw changedSince(change, `${wordsOf(part)} was changed since`);
          if (at === 'after') now.push(...(await undoer.undo(parts, part)));
        }
        return now;
      });
    },
  };
}

/** It names an account that another part brings back before it is its turn. */
function waitsForAnother(part: JournalRecord, parts: readonly (readonly [JournalRecord, Undoer])[]): boolean {
  const named = Object.values(part.what);
  return parts.some(([other]) => other !== part && other.account !== null && named.includes(other.account));
}

/** The last first. */
function partsOf(
  ctx: AccountsContext,
  { id }: JournalRecord,
  undoers: Readonly<Record<string, Undoer | NotUndoable>>,
): readonly (readonly [JournalRecord, Undoer])[] {
  return readHistory(ctx).changes.flatMap(({ record, state }) => {
    const undoer = Object.hasOwn(undoers, record.verb) ? undoers[record.verb] : undefined;
    const isPart = record.partOf === id && state !== 'undone' && undoer !== undefined && 'look' in undoer;
    return isPart ? [[record, undoer] as const] : [];
  });
}

/** A later change of an account that would be gone has to be taken back first. */
function neededBy(ctx: AccountsContext, change: JournalRecord): Standing | undefined {
  const { changes } = readHistory(ctx);
  const accounts = changes
    .filter(({ record }) => record.partOf === change.id)
    .flatMap(({ record }) => record.account ?? []);
  const later = laterUseOf(changes, change, accounts);
  if (!later) return undefined;
  return {
    at: 'elsewhere',
    why: `${wordsOf(later)} came after it`,
    instead: `tools undo ${shortId(later.id)}`,
    isWaiting: true,
  };
}

function cutOff(part: JournalRecord): Standing {
  const instead = `tools undo ${shortId(part.id)}`;
  return { at: 'elsewhere', why: `${wordsOf(part)} was cut off`, instead, isWaiting: true };
}
