import { Command, Option } from 'clipanion';
import { parseSecretRef } from '../../../accounts/index.ts';
import { ToolsError } from '../../../errors/index.ts';
import {
  type ConfigField,
  configFields,
  configurePlugin,
  configValueOf,
  findPlugin,
  type PluginEntry,
  pluginFolder,
  readConfig,
} from '../../../plugins/index.ts';
import { closestName } from '../../../registry/index.ts';
import { askConfig } from '../../ask-config.ts';
import { BaseCommand } from '../../base-command.ts';
import { type ListedConfig, listedConfig } from '../../listed-config.ts';
import { dryRunOption } from '../../options.ts';
import { canAsk } from '../../prompt.ts';
import { readSecret } from '../../secret-input.ts';

type Change = Parameters<typeof configurePlugin>[2];

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
    const { secretRef, context } = this;
    // Before anything is said of the line: what is no reference may be the secret.
    if (secretRef !== undefined) parseSecretRef(secretRef, context.host.platform);
    const entry = findPlugin(context.plugins(), this.plugin);
    const { setting } = this;
    if (setting !== undefined) return this.change(entry, await this.changeOf(entry, setting));
    this.refuseWithoutSetting();
    const asks = canAsk(context) && !this.list && !this.json && !this.dryRun;
    if (!asks) return this.show(this.listed(entry));
    const fields = fieldsOf(entry).filter(({ advanced }) => this.advanced || !advanced);
    if (fields.length === 0) throw new ToolsError('PLUGIN_NOTHING_TO_SET', { plugin: entry.id });
    return this.change(entry, await askConfig(context, fields, this.listed(entry), this.words));
  }

  /** What the line says that is to be changed; a value that is missing is asked for, or read. */
  private async changeOf(entry: PluginEntry, key: string): Promise<Change> {
    const { value, unset, secretRef } = this;
    this.refuseBoth(value, unset, secretRef);
    if (unset) return { unset: [key] };
    const field = this.fieldOf(entry, key);
    const { id: plugin } = entry;
    if (secretRef !== undefined) return { refer: { [key]: secretRef } };
    if (value !== undefined) {
      if (field.sensitive || this.stored(entry).sensitive.includes(key)) {
        this.context.report.hide(value);
        throw new ToolsError('PLUGIN_CONFIG_VALUE_SEEN', { plugin, key });
      }
      return { set: { [key]: this.parsed(entry, field, value) } };
    }
    if (field.sensitive) return { set: { [key]: await this.secretOf(plugin, field) } };
    if (!canAsk(this.context)) {
      const usage = `tools plugin config ${plugin} ${key} VALUE`;
      throw new ToolsError('ARGUMENT_MISSING', { command: this.words, usage });
    }
    return askConfig(this.context, [field], this.listed(entry), this.words);
  }

  private async secretOf(plugin: string, { key, title = key }: ConfigField): Promise<string> {
    const unusable = (problem: 'empty' | 'length' | 'terminal') =>
      new ToolsError('PLUGIN_CONFIG_INPUT_UNUSABLE', { plugin, key, problem });
    const typed = await readSecret(this.context, this.words, { question: `${title} (not shown)`, unusable });
    if (typed === '') throw unusable('empty');
    return typed;
  }

  private parsed({ id: plugin }: PluginEntry, field: ConfigField, typed: string) {
    const read = configValueOf(field, typed);
    if ('value' in read) return read.value;
    const problems = [{ key: field.key, problem: read.problem }];
    throw new ToolsError('PLUGIN_CONFIG_INVALID', { plugin, problems });
  }

  private fieldOf({ id: plugin, ...entry }: PluginEntry, key: string): ConfigField {
    const fields = fieldsOf(entry);
    const field = fields.find((each) => each.key === key);
    if (field) return field;
    const closest = closestName(
      key,
      fields.map((each) => each.key),
    );
    throw new ToolsError('PLUGIN_CONFIG_KEY_UNKNOWN', { plugin, key: key.slice(0, 64), closest });
  }

  private async change(entry: PluginEntry, change: Change): Promise<void> {
    const keys = Object.keys({ ...change.set, ...change.refer });
    const gone = change.unset ?? [];
    if (keys.length + gone.length === 0) return this.tell('nothing was changed');
    if (this.dryRun) {
      const lines = [...keys.map((key) => `would set ${key}`), ...gone.map((key) => `would unset ${key}`)];
      return this.print({ dryRun: true, plugin: entry.id, set: keys, unset: gone }, lines);
    }
    await configurePlugin(this.context.plugins(), entry, change);
    const settings = this.listed(entry);
    for (const key of keys) this.tell(newsOf(settings, key));
    for (const key of gone) this.tell(`${key} is no longer set`);
    if (this.json) await this.print({ plugin: entry.id, settings }, '');
  }

  private stored(entry: PluginEntry) {
    const ctx = this.context.plugins();
    return readConfig(ctx.host, pluginFolder(ctx, entry.id), entry.found?.package?.configSchema);
  }

  private listed(entry: PluginEntry): readonly ListedConfig[] {
    return listedConfig(fieldsOf(entry), this.stored(entry));
  }

  private async show(settings: readonly ListedConfig[]): Promise<void> {
    await this.print(
      { plugin: this.plugin, settings },
      {
        heads: ['Setting', 'Value', ''],
        whole: ['Setting'],
        rows: settings.map((each) => [each.key, each.shown, each.description]),
      },
    );
    if (settings.length === 0) this.advise('it has nothing to set');
  }

  private refuseWithoutSetting(): void {
    const option = this.unset
      ? '--unset'
      : this.secretRef === undefined
        ? undefined
        : '--secret-ref REFERENCE';
    if (option === undefined) return;
    const usage = `tools plugin config ${this.plugin} SETTING ${option}`;
    throw new ToolsError('ARGUMENT_MISSING', { command: this.words, usage });
  }

  private refuseBoth(value: string | undefined, unset: boolean, secretRef: string | undefined): void {
    const given = [
      value === undefined ? [] : 'a value',
      unset ? '--unset' : [],
      secretRef === undefined ? [] : '--secret-ref',
    ].flat();
    const [one, other] = given;
    if (one !== undefined && other !== undefined)
      throw new ToolsError('OPTION_CONFLICT', { command: this.words, one, other });
  }
}

/** None where its manifest can't be read: then what was set can be seen and taken away. */
function fieldsOf({ found }: Pick<PluginEntry, 'found'>): readonly ConfigField[] {
  const schema = found?.package?.configSchema;
  return schema ? configFields(schema) : [];
}

function newsOf(settings: readonly ListedConfig[], key: string): string {
  const { isSensitive = false, shown = '' } = settings.find((each) => each.key === key) ?? {};
  return isSensitive ? `${key} is set` : `${key} is now ${shown}`;
}
