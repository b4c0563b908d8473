import { ToolsError } from '../errors/index.ts';
import type { AppPaths, Host } from '../platform/index.ts';
import { isRecord } from '../platform/index.ts';
import { isSettingsFile, readJson, type SettingsFile, updateJson } from '../state/index.ts';
import { isUsable, type SettingKey, settingKey } from './setting-key.ts';
import { type SettingValue, settingsTable } from './settings-table.ts';

interface Ours {
  readonly host: Host;
  readonly paths: AppPaths;
}

/** What settings.json holds, as it is. */
export type Settings = SettingsFile;

/** @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE */
export function readSettings({ host, paths }: Ours): Settings {
  return readJson(host, paths.settings, isSettingsFile) ?? empty;
}

/** What is set; null: nothing is. @throws ToolsError SETTING_DAMAGED when it can't be what the key says */
export function valueSet({ paths }: Ours, settings: Settings, at: SettingKey): SettingValue | null {
  const value = memberAt(settings, at.path);
  if (value === undefined) return null;
  if (isUsable(at.setting, value)) return value;
  throw new ToolsError('SETTING_DAMAGED', { path: paths.settings, key: at.key, type: at.setting.type });
}

/** The value in force. @throws ToolsError SETTING_UNKNOWN, SETTING_DAMAGED, and as readSettings */
export function readSetting(ours: Ours, key: string): SettingValue | null {
  const at = settingKey(key);
  return valueSet(ours, readSettings(ours), at) ?? at.setting.default;
}

/** Every key that something is set for, in the order of the table. */
export function keysSet(settings: Settings): readonly SettingKey[] {
  return settingsTable.flatMap((setting) => keysBelow(settings, setting.key.split('.'))).map(settingKey);
}

/**
 * Reads the settings and lets `work` write them anew, with one value changed or taken away (null).
 * @throws ToolsError BUSY, STATE_DAMAGED, and those of writing
 */
export async function updateSettings<Result>(
  ours: Ours & { readonly tell: (line: string) => void },
  work: (
    before: Settings,
    write: (at: SettingKey, value: SettingValue | null) => Promise<void>,
  ) => Promise<Result>,
): Promise<Result> {
  const file = {
    path: ours.paths.settings,
    kind: 'settings',
    isShape: isSettingsFile,
    what: 'the settings',
  } as const;
  return updateJson(ours, file, (before = empty, write) =>
    work(before, ({ path }, value) =>
      write({ ...(withMember(before, path, value) as Settings), schemaVersion: 1 }),
    ),
  );
}

const empty: Settings = { schemaVersion: 1 };

function keysBelow(value: unknown, parts: readonly string[], before: readonly string[] = []): string[] {
  const [part, ...rest] = parts;
  if (part === undefined) return value === undefined ? [] : [before.join('.')];
  if (!isRecord(value)) return [];
  const names = part.startsWith('<') ? Object.keys(value) : [part];
  return names.flatMap((name) => keysBelow(memberAt(value, [name]), rest, [...before, name]));
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (here, name) => (isRecord(here) && Object.hasOwn(here, name) ? here[name] : undefined),
    value,
  );
}

/** A member whose last one goes, goes with it. What stands in the way is no member of ours, and is replaced. */
function withMember(value: unknown, [name, ...rest]: readonly string[], leaf: SettingValue | null): unknown {
  if (name === undefined) return leaf ?? undefined;
  const record = isRecord(value) ? value : {};
  const child = withMember(memberAt(record, [name]), rest, leaf);
  const others = Object.entries(record).filter(([key]) => key !== name);
  if (child === undefined && others.length === 0) return undefined;
  // Not by assignment: a name may be `__proto__`.
  return Object.fromEntries(child === undefined ? others : [...others, [name, child]]);
}
