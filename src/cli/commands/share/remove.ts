import { Command, Option } from 'clipanion';
import { copyOption } from '../../options.ts';
import { ShareCommand } from '../../share-command.ts';

export class ShareRemoveCommand extends ShareCommand {
  static override paths = [['share', 'remove']];
  static override usage = Command.Usage({
    category: 'Sharing',
    description: 'let an account keep single paths to itself',
    details: `
      Paths are those that \`share status\` shows, or lie below one. What guards something else takes that with it:
      sessions without the lock of their writer would be written by two at once. \`share add\` is the way back.
      Of skills and the like each one is a link: deleting that is not enough, it is back at the next start. What is
      to be gone for all accounts is deleted in the folder that \`share status\` names.
    `,
    examples: [
      ['Skills of its own', '$0 share remove claude -a work skills'],
      ['One skill less', '$0 share remove claude -a work skills/some-skill'],
      ['With a copy of those that are there', '$0 share remove claude -a work skills --copy'],
    ],
  });

  tool = Option.String();
  kept = Option.Rest({ required: 1, name: 'path' });
  copy = copyOption();

  override async execute(): Promise<number> {
    const { tool, account } = await this.stored(this.tool);
    return this.changeSharing(tool, account, { kind: 'remove', paths: this.kept }, this.copy);
  }
}
