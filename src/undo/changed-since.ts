import { ToolsError } from '../errors/index.ts';
import type { JournalRecord } from '../state/index.ts';
import { wordsOf } from './words-of.ts';

/** What a change left is not there any more. */
export function changedSince(change: JournalRecord, why: string, instead?: string): ToolsError {
  return new ToolsError('UNDO_CHANGED_SINCE', { change: wordsOf(change), why, instead });
}
