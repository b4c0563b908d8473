export { type SettingKey, settingKey, settingValue } from './setting-key.ts';
export {
  keysSet,
  readSetting,
  readSettings,
  type Settings,
  updateSettings,
  valueSet,
} from './settings-file.ts';
export { type Setting, type SettingValue, settingsTable } from './settings-table.ts';
