import { Command, Option } from 'clipanion';
import { findPlugin, unlinkPlugin } from '../../../plugins/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { leftWithout } from '../../brought-by.ts';
import { dryRunOption } from '../../options.ts';
import { pluginDocument } from '../../plugin-words.ts';

export class PluginUnlinkCommand extends BaseCommand {
  static override paths = [['plugin', 'unlink']];
  static override usage = Command.Usage({
    category: 'Plugins',
    description: 'forget a linked plugin, which stays where it lies',
    details: 'What it keeps with us, and what was set for it, goes to the trash; `undo` brings it back.',
    examples: [['Forget the plugin acme', '$0 plugin unlink acme']],
  });

  plugin = Option.String();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const ctx = this.context.plugins();
    const found = findPlugin(ctx, this.plugin);
    const left = await leftWithout(this.context, found);
    const plugin = pluginDocument(this.context.host, found);
    if (this.dryRun)
      return this.print({ dryRun: true, plugin }, [
        `would unlink ${found.id} from ${found.source.path}`,
        ...left,
      ]);
    await unlinkPlugin(ctx, found.id);
    for (const line of [`unlinked ${found.id}; ${found.source.path} is as it was`, ...left]) this.tell(line);
    if (this.json) await this.print({ plugin }, '');
  }
}
