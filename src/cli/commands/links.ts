import { Command, Option } from 'clipanion';
import { type ListedLink, listLinks } from '../../accounts/index.ts';
import { BaseCommand } from '../base-command.ts';

export class LinksCommand extends BaseCommand {
  static override readonly isAnswer = true;
  static override paths = [['links']];
  static override usage = Command.Usage({
    category: 'Choosing',
    description: 'list the directories that are linked to accounts',
    details: `
      The star marks the link that decides here. A link whose account was removed stops what is started there until
      it is changed; one whose directory is gone waits for it to come back.
    `,
    examples: [
      ['All of them', '$0 links'],
      ['Those of one tool, for a program', '$0 links codex --json'],
    ],
  });

  tool = Option.String({ required: false });

  override async execute(): Promise<void> {
    const tool = this.tool === undefined ? undefined : this.target(this.tool).tool.id;
    const links = listLinks(this.context.state(), tool);
    await this.print(
      { links },
      {
        heads: ['', 'Directory', 'Tool', 'Account', ''],
        whole: ['Directory', 'Tool'],
        rows: links.map(rowOf),
      },
    );
    if (links.length === 0)
      this.advise(`no directory is linked: tools link ${tool ?? '<tool>'} LABEL links one`);
  }
}

function rowOf({ isHere, directory, tool, label, account, state }: ListedLink): readonly string[] {
  return [isHere ? '*' : '', directory, tool, label ?? account, words[state]];
}

const words: Readonly<Record<ListedLink['state'], string>> = {
  ok: '',
  gone: 'there is no such directory now',
  broken: 'the account was removed',
  unreadable: 'the account can’t be read: tools doctor',
};
