import { Command, Option } from 'clipanion';
import { BaseCommand } from '../base-command.ts';
import { accountOption, installationOption, keepEnvOption } from '../options.ts';

export class RunCommand extends BaseCommand {
  static override paths = [['run']];
  static override usage = Command.Usage({
    category: 'Running',
    description: 'start the tool under an account',
    details: `
      Options before \`--\` are ours, and one we don't have is refused; everything after \`--\` goes to the tool
      untouched. Words without a dash may stand before it.

      Variables that outrank the account's login are taken away from the tool and named on stderr;
      \`--keep-env NAME\` keeps one. The exit code is the tool's own, or 128 and the number of the signal that
      ended it. When we refuse, the sentence on stderr names our code.
    `,
    examples: [
      ['Start Claude Code as work', '$0 run claude -a work'],
      ['Pass arguments on', '$0 run claude -a work -- --model opus -p "hello"'],
      ['Words need no dashes', '$0 run codex login status'],
    ],
  });

  tool = Option.String();
  args = Option.Rest({ name: 'args' });
  account = accountOption();
  installation = installationOption();
  keepEnv = keepEnvOption();

  override async execute(): Promise<number> {
    const { tool, label, installation } = this.target(this.tool, this);
    const [accounts, state] = await this.accounts();
    const { account } = accounts.chooseAccount(state, tool.id, label);
    const plan = await accounts.planLaunch(state, tool, account, {
      args: this.args,
      keepEnv: this.keepEnv,
      ...(installation === undefined ? {} : { installation }),
    });
    for (const notice of plan.notices) this.tell(notice);
    return accounts.launch(state, plan);
  }
}
