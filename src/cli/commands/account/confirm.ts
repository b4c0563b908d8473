import { Command, Option } from 'clipanion';
import { confirmAccount, findStoredAccount } from '../../../accounts/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { accountOption } from '../../options.ts';
import { whoOf } from '../../who.ts';

export class AccountConfirmCommand extends BaseCommand {
  static override readonly takes = 'stored';
  static override paths = [['account', 'confirm']];
  static override usage = Command.Usage({
    category: 'Accounts',
    description: 'accept that an account is in another organisation now',
    details: `
      A launch stops once when the same person is found in another organisation than the one recorded. This
      records the new one. Another person is never accepted here.
    `,
    examples: [['Accept the new organisation of work', '$0 account confirm codex work']],
  });

  tool = Option.String();
  label = Option.String({ required: false });
  account = accountOption();

  override async execute(): Promise<void> {
    const { tool, label } = await this.accountTarget(this.tool, this.label, this);
    const state = this.context.state();
    const stored = findStoredAccount(state, tool.id, label, 'confirm');
    const { account, before } = await confirmAccount(state, tool, stored);
    this.tell(`${account.tool}#${account.label}: ${whoOf(account.identity)}, before: ${whoOf(before)}`);
    if (this.json) await this.print({ account, before }, '');
  }
}
