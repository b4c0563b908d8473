import { Command, Option } from 'clipanion';
import { findPlugin, linkPlugin, pluginAt } from '../../../plugins/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { enableWithConsent } from '../../enable-with-consent.ts';
import { dryRunOption, yesOption } from '../../options.ts';
import { kindWords, nameOf, pluginDocument } from '../../plugin-words.ts';
import { canAsk } from '../../prompt.ts';

export class PluginLinkCommand extends BaseCommand {
  static override paths = [['plugin', 'link']];
  static override usage = Command.Usage({
    category: 'Plugins',
    description: 'make a plugin known that lies in a folder of yours, or is a program',
    details: `
      A folder holds a \`package.json\` with a block \`tools\`, and nothing of it is run. A program is started once, to say
      which tool it brings; its id is that tool's. The plugin stays where it lies, and may change there. It is not
      used before it is enabled: on a terminal you are asked, with what it asks for; \`--yes\` agrees to that.

      \`tools --plugin PATH --yes\` and a command use one in that command, and link nothing.
    `,
    examples: [
      ['A plugin that you are writing', '$0 plugin link ./acme-plugin'],
      ['A program that speaks the wire', '$0 plugin link ~/bin/acme-plugin'],
    ],
  });

  file = Option.String();
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const ctx = this.context.plugins();
    if (this.dryRun) {
      const { id, kind, version, source, permissions } = await pluginAt(ctx, this.file);
      return this.print({ dryRun: true, plugin: { id, kind, version, source, permissions } }, [
        `would link the plugin ${id} to ${source.path}`,
        kindWords[kind],
      ]);
    }
    const linked = await this.waiting(`looking at ${this.file}`, () => linkPlugin(ctx, this.file));
    this.tell(`linked ${nameOf(linked)} to ${linked.source.path}`);
    if (this.yes || (canAsk(this.context) && !this.json))
      await enableWithConsent(this.context, linked.id, {
        yes: this.yes,
        command: `plugin enable ${linked.id}`,
      });
    else this.tell(`it is not used yet: tools plugin enable ${linked.id}`);
    if (this.json)
      await this.print({ plugin: pluginDocument(this.context.host, findPlugin(ctx, linked.id)) }, '');
  }
}
