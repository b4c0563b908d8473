import { Command } from 'clipanion';
import { BaseCommand } from '../base-command.ts';
import { version } from '../version.ts';

export class VersionCommand extends BaseCommand {
  static override paths = [['version']];
  static override usage = Command.Usage({
    category: 'About',
    description: 'print the version of this program',
    details: '`tools --version` answers the same.',
    examples: [['For a program', '$0 version --json']],
  });

  override async execute(): Promise<void> {
    await this.print({ version }, version);
  }
}
