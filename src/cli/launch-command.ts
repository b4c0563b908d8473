import { Option } from 'clipanion';
import type { LaunchRequest } from '../accounts/index.ts';
import { BaseCommand } from './base-command.ts';
import { accountOption, installationOption } from './options.ts';

/** What `run` and `exec` share: a program is started under the account of a tool. */
export abstract class LaunchCommand extends BaseCommand {
  account = accountOption();
  installation = installationOption();
  keepEnv = Option.Array('--keep-env', [], {
    description: 'keep this variable although it outranks the login',
  });

  /** @returns the program's own exit code */
  protected async start(text: string, what: Pick<LaunchRequest, 'args' | 'command'>): Promise<number> {
    const { tool, label, installation } = this.target(text, this);
    const [accounts, state] = await this.accounts();
    const { account } = accounts.chooseAccount(state, tool.id, label);
    const plan = await accounts.planLaunch(state, tool, account, {
      ...what,
      keepEnv: this.keepEnv,
      ...(installation === undefined ? {} : { installation }),
    });
    return accounts.launch(state, plan);
  }
}
