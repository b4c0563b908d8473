import { Option } from 'clipanion';
import { chooseAccount, type LaunchRequest, launchRecorded } from '../accounts/index.ts';
import { BaseCommand } from './base-command.ts';
import { accountOption, installationOption } from './options.ts';

/** What `run` and `exec` share: a program is started under the account of a tool. */
export abstract class LaunchCommand extends BaseCommand {
  account = accountOption();
  installation = installationOption();
  keepEnv = Option.Array('--keep-env', [], {
    description: 'keep this variable although it outranks the login',
  });

  protected readonly launch: typeof launchRecorded = launchRecorded;

  /** @returns the program's own exit code */
  protected async start(text: string, what: Pick<LaunchRequest, 'args' | 'command'>): Promise<number> {
    const { tool, label, installation } = this.target(text, this);
    const state = this.context.state();
    const { account } = chooseAccount(state, tool.id, label);
    return this.launch(state, tool, account, {
      ...what,
      keepEnv: this.keepEnv,
      ...(installation === undefined ? {} : { installation }),
    });
  }
}
