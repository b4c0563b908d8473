import { Command, Option } from 'clipanion';
import { type AccountsContext, chooseAccount, findAccount, setDefault } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { BaseCommand } from '../base-command.ts';
import { accountOption, dryRunOption } from '../options.ts';

export class UseCommand extends BaseCommand {
  static override paths = [['use']];
  static override usage = Command.Usage({
    category: 'Choosing',
    description: 'choose the account that a tool uses',
    details: `
      So far there is one scope, the global default of the tool; without \`--global\` it is changed all the same,
      and the answer says so. \`system\` stands for the login in the tool's own directory.
    `,
    examples: [
      ['Use work from now on', '$0 use codex work --global'],
      ["Go back to the tool's own login", '$0 use codex system'],
    ],
  });

  tool = Option.String();
  label = Option.String({ required: false });
  account = accountOption();
  global = Option.Boolean('--global', false, { description: 'for every directory and shell' });
  directory = Option.Boolean('--dir', false, { description: 'for this directory (not there yet)' });
  shell = Option.Boolean('--shell', false, { description: 'for this shell (not there yet)' });
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const { tool, label } = await this.accountTarget(this.tool, this.label, this, 'storedOrSystem');
    for (const [option, given] of [
      ['--dir', this.directory],
      ['--shell', this.shell],
    ] as const) {
      if (given && this.global)
        throw new ToolsError('OPTION_CONFLICT', { command: this.words, one: '--global', other: option });
      if (given)
        throw new ToolsError('SCOPE_NOT_SUPPORTED', { scope: option, tool: tool.id, account: label });
    }
    const state = this.context.state();
    const account = findAccount(state, tool.id, label);
    const result = { tool: tool.id, account: account.label, scope: 'global' };
    if (this.dryRun)
      return this.print(
        { dryRun: true, ...result },
        `would make ${account.label} the global default of ${tool.id}`,
      );
    await setDefault(state, account);
    this.tell(`${account.label} is now the global default of ${tool.id}`);
    const other = usedHere(state, tool.id, account.label);
    if (other !== undefined) this.tell(other);
    if (this.json) await this.print(result, '');
  }
}

/** What goes before the default here; it may name an account that is gone, and what was asked for is done. */
function usedHere(state: AccountsContext, tool: string, label: string): string | undefined {
  try {
    const { account, because } = chooseAccount(state, tool);
    return account.label === label ? undefined : `here ${account.label} is used all the same: ${because}`;
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    return `here no account can be used: ${error.message} ${error.hint}`;
  }
}
