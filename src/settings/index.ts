export { type SettingKey, settingKey, settingValue } from './setting-key.ts';
export {
  keysSet,
  readSetting,
  readSettings,
  updateSettings,
  valueSet,
} from './settings-file.ts';
export { type SettingValue, settingsTable } from './settings-table.ts';
