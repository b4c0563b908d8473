import { Command, Option } from 'clipanion';
import {
  type AccountsContext,
  chooseAccount,
  environmentRecorded,
  environmentWithout,
} from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { shellLines, shells } from '../../process/index.ts';
import type { AITool } from '../../registry/index.ts';
import { type SnippetFormat, snippetFormats, snippetOf } from '../../surfaces/index.ts';
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

      \`--format\` prints a piece of a file instead, with a comment that says where it goes: vscode (settings of the
      editor), devcontainer (its home mounted), direnv and mise (a directory's variables). What can ask for a key
      holds none.
    `,
    examples: [
      ['In bash or zsh', 'eval "$($0 env codex -a work)"'],
      ['In fish', '$0 env codex -a work --shell fish | source'],
      ['Out again', 'eval "$($0 env codex --unset)"'],
      ['For the settings of an editor', '$0 env codex -a work --format vscode'],
    ],
  });

  tool = Option.String();
  account = accountOption();
  installation = installationOption();
  shell = Option.String('--shell,-s', { description: 'the shell that the lines are for' });
  format = Option.String('--format', { description: 'vscode, devcontainer, direnv or mise' });
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
    const format = this.wantedFormat();
    if (format) return this.printSnippet(this.context.state(), tool, label, format);
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

  private wantedFormat(): SnippetFormat | undefined {
    const { format, words: command } = this;
    if (format === undefined) return undefined;
    const other = this.unset ? '--unset' : this.shell === undefined ? undefined : '--shell';
    if (other) throw new ToolsError('OPTION_CONFLICT', { command, one: '--format', other });
    const found = snippetFormats.find((known) => known === format);
    if (found === undefined)
      throw new ToolsError('SHELL_UNKNOWN', { command, shell: format, known: snippetFormats });
    return found;
  }

  /** Values are what was asked for: a key is among them only when that was asked for, too. */
  private async printSnippet(
    state: AccountsContext,
    tool: AITool,
    label: string | undefined,
    format: SnippetFormat,
  ): Promise<void> {
    const { account } = chooseAccount(state, tool.id, label);
    const { file, text, warnings } = await snippetOf(state, tool, account, { format, reveal: this.reveal });
    const { report, stdout } = this.context;
    if (this.json)
      return report.rawDocument({ tool: tool.id, account: account.label, format, file, warnings, text });
    stdout.write(text);
    for (const warning of warnings) this.advise(warning);
  }
}
