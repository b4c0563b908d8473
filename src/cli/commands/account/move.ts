import { Command, Option } from 'clipanion';
import { moveAccount, planMove } from '../../../accounts/index.ts';
import { ToolsError } from '../../../errors/index.ts';
import { ShareCommand } from '../../share-command.ts';

export class AccountMoveCommand extends ShareCommand {
  static override paths = [['account', 'move']];
  static override usage = Command.Usage({
    category: 'Accounts',
    description: 'move an account to what the accounts of another installation share',
    details: `
      What it changed is brought to the root that it leaves, which stays as it is; its login and all that is its
      alone stay with it. From then on it uses that installation, unless its own has the same root.
    `,
    examples: [['To the root of 0.171.0', '$0 account move codex work --root 0.171.0']],
  });

  tool = Option.String();
  label = Option.String({ required: false });
  root = Option.String('--root', { description: 'the installation whose root it is to use' });

  override async execute(): Promise<number> {
    const { tool, account } = await this.stored(this.tool, this.label);
    if (this.root === undefined)
      throw new ToolsError('ARGUMENT_MISSING', {
        command: this.words,
        usage: `tools account move ${tool.id} ${account.label} --root INSTALLATION`,
      });
    const { root: asked } = this;
    const state = this.context.state();
    const plan = await planMove(state, tool, account, asked);
    if (plan.use.root === account.root) {
      this.tell(`${tool.id}#${account.label} uses the root ${account.root} already`);
      if (this.json) await this.print({ account }, '');
      return 0;
    }
    return this.carryOut(account, plan, () => moveAccount(state, tool, account, asked));
  }
}
