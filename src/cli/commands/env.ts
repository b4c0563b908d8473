import { Command, Option } from 'clipanion';
import { chooseAccount, environmentRecorded, environmentWithout } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { shellLines, shells } from '../../process/index.ts';
import { BaseCommand } from '../base-command.ts';
import { accountOption, installationOption } from '../options.ts';
import { shellOf } from '../shells.ts';

export class EnvCommand extends BaseCommand {
  static override paths = [['env']];
  static override usage = Command.Usage({
    category: 'Running',
    description: "print what puts a shell into an account's environment",
    details: `
      The lines are for \`eval\` and undo what a former account set; in that shell our own commands take the
      account, too. The shell is taken from \`$SHELL\` unless
      \`--shell\` names one of sh, bash, zsh, fish, pwsh, nu, json, dotenv. \`--unset\` prints the way back. The key
      of an account that holds one is printed only with \`--reveal\`.
    `,
    examples: [
      ['In bash or zsh', 'eval "$($0 env codex -a work)"'],
      ['In fish', '$0 env codex -a work --shell fish | source'],
      ['Out again', 'eval "$($0 env codex --unset)"'],
    ],
  });

  tool = Option.String();
  account = accountOption();
  installation = installationOption();
  shell = Option.String('--shell,-s', { description: 'the shell that the lines are for' });
  unset = Option.Boolean('--unset', false, { description: 'print what takes our variables away' });
  reveal = Option.Boolean('--reveal', false, { description: 'print a key, too' });

  override async execute(): Promise<void> {
    const { tool, label, installation } = this.target(this.tool, this);
    if (this.unset && label !== undefined)
      throw new ToolsError('OPTION_CONFLICT', {
        command: this.words,
        one: '--unset',
        other: `--account ${label}`,
      });
    const wanted = this.shell ?? shellOf(this.context.host, shells);
    const shell = shells.find((known) => known === wanted);
    if (shell === undefined)
      throw new ToolsError('SHELL_UNKNOWN', { command: this.words, shell: wanted, known: shells });
    const state = this.context.state();
    const account = this.unset ? undefined : chooseAccount(state, tool.id, label).account;
    const environment = account
      ? await environmentRecorded(state, tool, account, {
          reveal: this.reveal,
          ...(installation && { installation }),
        })
      : environmentWithout(state, tool);
    const { report, stdout } = this.context;
    // A key is among the values only when it was asked for.
    if (this.json) report.rawDocument({ tool: tool.id, account: account?.label ?? null, ...environment });
    else stdout.write(shellLines(shell, environment));
  }
}
