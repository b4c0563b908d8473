import { Command, Option } from 'clipanion';
import { findPlugin, pluginFolder, removePlugin } from '../../../plugins/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { leftWithout } from '../../brought-by.ts';
import { dryRunOption, yesOption } from '../../options.ts';
import { pluginDocument } from '../../plugin-words.ts';
import { consent } from '../../prompt.ts';

export class PluginRemoveCommand extends BaseCommand {
  static override paths = [
    ['plugin', 'remove'],
    ['plugin', 'rm'],
  ];
  static override usage = Command.Usage({
    category: 'Plugins',
    description: 'take a plugin away, into the trash, where it lies for 30 days',
    details: `
      All that we have of it: its code where we installed it, what it keeps, what was set for it and what you agreed
      to. What lies elsewhere is left alone. \`undo\` brings it back.
    `,
    examples: [['Take the plugin acme away', '$0 plugin remove acme']],
  });

  plugin = Option.String();
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const ctx = this.context.plugins();
    const found = findPlugin(ctx, this.plugin);
    const plugin = pluginDocument(this.context.host, found);
    const lines = [
      `${found.id}: ${pluginFolder(ctx, found.id)} goes to the trash`,
      ...(await leftWithout(this.context, found)),
    ];
    if (this.dryRun) return this.print({ dryRun: true, plugin }, lines);
    for (const line of lines) this.tell(line);
    await consent(this.context, { yes: this.yes, question: `Remove ${found.id}?`, command: this.words });
    await removePlugin(ctx, found.id);
    this.tell(`removed ${found.id}; to take that back: tools undo`);
    if (this.json) await this.print({ plugin }, '');
  }
}
