import { ToolsError } from '../errors/index.ts';
import { type SettingKey, type SettingValue, updateSettings, valueSet } from '../settings/index.ts';
import type { AccountsContext } from './context.ts';
import { withJournal } from './store/with-journal.ts';

export interface SettingChange {
  readonly key: string;
  /** null: nothing was set; also where what was there could not be used. */
  readonly from: SettingValue | null;
  readonly to: SettingValue | null;
}

/**
 * Sets one of the user's settings, or takes it away (null).
 * @throws ToolsError BUSY, STATE_DAMAGED, and those of writing
 */
export async function changeSetting(
  ctx: AccountsContext,
  at: SettingKey,
  to: SettingValue | null,
): Promise<SettingChange> {
  return change(ctx, at, () => to);
}

/**
 * Puts a former value back, or none (null), where there is still what `to` says.
 * @returns false where there is something else by now
 * @throws ToolsError BUSY, STATE_DAMAGED, and those of writing
 */
export async function restoreSetting(
  ctx: AccountsContext,
  at: SettingKey,
  { from, to }: Pick<SettingChange, 'from' | 'to'>,
): Promise<boolean> {
  const changed = await change(ctx, at, (stored) => (stored === to ? from : stored));
  return changed.to === from;
}

async function change(
  ctx: AccountsContext,
  at: SettingKey,
  next: (stored: SettingValue | null | undefined) => SettingValue | null | undefined,
): Promise<SettingChange> {
  return updateSettings(ctx, async (before, write) => {
    const stored = usable(() => valueSet(ctx, before, at));
    const to = next(stored);
    const changed = { key: at.key, from: stored ?? null, to: to ?? null };
    if (stored === to) return changed;
    const what = { name: at.key, from: changed.from, to: changed.to };
    await withJournal(ctx, { verb: 'settings set', tool: null, account: null, what }, () =>
      write(at, changed.to),
    );
    return changed;
  });
}

/** undefined: what is there is damaged. */
function usable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ToolsError && error.code === 'SETTING_DAMAGED') return undefined;
    throw error;
  }
}
