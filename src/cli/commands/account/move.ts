import { Command, Option } from 'clipanion';
import { moveAccount, planMove } from '../../../accounts/index.ts';
import { ToolsError } from '../../../errors/index.ts';
import { ShareCommand } from '../../share-command.ts';
import { moveLines } from '../../sharing-words.ts';

export class AccountMoveCommand extends ShareCommand {
  static override paths = [['account', 'move']];
  static override usage = Command.Usage({
    category: 'Accounts',
    description: 'move an account to what the accounts of another installation share',
    details: `
      What it changed is brought to the root that it leaves, which stays as it is, sessions and all; its login and all
      that is its alone stay with it. From then on it uses that installation, unless its own has the same root. To
      take along what it shared: \`share off --copy\`, then this, then \`share on\`.
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
    const name = `${tool.id}#${account.label}`;
    const left = account.sharing.on
      ? `; what it shared on ${JSON.stringify(account.root)} stays there`
      : '; it shares nothing there either, as before';
    const to = `the root ${JSON.stringify(plan.use.root)}`;
    return this.carryOut(account, {
      plan,
      planned: [`moves ${name} to ${to}${left}`, ...moveLines(plan)],
      work: () => moveAccount(state, tool, account, asked),
      done: [
        `${name} is on ${to} from now on${left}`,
        `the way back: tools account move ${tool.id} ${account.label} --root ${account.installation}`,
      ],
    });
  }
}
