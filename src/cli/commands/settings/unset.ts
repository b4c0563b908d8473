import { Command, Option } from 'clipanion';
import { changeSetting } from '../../../accounts/index.ts';
import { settingKey } from '../../../settings/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { dryRunOption } from '../../options.ts';

export class SettingsUnsetCommand extends BaseCommand {
  static override paths = [['settings', 'unset']];
  static override usage = Command.Usage({
    category: 'Looking after it',
    description: 'take a setting away, so that its default holds',
    examples: [['The alias client means nothing any more', '$0 settings unset aliases.client.codex']],
  });

  key = Option.String();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const at = settingKey(this.key);
    const value = at.setting.default;
    if (this.dryRun) return this.print({ dryRun: true, key: at.key, value }, `would take ${at.key} away`);
    await changeSetting(this.context.state(), at, null);
    this.tell(value === null ? `${at.key} is not set now` : `${at.key} is now ${value}, the default`);
    if (this.json) await this.print({ key: at.key, value }, '');
  }
}
