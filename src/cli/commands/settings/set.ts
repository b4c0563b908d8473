import { Command, Option } from 'clipanion';
import { accountOfLabel, changeSetting, systemLabel } from '../../../accounts/index.ts';
import { settingKey, settingValue } from '../../../settings/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { dryRunOption } from '../../options.ts';

export class SettingsSetCommand extends BaseCommand {
  static override paths = [['settings', 'set']];
  static override usage = Command.Usage({
    category: 'Looking after it',
    description: 'set one of your settings',
    details: `
      \`settings list\` shows the keys. \`aliases.<alias>.<tool>\` says which account of yours files in repositories
      mean by that alias.
    `,
    examples: [
      ['The alias client means the account acme of Codex', '$0 settings set aliases.client.codex acme'],
      ['No colours and moving parts', '$0 settings set plain true'],
    ],
  });

  key = Option.String();
  value = Option.String();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const at = settingKey(this.key);
    const value = settingValue(at, this.value);
    const state = this.context.state();
    const { tool } = at.names;
    const known = tool === undefined ? undefined : this.toolOf(tool).id;
    const result = { key: at.key, value };
    if (this.dryRun) return this.print({ dryRun: true, ...result }, `would set ${at.key} to ${value}`);
    await changeSetting(state, at, value);
    this.tell(`${at.key} is now ${value}`);
    if (known !== undefined && value !== systemLabel && !accountOfLabel(state, known, String(value)))
      this.tell(`${known} has no account "${value}" yet: tools login ${known} -a ${value}`);
    if (this.json) await this.print(result, '');
  }
}
