import { Command, Option } from 'clipanion';
import { planEnable } from '../../../plugins/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { enableWithConsent } from '../../enable-with-consent.ts';
import { dryRunOption, yesOption } from '../../options.ts';
import { planLines, pluginDocument } from '../../plugin-words.ts';

export class PluginEnableCommand extends BaseCommand {
  static override paths = [['plugin', 'enable']];
  static override usage = Command.Usage({
    category: 'Plugins',
    description: 'use a plugin from now on, having seen what it asks for',
    details: `
      Shows the permissions and asks. A plugin that is code is trusted code: it runs with all your rights, and its
      permissions say what it means to do, not what it is held to. One that asks for more later is not used until you
      agree again. It is loaded once, to find out what it brings; one that fails at that is not enabled.
    `,
    examples: [
      ['Use the plugin acme', '$0 plugin enable acme'],
      ['See first what it asks for', '$0 plugin enable acme --dry-run'],
    ],
  });

  plugin = Option.String();
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    if (this.dryRun) {
      const plan = await planEnable(this.context.plugins(), this.plugin);
      const { entry, permissions, added } = plan;
      return this.print(
        { dryRun: true, plugin: pluginDocument(this.context.host, entry), permissions, added },
        planLines(plan),
      );
    }
    const entry = await enableWithConsent(this.context, this.plugin, {
      yes: this.yes,
      command: this.words,
    });
    if (this.json) await this.print({ plugin: pluginDocument(this.context.host, entry) }, '');
  }
}
