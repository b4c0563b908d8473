import { Command, Option } from 'clipanion';
import { parseSecretRef, pluginSchemes } from '../../../accounts/index.ts';
import { ToolsError, typedWord } from '../../../errors/index.ts';
import { configurePlugin, findPlugin, type PluginEntry } from '../../../plugins/index.ts';
import { askConfig } from '../../ask-config.ts';
import { BaseCommand } from '../../base-command.ts';
import { type ConfigChange, configChange } from '../../config-change.ts';
import type { ListedConfig } from '../../listed-config.ts';
import { dryRunOption } from '../../options.ts';
import { configOf } from '../../plugin-config.ts';
import { canAsk } from '../../prompt.ts';

export class PluginConfigCommand extends BaseCommand {
  static override paths = [['plugin', 'config']];
  static override usage = Command.Usage({
    category: 'Plugins',
    description: 'set what a plugin lets you set',
    details: `
      Without a setting you are asked for each, on a terminal; elsewhere, and with \`--list\`, they are listed. What is
      sensitive is never shown and never taken from the command line: it is typed unseen, or comes on stdin.
    `,
    examples: [
      ['Be asked for everything', '$0 plugin config acme'],
      ['Set one', '$0 plugin config acme endpoint https://acme.example'],
      ['One that is sensitive', 'printenv ACME_TOKEN | $0 plugin config acme token'],
      ['Say where it is kept instead', '$0 plugin config acme token --secret-ref op://Work/acme/token'],
      ['As if it had never been set', '$0 plugin config acme endpoint --unset'],
    ],
  });

  plugin = Option.String();
  setting = Option.String({ required: false });
  value = Option.String({ required: false });
  list = Option.Boolean('--list', false, { description: 'list the settings, ask for nothing' });
  advanced = Option.Boolean('--advanced', false, { description: 'ask for what few people set, too' });
  unset = Option.Boolean('--unset', false, { description: 'take away what was set' });
  secretRef = Option.String('--secret-ref', { description: 'where the value is kept: op://…, pass:…, …' });
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const { secretRef, context, setting: key, words: command } = this;
    // Before anything is said of the line: what is no reference may be the secret.
    if (secretRef !== undefined)
      parseSecretRef(secretRef, context.host.platform, pluginSchemes(context.state().extensions));
    const entry = findPlugin(context.plugins(), this.plugin);
    if (key !== undefined) {
      const { value, unset } = this;
      return this.change(
        entry,
        await configChange(context, entry, { key, value, unset, secretRef, command }),
      );
    }
    this.refuseWithoutSetting();
    const { fields, settings } = configOf(context, entry);
    const asks = canAsk(context) && !this.list && !this.json && !this.dryRun;
    if (!asks) return this.show(entry, settings);
    const asked = fields.filter(({ advanced }) => this.advanced || !advanced);
    if (asked.length === 0) throw new ToolsError('PLUGIN_NOTHING_TO_SET', { plugin: entry.id });
    return this.change(entry, await askConfig(context, asked, settings, command));
  }

  private async change(entry: PluginEntry, change: ConfigChange): Promise<void> {
    const keys = Object.keys({ ...change.set, ...change.refer });
    const gone = change.unset ?? [];
    if (keys.length + gone.length === 0) return this.tell('nothing was changed');
    if (this.dryRun) {
      const lines = [...keys.map((key) => `would set ${key}`), ...gone.map((key) => `would unset ${key}`)];
      return this.print({ dryRun: true, plugin: entry.id, set: keys, unset: gone }, lines);
    }
    await configurePlugin(this.context.plugins(), entry, change);
    const { settings } = configOf(this.context, entry);
    for (const key of keys) this.tell(newsOf(settings, key));
    for (const key of gone) this.tell(`${key} is no longer set`);
    if (entry.state === 'disabled')
      this.advise(`${entry.id} is not used yet: tools plugin enable ${typedWord(entry.id)}`);
    if (this.json) await this.print({ plugin: entry.id, settings }, '');
  }

  private async show({ id }: PluginEntry, settings: readonly ListedConfig[]): Promise<void> {
    await this.print(
      { plugin: id, settings },
      {
        heads: ['Setting', 'Value', ''],
        whole: ['Setting'],
        rows: settings.map((each) => [each.key, each.shown, each.description]),
      },
    );
    if (settings.length === 0) this.advise('it has nothing to set');
  }

  private refuseWithoutSetting(): void {
    const referring = this.secretRef === undefined ? undefined : '--secret-ref REFERENCE';
    const option = this.unset ? '--unset' : referring;
    if (option === undefined) return;
    const usage = `tools plugin config ${this.plugin} SETTING ${option}`;
    throw new ToolsError('ARGUMENT_MISSING', { command: this.words, usage });
  }
}

function newsOf(settings: readonly ListedConfig[], key: string): string {
  const { isSensitive = false, shown = '' } = settings.find((each) => each.key === key) ?? {};
  return isSensitive ? `${key} is set` : `${key} is now ${shown}`;
}
