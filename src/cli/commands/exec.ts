import { Command, Option } from 'clipanion';
import { BaseCommand } from '../base-command.ts';
import { accountOption, installationOption, keepEnvOption } from '../options.ts';

export class ExecCommand extends BaseCommand {
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
  account = accountOption();
  installation = installationOption();
  keepEnv = keepEnvOption();

  override async execute(): Promise<number> {
    const { tool, label, installation } = this.target(this.tool, this);
    const [accounts, state] = await this.accounts();
    const { account } = accounts.chooseAccount(state, tool.id, label);
    const plan = await accounts.planLaunch(state, tool, account, {
      command: this.command,
      keepEnv: this.keepEnv,
      ...(installation === undefined ? {} : { installation }),
    });
    for (const notice of plan.notices) this.tell(notice);
    return accounts.launch(state, plan);
  }
}
