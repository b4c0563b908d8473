import { Command, Option } from 'clipanion';
import { ShareCommand } from '../../share-command.ts';

export class ShareAddCommand extends ShareCommand {
  static override paths = [['share', 'add']];
  static override usage = Command.Usage({
    category: 'Sharing',
    description: 'share paths again that an account keeps to itself',
    details: `
      Paths are those that \`share status\` shows. What the account has there is moved to what is shared, as by
      \`share on\`.
    `,
    examples: [['Share skills again', '$0 share add claude -a work skills']],
  });

  tool = Option.String();
  shared = Option.Rest({ required: 1, name: 'path' });

  override async execute(): Promise<number> {
    const { tool, account } = await this.stored(this.tool);
    return this.changeSharing(tool, account, { kind: 'add', paths: this.shared });
  }
}
