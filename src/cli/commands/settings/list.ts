import { Command } from 'clipanion';
import type { AccountsContext } from '../../../accounts/index.ts';
import {
  keysSet,
  readSettings,
  type SettingValue,
  settingsTable,
  valueSet,
} from '../../../settings/index.ts';
import { BaseCommand } from '../../base-command.ts';

/** One row: a key that is set, or one that could be. */
interface ListedSetting {
  readonly key: string;
  /** In force; null: nothing is. */
  readonly value: SettingValue | null;
  readonly isSet: boolean;
  readonly default: SettingValue | null;
  readonly description: string;
}

export class SettingsListCommand extends BaseCommand {
  static override readonly isAnswer = true;
  static override paths = [
    ['settings', 'list'],
    ['settings', 'ls'],
  ];
  static override usage = Command.Usage({
    category: 'Looking after it',
    description: 'list the settings, what they are and what they do',
    details: 'They lie in `settings.json` in our folder. A name in `<…>` stands for one of your own.',
    examples: [['All of them', '$0 settings list']],
  });

  override async execute(): Promise<void> {
    const settings = listed(this.context.state());
    await this.print(
      { settings },
      {
        heads: ['Setting', 'Value', ''],
        whole: ['Setting'],
        rows: settings.map(({ key, value, description }) => [
          key,
          value === null ? '' : String(value),
          description,
        ]),
      },
    );
  }
}

function listed(state: AccountsContext): readonly ListedSetting[] {
  const settings = readSettings(state);
  const set = keysSet(settings);
  return settingsTable.flatMap((setting) => {
    const { key, description } = setting;
    const own = set.filter((each) => each.setting === setting);
    const rows = own.map((each) => {
      const value = valueSet(state, settings, each);
      return { key: each.key, value, isSet: true, default: setting.default, description };
    });
    const isThere = own.some((each) => each.key === key);
    return isThere
      ? rows
      : [{ key, value: setting.default, isSet: false, default: setting.default, description }, ...rows];
  });
}
