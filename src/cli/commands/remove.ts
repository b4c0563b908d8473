import { Command, Option } from 'clipanion';
import { BaseCommand } from '../base-command.ts';
import { accountOption, dryRunOption, yesOption } from '../options.ts';
import { consent } from '../prompt.ts';

export class RemoveCommand extends BaseCommand {
  static override paths = [['remove'], ['rm'], ['account', 'remove']];
  static override usage = Command.Usage({
    category: 'Accounts',
    description: 'remove an account; its directory goes to the trash',
    details: `
      The directory is kept in our trash for 30 days, with its login in it. If the account was the default of
      its tool, none is chosen afterwards: no other account takes its place by itself.
    `,
    examples: [
      ['Remove work, after a question', '$0 remove codex work'],
      ['Remove it without one', '$0 remove codex -a work --yes'],
    ],
  });

  tool = Option.String();
  label = Option.String({ required: false });
  account = accountOption();
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const { tool, label } = await this.accountTarget(this.tool, this.label, this);
    const [accounts, state] = await this.accounts();
    const account = accounts.findStoredAccount(state, tool.id, label, 'remove');
    const name = `${tool.id}#${account.label}`;
    if (this.dryRun) return this.print({ dryRun: true, account }, `would remove ${name} (${account.home})`);
    await consent(this.context, {
      yes: this.yes,
      question: `Remove ${name}? ${account.home} goes to the trash, with its login.`,
      command: `${this.words} ${tool.id} ${account.label}`,
    });
    const removed = await accounts.removeAccount(state, tool.id, account.label);
    this.tell(`removed ${name}; for 30 days it lies in ${removed.trash}`);
    if (removed.wasDefault) this.tell(`it was the default: choose another with tools use ${tool.id} LABEL`);
    if (this.json) await this.print(removed, '');
  }
}
