import { Command, Option } from 'clipanion';
import { type ImportPlan, importAccount, planImport } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { BaseCommand } from '../base-command.ts';
import { accountOption, dryRunOption, installationOption, yesOption } from '../options.ts';
import { askConfirm, canAsk } from '../prompt.ts';
import { whoOf } from '../who.ts';

export class ImportCommand extends BaseCommand {
  static override paths = [['import']];
  static override usage = Command.Usage({
    category: 'Accounts',
    description: 'make an account of a directory that the tool was given before',
    details: `
      The directory stays where it is, by the name you give it here, and becomes the home of a new account. Nothing
      in it is changed now; the account shares nothing until \`share on\`. The tool's own directory is not imported:
      it is the account \`system\`. Without \`-a\` the label is what the directory's name says beside the tool's.
    `,
    examples: [
      ['Make the account work of ~/.claude-work', '$0 import claude --from ~/.claude-work'],
      ['See first what that would make', '$0 import claude --from ~/.claude-work --dry-run'],
    ],
  });

  tool = Option.String();
  from = Option.String('--from', { description: 'the directory' });
  account = accountOption();
  installation = installationOption();
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const { tool, label, installation } = this.target(this.tool, this);
    const { from } = this;
    if (from === undefined)
      throw new ToolsError('ARGUMENT_MISSING', {
        command: this.words,
        usage: `tools import ${tool.id} --from DIRECTORY`,
      });
    const state = this.context.state();
    const request = { from, ...(label === undefined ? {} : { label }) };
    const plan = await this.waiting(`looking at ${from}`, () => planImport(state, tool, request));
    const name = `${tool.id}#${plan.label}`;
    if (this.dryRun)
      return this.print({ dryRun: true, plan }, [`would make ${name} of ${plan.home}`, ...notesOn(plan)]);
    const { account } = await importAccount(state, tool, {
      ...request,
      ...(installation === undefined ? {} : { installation }),
      acceptSameLogin: await this.acceptSameLogin(plan),
    });
    this.tell(`made ${name} of ${account.home}, which stays there`);
    for (const note of notesOn(plan)) this.tell(note);
    this.tell(`next: tools run ${tool.id} -a ${account.label}`);
    if (this.json) await this.print({ account }, '');
  }

  private async acceptSameLogin({ sameLogin }: ImportPlan): Promise<boolean> {
    if (sameLogin.length === 0 || this.yes) return true;
    if (!canAsk(this.context)) return false;
    const question = `${sameLogin.join(', ')} has the same login: the first of the two to renew it logs the other out. Import it all the same?`;
    return askConfirm(this.context, question, this.words);
  }
}

function notesOn({ tool, label, login, problem, identity, sameLogin }: ImportPlan): readonly string[] {
  const who = whoOf(identity);
  const state = {
    usable: `it is logged in${who === '' ? '' : `: ${who}`}`,
    none: `nobody is logged in (${problem ?? 'nothing was saved'}): its first launch, or tools login ${tool} -a ${label}, logs in`,
    unknown: `whether anybody is logged in can't be told${problem === undefined ? '' : ` (${problem})`}`,
  };
  const both = `${sameLogin.join(', ')} has the same login: log out in one of them, before one logs the other out`;
  return [
    state[login],
    ...(sameLogin.length > 0 ? [both] : []),
    `it shares nothing; to change that: tools share on ${tool} -a ${label}`,
  ];
}
