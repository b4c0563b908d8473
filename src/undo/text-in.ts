import { ToolsError } from '../errors/index.ts';
import type { JournalRecord } from '../state/index.ts';

/**
 * A text that the entries of its verb have.
 * @throws ToolsError UNDO_CHANGED_SINCE where this one has none: an older release noted less
 */
export function textIn(change: JournalRecord, name: string): string {
  const value = name === 'tool' || name === 'account' ? change[name] : change.what[name];
  if (typeof value === 'string') return value;
  throw new ToolsError('UNDO_NOT_NOTED', { change: change.verb, missing: name });
}
