import { Command, Option } from 'clipanion';
import { moveAccount, planMove } from '../../../accounts/index.ts';
import { ToolsError } from '../../../errors/index.ts';
import { ShareCommand } from '../../share-command.ts';
import { moveLines } from '../../sharing-words.ts';

export class AccountMoveCommand extends ShareCommand {
  static override readonly takes = 'stored';
  static override paths = [['account', 'move']];
  static override usage = Command.Usage({
    category: 'Accounts',
    description: 'move an account to what the accounts of another installation share',
    details: `
      What it changed is brought to the root that it leaves, which stays as it is, sessions and all; its login and all
      that is its alone stay with it. From then on it uses that installation; where its own has the same root, nothing
      else changes. To take along what it shared: \`share off --copy\`, then this, then \`share on\`.
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
    const { root, installation } = plan.use;
    if (root === account.root && installation === account.installation) {
      this.tell(`${tool.id}#${account.label} uses the root ${account.root} already`);
      if (this.json) await this.print({ account }, '');
      return 0;
    }
    const name = `${tool.id}#${account.label}`;
    const left = account.sharing.on
      ? `; what it shared on ${JSON.stringify(account.root)} stays there`
      : '; it shares nothing there either, as before';
    const [planned, done] =
      root === account.root
        ? [
            `lets ${name} use ${tool.id}@${installation}`,
            `${name} uses ${tool.id}@${installation} from now on`,
          ]
        : [
            `moves ${name} to the root ${JSON.stringify(root)}${left}`,
            `${name} is on the root ${JSON.stringify(root)} from now on${left}`,
          ];
    return this.carryOut(account, {
      plan,
      planned: [planned, ...moveLines(plan)],
      work: () => moveAccount(state, tool, account, asked),
      done: [
        done,
        `the way back: tools account move ${tool.id} ${account.label} --root ${account.installation}`,
      ],
    });
  }
}
