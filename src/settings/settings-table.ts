/** What a setting may be. */
export type SettingValue = string | boolean;

/** One key of settings.json; `<name>` stands for any one part. */
export interface Setting {
  readonly key: string;
  readonly type: 'text' | 'switch';
  /** null: nothing is set. */
  readonly default: SettingValue | null;
  readonly description: string;
}

/** Every key that we know. What else stands in the file is kept. */
export const settingsTable: readonly Setting[] = [
  {
    key: 'aliases.<alias>.<tool>',
    type: 'text',
    default: null,
    description: 'the account of the tool that files in repositories mean by this alias',
  },
  {
    key: 'plain',
    type: 'switch',
    default: false,
    description: 'no colours, marks, boxes or moving parts: one item a line, in words',
  },
  {
    key: 'plugins.<plugin>',
    type: 'text',
    default: null,
    description: 'where a plugin lies, as an absolute path: instead of one that is installed or linked',
  },
];
