import { typedPath, typedWord } from './typed-path.ts';

/** Rows of the error table about the user's own settings. */
export const settingsRows = {
  SETTING_UNKNOWN: {
    exit: 3,
    message: (d: { key: string }) => `there is no setting "${d.key}".`,
    hint: () => 'tools settings list',
  },
  SETTING_UNUSABLE: {
    exit: 2,
    message: (d: { key: string; type: SettingType }) => `${d.key} is ${types[d.type]}.`,
    hint: (d: { key: string; type: SettingType }) =>
      `tools settings set ${typedWord(d.key)} ${d.type === 'switch' ? 'true' : 'VALUE'}`,
  },
  SETTING_DAMAGED: {
    exit: 6,
    message: (d: { path: string; key: string; type: SettingType }) =>
      `${d.key} in ${d.path} is not ${types[d.type]}.`,
    hint: (d: { path: string; key: string }) =>
      // Nobody can type it.
      /\p{Cc}/u.test(d.key) ? `vi ${typedPath(d.path)}` : `tools settings unset ${typedWord(d.key)}`,
  },
};

type SettingType = keyof typeof types;

const types = { text: 'one line of text, at most 200 characters', switch: 'true or false' } as const;
