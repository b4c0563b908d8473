import { Command, Option } from 'clipanion';
import { readSetting, settingKey } from '../../../settings/index.ts';
import { BaseCommand } from '../../base-command.ts';

export class SettingsGetCommand extends BaseCommand {
  static override readonly isAnswer = true;
  static override paths = [['settings', 'get']];
  static override usage = Command.Usage({
    category: 'Looking after it',
    description: 'print the value of one setting',
    details: 'The value in force: what is set, else the default; nothing where there is neither.',
    examples: [['What the alias client means for Codex', '$0 settings get aliases.client.codex']],
  });

  key = Option.String();

  override async execute(): Promise<void> {
    const { key } = settingKey(this.key);
    const value = readSetting(this.context.state(), key);
    await this.print({ key, value }, value === null ? [] : String(value));
  }
}
