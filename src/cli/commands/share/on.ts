import { Command, Option } from 'clipanion';
import { ShareCommand } from '../../share-command.ts';

export class ShareOnCommand extends ShareCommand {
  static override paths = [['share', 'on']];
  static override usage = Command.Usage({
    category: 'Sharing',
    description: 'let an account share what it gathers with the others of its tool',
    details: `
      What it has by itself is moved to what the accounts share, file by file: where both have a file, the shared
      one stays and the other is kept for 30 days. Files that are shared in single keys are merged. \`--dry-run\`
      shows all of it first. Logins are never shared.
    `,
    examples: [
      ['What would happen', '$0 share on claude -a work --dry-run'],
      ['Do it', '$0 share on claude -a work'],
    ],
  });

  tool = Option.String();

  override async execute(): Promise<number> {
    const { tool, account } = await this.stored(this.tool);
    return this.changeSharing(tool, account, { kind: 'on' });
  }
}
