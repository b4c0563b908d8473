import { Command } from 'clipanion';
import { type ImportPlan, importAccount, planImport } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import type { Target } from '../base-command.ts';
import { importNotes } from '../import-lines.ts';
import { PeerImportCommand } from '../peer-import-command.ts';
import { askConfirm, canAsk } from '../prompt.ts';

export class ImportCommand extends PeerImportCommand {
  static override readonly takes = 'any';
  static override paths = [['import']];
  static override usage = Command.Usage({
    category: 'Accounts',
    description: 'make accounts of directories that tools were given before, also by another account manager',
    details: `
      A directory stays where it is, by the name you give it here, and becomes the home of a new account. Nothing
      in it is changed now; the account shares nothing until \`share on\`. The tool's own directory is not imported:
      it is the account \`system\`. Without \`-a\` the label is what the directory's name says beside the tool's.

      From another account manager (\`--from caam\`, \`ccs\`, \`cswap\` …; docs/peers.md lists them) whole directories
      are taken in the same way. A copy of a login is never taken, nor a key: for those the command is shown that
      makes the account. \`--from homes\` finds directories that you made by hand, such as ~/.claude-work. What it
      would make is shown before it is made. Nothing of theirs is changed. Without anything it lists what is there;
      a directory called like one of them is \`./caam\`.
    `,
    examples: [
      ['Make the account work of ~/.claude-work', '$0 import claude --from ~/.claude-work'],
      ['See first what that would make', '$0 import claude --from ~/.claude-work --dry-run'],
      ['See what can be imported here', '$0 import'],
      ['See what would be taken from ccs', '$0 import --from ccs --dry-run'],
      [
        'Take two accounts of Claude, and which directories mean them',
        '$0 import claude --from caam --only work,me --with-settings',
      ],
    ],
  });

  override async execute(): Promise<number> {
    const { from, tool } = this;
    if (from === undefined && tool === undefined) return this.listPeers();
    const keeper = from === undefined ? undefined : await this.keeperOf(from);
    if (keeper) return this.fromKeeper(keeper);
    if (tool === undefined) throw await this.unknown(from ?? '');
    this.refuseOfPeers();
    return this.fromDirectory(this.target(tool, this));
  }

  private refuseOfPeers(): void {
    const given = [
      this.only === undefined ? [] : ['--only'],
      this.withSettings ? ['--with-settings'] : [],
    ].flat();
    if (given[0] === undefined) return;
    throw new ToolsError('OPTION_CONFLICT', {
      command: this.words,
      one: given[0],
      other: '--from DIRECTORY',
    });
  }

  private async fromDirectory({ tool, label, installation }: Target): Promise<number> {
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
    const notes = [
      ...importNotes(plan),
      `it shares nothing; to change that: tools share on ${tool.id} -a ${plan.label}`,
    ];
    if (this.dryRun) {
      await this.print({ dryRun: true, plan }, [`would make ${name} of ${plan.home}`, ...notes]);
      return 0;
    }
    const { account } = await importAccount(state, tool, {
      ...request,
      ...(installation === undefined ? {} : { installation }),
      acceptSameLogin: await this.acceptSameLogin(plan),
    });
    this.tell(`made ${name} of ${account.home}, which stays there`);
    for (const note of notes) this.tell(note);
    this.tell(`next: tools run ${tool.id} -a ${account.label}`);
    if (this.json) await this.print({ account }, '');
    return 0;
  }

  private async acceptSameLogin({ sameLogin }: ImportPlan): Promise<boolean> {
    if (sameLogin.length === 0 || this.yes) return true;
    if (!canAsk(this.context)) return false;
    const question = `${sameLogin.join(', ')} has the same login: the first of the two to renew it logs the other out. Import it all the same?`;
    return askConfirm(this.context, question, this.words);
  }

  private async unknown(from: string): Promise<ToolsError> {
    const { allPeers, importersHere } = await import('../../peers/index.ts');
    const importers = importersHere(this.context.state()).map(({ provide }) => provide.name);
    return new ToolsError('PEER_UNKNOWN', { from, known: [...allPeers.map(({ id }) => id), ...importers] });
  }
}
