import { ToolsError } from '../errors/index.ts';
import { type Setting, type SettingValue, settingsTable } from './settings-table.ts';

/** A key as it was typed, and where its value lies in the file. */
export interface SettingKey {
  readonly key: string;
  readonly setting: Setting;
  /** Names of members, outermost first. */
  readonly path: readonly string[];
  /** What stands for `<name>` in the table, by that name. */
  readonly names: Readonly<Record<string, string>>;
}

/** @throws ToolsError SETTING_UNKNOWN */
export function settingKey(key: string): SettingKey {
  for (const setting of settingsTable) {
    const found = patternOf(setting).exec(key);
    if (!found) continue;
    const names = { ...found.groups };
    const path = setting.key.split('.').map((part) => names[nameOf(part) ?? ''] ?? part);
    return { key, setting, path, names };
  }
  throw new ToolsError('SETTING_UNKNOWN', { key });
}

/** The value of a text as it was typed. @throws ToolsError SETTING_UNUSABLE */
export function settingValue({ key, setting }: SettingKey, text: string): SettingValue {
  const value = setting.type === 'switch' && /^(?:true|false)$/.test(text) ? text === 'true' : text;
  if (isUsable(setting, value)) return value;
  throw new ToolsError('SETTING_UNUSABLE', { key, type: setting.type });
}

export function isUsable({ type }: Setting, value: unknown): value is SettingValue {
  if (type === 'switch') return typeof value === 'boolean';
  return typeof value === 'string' && /^\P{Cc}{1,200}$/u.test(value);
}

/** Only the last name may hold dots: an id of a tool can. */
function patternOf({ key }: Setting): RegExp {
  const parts = key.split('.');
  const patterns = parts.map((part, at) => {
    const name = nameOf(part);
    if (name === undefined) return part;
    return at === parts.length - 1 ? `(?<${name}>.+)` : `(?<${name}>[^.]+)`;
  });
  return new RegExp(`^${patterns.join('\\.')}$`, 'su');
}

function nameOf(part: string): string | undefined {
  return /^<(\w+)>$/.exec(part)?.[1];
}
