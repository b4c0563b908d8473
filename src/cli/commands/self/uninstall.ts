import { Command, Option } from 'clipanion';
import { ToolsError } from '../../../errors/index.ts';
import type { UninstallPlan } from '../../../undo/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { dryRunOption, yesOption } from '../../options.ts';
import { askChoice, canAsk, consent, optionNeeded } from '../../prompt.ts';

const keep = 'keep them where they are';
const trash = 'delete them with everything else';

export class SelfUninstallCommand extends BaseCommand {
  static override paths = [['self', 'uninstall']];
  static override usage = Command.Usage({
    category: 'About',
    description: 'leave this computer as it was without us',
    details: `
      Directories that were adopted are given back to their tools, our lines are taken out of the files of shells, and
      our folder goes. What was imported stays where it lies. Where accounts hold logins, or have gathered something,
      it must be said what becomes of that: \`--keep-homes\` leaves it in our folder, \`--trash-homes\` deletes it for
      good. What is in a keychain stays there. While something runs under an account nothing is done (exit 5).
    `,
    examples: [
      ['See what would go and what would stay', '$0 self uninstall --dry-run'],
      ['Keep accounts and what they share', '$0 self uninstall --yes --keep-homes'],
    ],
  });

  keepHomes = Option.Boolean('--keep-homes', false, { description: 'leave what accounts hold' });
  trashHomes = Option.Boolean('--trash-homes', false, {
    description: 'delete what accounts hold, logins too',
  });
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    if (this.keepHomes && this.trashHomes)
      throw new ToolsError('OPTION_CONFLICT', {
        command: this.words,
        one: '--keep-homes',
        other: '--trash-homes',
      });
    const state = this.context.state();
    const { planUninstall, uninstall } = await import('../../../undo/index.ts');
    const plan = await planUninstall(state);
    if (!plan) {
      this.tell(`nothing of ours is in ${state.paths.root}`);
      if (this.json) await this.print({ uninstalled: null }, '');
      return;
    }
    const wished = this.keepHomes ? 'keep' : this.trashHomes ? 'trash' : undefined;
    if (this.dryRun) return this.print({ dryRun: true, homes: wished ?? null, plan }, linesOf(plan, wished));
    for (const line of linesOf(plan, wished)) this.tell(line);
    const homes = plan.holdings.length === 0 ? undefined : (wished ?? (await this.askHomes()));
    const question = homes === 'trash' ? 'Delete all of this, logins too, for good?' : 'Take this away?';
    await consent(this.context, { yes: this.yes, question, command: this.words });
    await this.waiting('uninstalling', () => uninstall(state, homes));
    this.tell(
      homes === 'keep' ? `done; what was kept lies in ${plan.root}` : 'done: nothing of ours is left',
    );
    this.tell('the program itself: npm uninstall --global ai-tool-registry');
    if (this.json) await this.print({ uninstalled: plan, homes: homes ?? null }, '');
  }

  private async askHomes(): Promise<'keep' | 'trash'> {
    if (!canAsk(this.context)) throw optionNeeded(this.context, this.words, '--keep-homes');
    const question = 'What becomes of what accounts hold?';
    return (await askChoice(this.context, question, [keep, trash], this.words)) === keep ? 'keep' : 'trash';
  }
}

function linesOf(
  { root, holdings, adopted, shellFiles, imported, left }: UninstallPlan,
  homes: 'keep' | 'trash' | undefined,
): readonly string[] {
  const verb = { keep: 'stays', trash: 'is deleted for good', none: 'stays or goes, as you say' }[
    homes ?? 'none'
  ];
  return [
    ...adopted.map((tool) => `${tool} gets its own directories back`),
    ...shellFiles.map((file) => `our lines go out of ${file}`),
    ...imported.map(({ account, home }) => `${account} is forgotten; ${home} stays as it is`),
    ...holdings.map(
      ({ what, paths: [path = ''], hasLogin }) =>
        `${what}${hasLogin ? ', with what may be a login,' : ''} ${verb}: ${path}`,
    ),
    ...left.map((path) => `${path} stays: it is not ours`),
    `all else in ${root} goes`,
    ...(holdings.length > 0 && homes === undefined
      ? ['--keep-homes keeps what accounts hold, --trash-homes deletes it for good']
      : []),
  ];
}
