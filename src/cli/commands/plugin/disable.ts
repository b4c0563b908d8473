import { Command, Option } from 'clipanion';
import { disablePlugin, findPlugin } from '../../../plugins/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { leftWithout } from '../../brought-by.ts';
import { dryRunOption } from '../../options.ts';
import { pluginDocument } from '../../plugin-words.ts';

export class PluginDisableCommand extends BaseCommand {
  static override paths = [['plugin', 'disable']];
  static override usage = Command.Usage({
    category: 'Plugins',
    description: 'use a plugin no longer',
    details: 'What it keeps, what was set for it and what you agreed to stays, for when it is enabled again.',
    examples: [['Use the plugin acme no longer', '$0 plugin disable acme']],
  });

  plugin = Option.String();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const ctx = this.context.plugins();
    const found = findPlugin(ctx, this.plugin);
    const left = await leftWithout(this.context, found);
    if (this.dryRun) {
      const plugin = pluginDocument(this.context.host, found);
      return this.print({ dryRun: true, plugin }, [`would disable ${found.id}`, ...left]);
    }
    const { entry, wasEnabled } = await disablePlugin(ctx, found.id);
    this.tell(wasEnabled ? `disabled ${entry.id}` : `${entry.id} is not enabled`);
    if (wasEnabled) for (const line of left) this.tell(line);
    if (this.json) await this.print({ plugin: pluginDocument(this.context.host, entry) }, '');
  }
}
