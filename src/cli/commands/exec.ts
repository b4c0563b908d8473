import { Command, Option } from 'clipanion';
import { LaunchCommand } from '../launch-command.ts';

export class ExecCommand extends LaunchCommand {
  static override paths = [['exec']];
  static override usage = Command.Usage({
    category: 'Running',
    description: "start any program in the environment of a tool's account",
    details: `
      For editors, scripts and wrappers that start the tool themselves. The same checks as for \`run\` come first,
      and the exit code is the program's own.
    `,
    examples: [['Run a script as work', '$0 exec codex -a work -- sh ./review.sh --all']],
  });

  tool = Option.String();
  command = Option.Rest({ required: 1, name: 'command' });

  override execute(): Promise<number> {
    return this.start(this.tool, { command: this.command });
  }
}
