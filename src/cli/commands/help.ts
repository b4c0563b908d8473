import { Command, Option } from 'clipanion';
import { ToolsError } from '../../errors/index.ts';
import { type AddedCommand, addedIn } from '../added-commands.ts';
import { BaseCommand } from '../base-command.ts';
import { membersOf, pick } from '../command-line.ts';
import { addedDocument, helpDocument } from '../help-document.ts';
import { addedHelp, helpText } from '../help-text.ts';
import { insteadOf } from '../unknown-command.ts';

export class HelpCommand extends BaseCommand {
  static override paths = [['help']];
  static override usage = Command.Usage({
    category: 'About',
    description: 'explain a command, or list them all',
    details: '`-h` and `--help` ask the same anywhere before `--`.',
    examples: [
      ['List the commands', '$0 help'],
      ['Explain one', '$0 help account add'],
    ],
  });

  command = Option.String({ required: false, name: 'command' });
  word = Option.String({ required: false, name: 'word' });

  override async execute(): Promise<void> {
    const { commands, plugged } = this.context;
    const { command: first = '', word: second } = this;
    const added = addedIn(plugged.commands);
    const asked = added.find((each) => each.words === first);
    if (asked) return this.explain(asked);
    const words = pick(commands, first, second)?.words ?? first;
    if (
      words !== '' &&
      !pick(commands, words, undefined) &&
      !words.includes(' ') &&
      membersOf(commands, words).length === 0
    ) {
      throw new ToolsError('COMMAND_UNKNOWN', {
        command: [first, second].filter(Boolean).join(' '),
        instead: await insteadOf(first, commands, this.context),
      });
    }
    const { isPlain, report, stdout } = this.context;
    const further = words === '' ? added : [];
    if (this.json) report.document(await helpDocument(words, commands, further));
    else stdout.write(await helpText(words, commands, this.context, { isPlain, added: further }));
  }

  /** What a plugin adds is explained by its one line; what may stand behind it the plugin alone knows. */
  private explain(added: AddedCommand): void {
    const { isPlain, report, stdout } = this.context;
    if (this.json) report.document({ command: addedDocument(added) });
    else stdout.write(addedHelp(added, this.context, isPlain));
  }
}
