import { Command, Option } from 'clipanion';
import { LaunchCommand } from '../launch-command.ts';

export class RunCommand extends LaunchCommand {
  static override paths = [['run']];
  static override usage = Command.Usage({
    category: 'Running',
    description: 'start the tool under an account',
    details: `
      Options before \`--\` are ours, and one we don't have is refused; everything after \`--\` goes to the tool
      untouched. Words without a dash may stand before it.

      Variables that outrank the account's login are taken away from the tool and named on stderr;
      \`--keep-env NAME\` keeps one. The exit code is the tool's own, or 128 and the number of the signal that
      ended it. When we refuse, the sentence on stderr names our code.
    `,
    examples: [
      ['Start Claude Code as work', '$0 run claude -a work'],
      ['Pass arguments on', '$0 run claude -a work -- --model opus -p "hello"'],
      ['Words need no dashes', '$0 run codex login status'],
    ],
  });

  tool = Option.String();
  args = Option.Rest({ name: 'args' });

  override execute(): Promise<number> {
    return this.start(this.tool, { args: this.args });
  }
}
