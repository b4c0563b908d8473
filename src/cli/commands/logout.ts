import { Command, Option } from 'clipanion';
import { findStoredAccount, logoutAccount } from '../../accounts/index.ts';
import { BaseCommand } from '../base-command.ts';
import { accountOption, dryRunOption } from '../options.ts';

export class LogoutCommand extends BaseCommand {
  static override readonly takes = 'stored';
  static override paths = [['logout']];
  static override usage = Command.Usage({
    category: 'Accounts',
    description: 'end the login of one account; the account stays',
    details: `
      The tool's own logout runs in the account's directory; what is left of the login after it, we take out of
      that directory. Of an account that holds a key, the key is removed. An account that is in use is left
      alone (exit 5).
    `,
    examples: [['Log work out of Codex', '$0 logout codex -a work']],
  });

  tool = Option.String();
  label = Option.String({ required: false });
  account = accountOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const { tool, label } = await this.accountTarget(this.tool, this.label, this);
    const state = this.context.state();
    const account = findStoredAccount(state, tool.id, label, 'logout');
    if (this.dryRun)
      return this.print({ dryRun: true, account }, `would log out ${tool.id}#${account.label}`);
    const { wasLoggedIn } = await this.waiting(`logging out ${tool.id}#${account.label}`, () =>
      logoutAccount(state, tool, account),
    );
    this.tell(
      wasLoggedIn
        ? `logged out ${tool.id}#${account.label}`
        : `${tool.id}#${account.label} was not logged in`,
    );
    if (this.json) await this.print({ account, wasLoggedIn }, '');
  }
}
