import { Command, Option } from 'clipanion';
import { ToolsError } from '../../../errors/index.ts';
import { agreed } from '../../address.ts';
import { BaseCommand } from '../../base-command.ts';
import { dryRunOption, yesOption } from '../../options.ts';
import { removalLines, removeWithConsent } from '../../remove-with-consent.ts';

export class InstallationsRemoveCommand extends BaseCommand {
  static override paths = [['installations', 'remove']];
  static override usage = Command.Usage({
    category: 'Programs',
    description: 'remove an installation; its folder goes to the trash',
    details: `
      An installation that an account uses, or whose root one uses, is left alone, as is one that is running. What
      has been accumulated in its root goes with it only when that was agreed to, too. The trash is kept for 30
      days.
    `,
    examples: [
      ['Remove a version, after a question', '$0 installations remove codex 0.171.0'],
      ['Remove it without one', '$0 installations remove codex 0.171.0 --yes'],
    ],
  });

  tool = Option.String();
  name = Option.String({ required: false });
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const { tool, installation } = this.addressed(this.tool);
    const name = agreed(this.tool, installation, this.name);
    if (name === undefined)
      throw new ToolsError('ARGUMENT_MISSING', {
        command: this.words,
        usage: `tools installations remove ${tool.id} NAME`,
      });
    if (this.dryRun) {
      const lines = removalLines(this.context, tool, name);
      return this.print({ dryRun: true, tool: tool.id, name }, lines);
    }
    const request = { yes: this.yes, command: this.words };
    const removed = await removeWithConsent(this.context, tool, name, request);
    if (this.json) await this.print(removed, '');
  }
}
