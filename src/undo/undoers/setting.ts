import { restoreSetting } from '../../accounts/index.ts';
import { readSettings, type SettingValue, settingKey, valueSet } from '../../settings/index.ts';
import type { JournalRecord } from '../../state/index.ts';
import { changedSince } from '../changed-since.ts';
import { textIn } from '../text-in.ts';
import type { Undoer } from '../undoer.ts';

/** `tools settings set`, `unset`: the setting is what it was before. */
export const undoSetting: Undoer = {
  look: (ctx, change) => {
    const { at, from, to } = partsOf(change);
    const now = valueSet(ctx, readSettings(ctx), at);
    if (now === from) return { at: 'before' };
    return now === to
      ? { at: 'after', makes: [inWords(change)] }
      : { at: 'elsewhere', why: `${at.key} was changed since` };
  },
  undo: async (ctx, change) => {
    const { at, from, to } = partsOf(change);
    if (!(await restoreSetting(ctx, at, { from, to })))
      throw changedSince(change, `${at.key} was changed since`);
    return [inWords(change)];
  },
};

function partsOf(change: JournalRecord) {
  return { at: settingKey(textIn(change, 'name')), from: valueIn(change, 'from'), to: valueIn(change, 'to') };
}

function valueIn(change: JournalRecord, name: string): SettingValue | null {
  const value = change.what[name];
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

function inWords(change: JournalRecord): string {
  const { at, from } = partsOf(change);
  return from === null ? `${at.key} is not set` : `${at.key} is ${from}`;
}
