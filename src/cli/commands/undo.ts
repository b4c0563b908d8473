import { Command, Option } from 'clipanion';
import type { Change, UndoneChange } from '../../undo/index.ts';
import { BaseCommand } from '../base-command.ts';
import { dryRunOption } from '../options.ts';

const outcomes = {
  undone: ['took back', 'would take back'],
  completed: ['had been cut off, and is complete now', 'was cut off, and would be completed'],
  void: [
    'had been cut off: nothing of it is to be taken back',
    'was cut off: nothing of it is to be taken back',
  ],
  left: [
    'had been cut off, and things were changed since: they stay as they are',
    'was cut off, and things were changed since: they would stay as they are',
  ],
} as const;

export class UndoCommand extends BaseCommand {
  static override paths = [['undo']];
  static override usage = Command.Usage({
    category: 'About',
    description: 'take back the last change of ours',
    details: `
      Changes of accounts, choices, links, sharing, programs and shell files of the last 30 days; \`--list\` shows
      them. One is taken back while what it left is still as it left it. A login that was renewed since is never
      brought back. Taking back is a change, too: \`tools undo <its id>\` leads forward again. What was cut off is
      completed, or taken back.
    `,
    examples: [
      ['Take the last change back', '$0 undo'],
      ['See what could be taken back', '$0 undo --list'],
      ['See what would be done', '$0 undo --dry-run'],
    ],
  });

  id = Option.String({ required: false });
  list = Option.Boolean('--list', false, { description: 'show the changes, the newest first' });
  dryRun = dryRunOption();

  override async execute(): Promise<number> {
    const state = this.context.state();
    const { planUndo, undoChange } = await import('../../undo/index.ts');
    if (this.list) return this.show();
    if (this.dryRun) {
      const plan = await planUndo(state, this.id);
      await this.print({ dryRun: true, ...plan }, [sentenceOf(plan, 1), ...plan.now]);
      return 0;
    }
    const done = await this.waiting('taking back', () => undoChange(state, this.id));
    this.tell(sentenceOf(done, 0));
    for (const line of done.now) this.tell(line);
    if (done.again !== null) this.tell(`to take that back, too: tools undo ${done.again}`);
    if (this.json) await this.print(done, '');
    return 0;
  }

  private async show(): Promise<number> {
    const { readHistory, shortId, wordsOf } = await import('../../undo/index.ts');
    const { changes, damage } = readHistory(this.context.state());
    const shown = changes.map(({ record, state }) => ({
      id: shortId(record.id),
      at: record.at,
      change: wordsOf(record),
      takesBack: record.undoes === undefined ? null : shortId(record.undoes),
      state,
    }));
    await this.print(
      { changes: shown },
      {
        heads: ['Id', 'When', 'Change', 'State'],
        whole: ['Id', 'Change'],
        rows: shown.map(({ id, at, change, takesBack, state }) => [
          id,
          at.slice(0, 19).replace('T', ' '),
          takesBack === null ? change : `${change} (took back ${takesBack})`,
          states[state],
        ]),
      },
    );
    return damage.reduce((code, each) => Math.max(code, this.told(each)), 0);
  }
}

const states: Readonly<Record<Change['state'], string>> = {
  done: '',
  undone: 'taken back',
  cutOff: 'cut off',
  underWay: 'under way',
};

function sentenceOf({ change, outcome }: UndoneChange, tense: 0 | 1): string {
  const words = outcomes[outcome][tense];
  return outcome === 'undone' ? `${words}: ${change}` : `${change} ${words}`;
}
