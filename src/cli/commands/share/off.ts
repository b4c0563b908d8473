import { Command, Option } from 'clipanion';
import { copyOption } from '../../options.ts';
import { ShareCommand } from '../../share-command.ts';

export class ShareOffCommand extends ShareCommand {
  static override paths = [['share', 'off']];
  static override usage = Command.Usage({
    category: 'Sharing',
    description: 'keep an account to itself from now on',
    details: `
      What it changed is brought to the others first; then its links go, and it begins with none of what they share,
      or with a copy of it (\`--copy\`). Keys of merged files stay as they are. \`share on\` is the way back.
    `,
    examples: [
      ['Share no more', '$0 share off claude -a client'],
      ['With a copy of what was shared', '$0 share off claude -a client --copy'],
    ],
  });

  tool = Option.String();
  copy = copyOption();

  override async execute(): Promise<number> {
    const { tool, account } = await this.stored(this.tool);
    return this.changeSharing(tool, account, { kind: 'off' }, this.copy);
  }
}
