import { Command, Option } from 'clipanion';
import { withJournal } from '../../../accounts/index.ts';
import { ToolsError } from '../../../errors/index.ts';
import { emptyTrash, listTrash, type TrashEntry, treeSize } from '../../../state/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { dryRunOption, yesOption } from '../../options.ts';
import { consent } from '../../prompt.ts';
import { sizeInWords } from '../../sizes.ts';

export class TrashEmptyCommand extends BaseCommand {
  static override paths = [['trash', 'empty']];
  static override usage = Command.Usage({
    category: 'About',
    description: 'delete what lies in our trash, before its 30 days are over',
    details: `
      Each thing is named first: an account that was removed lies there with its login, and then that is gone, too.
    `,
    examples: [
      ['All of it, after a question', '$0 trash empty'],
      ['What has lain there for a week', '$0 trash empty --older 7d --yes'],
    ],
  });

  older = Option.String('--older', { description: 'only what has lain there for that long: 7d, 12h' });
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const state = this.context.state();
    const { host, paths } = state;
    const since = host.now().getTime() - millisecondsOf(this.older);
    const entries = listTrash(host, paths).filter(({ at }) => Date.parse(at) <= since);
    const named = entries.map(({ id, at, what, from }) => ({ id, at, what, from }));
    const lines = entries.map((entry) => this.lineOf(entry));
    if (this.dryRun) return this.print({ dryRun: true, entries: named }, lines);
    if (entries.length > 0) {
      for (const line of lines) this.tell(line);
      const question = `Delete ${entries.length === 1 ? 'it' : `all ${entries.length}`} for good?`;
      await consent(this.context, { yes: this.yes, question, command: this.words });
      const what = { entries: entries.length };
      const record = { verb: 'trash empty', tool: null, account: null, what };
      await this.waiting('deleting', () =>
        withJournal(state, record, () => {
          for (const [at, entry] of entries.entries()) {
            state.progress?.(at / entries.length, `deleting ${entry.what}`);
            emptyTrash(host, paths, entry);
          }
        }),
      );
    }
    this.tell(entries.length === 0 ? 'nothing to delete' : `deleted ${entries.length}`);
    if (this.json) await this.print({ deleted: named }, '');
  }

  private lineOf({ what, at, content }: TrashEntry): string {
    const { bytes } = content === null ? { bytes: 0 } : treeSize(this.context.state().host, content);
    return `${what}, there since ${at.slice(0, 10)}: ${sizeInWords(bytes)}`;
  }
}

const units: Readonly<Record<string, number>> = { d: 24 * 60 * 60 * 1000, h: 60 * 60 * 1000, m: 60 * 1000 };

/** @throws ToolsError DURATION_UNUSABLE */
function millisecondsOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const [, count, unit] = /^(\d{1,6})([dhm])$/.exec(text) ?? [];
  const milliseconds = units[unit ?? ''];
  if (count === undefined || milliseconds === undefined)
    throw new ToolsError('DURATION_UNUSABLE', { option: '--older', value: text });
  return Number(count) * milliseconds;
}
