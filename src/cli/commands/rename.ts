import { Command, Option } from 'clipanion';
import { findStoredAccount, renameAccount } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { BaseCommand } from '../base-command.ts';
import { accountOption, dryRunOption } from '../options.ts';

export class RenameCommand extends BaseCommand {
  static override readonly takes = 'stored';
  static override paths = [['rename'], ['account', 'rename']];
  static override usage = Command.Usage({
    category: 'Accounts',
    description: 'give an account another label; its directory stays',
    examples: [
      ['Call work acme from now on', '$0 rename codex work acme'],
      ['The same, with an address', '$0 rename codex#work acme'],
    ],
  });

  tool = Option.String();
  labels = Option.Rest({ required: 1, name: 'labels' });
  account = accountOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const extra = this.labels[2];
    if (extra !== undefined) throw new ToolsError('ARGUMENT_EXTRA', { command: this.words, argument: extra });
    const newLabel = this.labels.at(-1) ?? '';
    const { tool, label } = await this.accountTarget(
      this.tool,
      this.labels.length === 2 ? this.labels[0] : undefined,
      this,
    );
    const state = this.context.state();
    if (this.dryRun) {
      const account = findStoredAccount(state, tool.id, label, 'rename');
      return this.print(
        { dryRun: true, account, label: newLabel },
        `would rename ${tool.id}#${label} to ${newLabel}`,
      );
    }
    const account = await renameAccount(state, tool.id, label, newLabel);
    this.tell(`${tool.id}#${label} is now ${tool.id}#${account.label}`);
    if (this.json) await this.print({ account, before: label }, '');
  }
}
