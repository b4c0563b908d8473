import { ToolsError } from '../errors/index.ts';
import type { JournalRecord } from '../state/index.ts';

/**
 * A text that the entries of its verb have.
 * @throws ToolsError UNDO_NOT_NOTED where this one has none: it is damaged, or an older release noted less
 */
export function textIn(change: JournalRecord, name: string): string {
  const value = name === 'tool' || name === 'account' ? change[name] : change.what[name];
  if (typeof value === 'string') return value;
  throw new ToolsError('UNDO_NOT_NOTED', { change: change.verb, missing: name });
}

/**
 * What a text of an entry says, as JSON.
 * @throws ToolsError UNDO_NOT_NOTED where that is something else, or nothing: it is damaged, or of another release
 */
export function valueIn<Value>(
  change: JournalRecord,
  name: string,
  isShape: (value: unknown) => value is Value,
): Value {
  const value = parsed(textIn(change, name));
  if (isShape(value)) return value;
  throw new ToolsError('UNDO_NOT_NOTED', { change: change.verb, missing: name });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
