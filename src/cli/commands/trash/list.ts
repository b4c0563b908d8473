import { Command } from 'clipanion';
import { listTrash, treeSize } from '../../../state/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { sizeInWords } from '../../sizes.ts';

export class TrashListCommand extends BaseCommand {
  static override paths = [
    ['trash', 'list'],
    ['trash', 'ls'],
  ];
  static override usage = Command.Usage({
    category: 'About',
    description: 'show what lies in our trash',
    details: `
      What is removed lies there for 30 days, homes with their logins in them; \`tools undo\` brings back what it can.
    `,
    examples: [['Show it', '$0 trash list']],
  });

  override async execute(): Promise<void> {
    const { host, paths } = this.context.state();
    const entries = listTrash(host, paths).map(({ id, at, from, what, content }) => {
      const size = content === null ? { files: 0, bytes: 0 } : treeSize(host, content);
      return { id, at, what, from, content, ...size };
    });
    await this.print(
      { entries },
      {
        heads: ['When', 'What', 'Size', 'From'],
        rows: entries.map(({ at, what, bytes, from }) => [
          at.slice(0, 19).replace('T', ' '),
          what,
          sizeInWords(bytes),
          from,
        ]),
      },
    );
  }
}
