import { Command, Option } from 'clipanion';
import { linkedDirectory, unlinkDirectory } from '../../accounts/index.ts';
import { BaseCommand } from '../base-command.ts';
import { directoryOption, dryRunOption } from '../options.ts';

export class UnlinkCommand extends BaseCommand {
  static override paths = [['unlink'], ['unbind'], ['unmap']];
  static override usage = Command.Usage({
    category: 'Choosing',
    description: 'take the link of a directory away',
    details: `
      Of this directory itself; one above it is named in the answer. A directory that is gone is given as \`links\`
      lists it.
    `,
    examples: [
      ['Use in this directory what decides above it', '$0 unlink codex'],
      ['Of a directory that is gone', '$0 unlink codex --dir /home/me/old'],
    ],
  });

  tool = Option.String();
  directory = directoryOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const { tool } = this.target(this.tool);
    const state = this.context.state();
    const directory = linkedDirectory(state, tool.id, this.directory ?? '.');
    const result = { tool: tool.id, directory };
    if (this.dryRun)
      return this.print(
        { dryRun: true, ...result },
        `would take the link of ${directory} for ${tool.id} away`,
      );
    await unlinkDirectory(state, tool.id, directory);
    this.tell(`${directory} is no longer linked for ${tool.id}`);
    if (this.json) await this.print(result, '');
  }
}
