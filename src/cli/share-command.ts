import {
  findStoredAccount,
  notShared,
  planSharing,
  type Relinked,
  type SharingChange,
  type SharingPlan,
  type StoredAccount,
  shareAccount,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import { BaseCommand, type Labels } from './base-command.ts';
import { accountOption, dryRunOption, yesOption } from './options.ts';
import { consent } from './prompt.ts';
import { doneLines, moveLines, planLines } from './sharing-words.ts';
import { filesInWords } from './sizes.ts';

/** What is done to an account: shown first, asked for where files move, told. */
interface Deed {
  readonly plan: Pick<SharingPlan, 'moves' | 'conflicts' | 'merges'>;
  /** What `--dry-run` says. */
  readonly planned: readonly string[];
  readonly work: () => Promise<Relinked>;
  readonly done: readonly string[];
}

/** What a change of what an account shares has in common, whichever it is. */
export abstract class ShareCommand extends BaseCommand {
  static override readonly takes: Labels = 'stored';

  account = accountOption();
  dryRun = dryRunOption();
  yes = yesOption();

  protected async stored(text: string, label?: string): Promise<{ tool: AITool; account: StoredAccount }> {
    const target = await this.accountTarget(text, label, this);
    const account = findStoredAccount(this.context.state(), target.tool.id, target.label, this.words);
    return { tool: target.tool, account };
  }

  protected async changeSharing(
    tool: AITool,
    account: StoredAccount,
    change: SharingChange,
    copy = false,
  ): Promise<number> {
    const state = this.context.state();
    const plan = await this.waiting('looking at what is there', () =>
      planSharing(state, tool, account, change),
    );
    return this.carryOut(account, {
      plan,
      planned: planLines(plan),
      work: () => shareAccount(state, tool, account, change, { copy }),
      done: doneLines(account, change, plan, copy),
    });
  }

  /** Where nothing is moved nobody is asked: all of it can be taken back. */
  protected async carryOut(account: StoredAccount, { plan, planned, work, done }: Deed): Promise<number> {
    const name = `${account.tool}#${account.label}`;
    if (this.dryRun) {
      await this.print({ dryRun: true, account, plan }, planned);
      return 0;
    }
    const files = plan.moves.reduce((sum, move) => sum + move.files, 0);
    if (files > 0)
      await consent(this.context, {
        yes: this.yes,
        question: `Move ${filesInWords(files)} of ${name} to what its accounts share? (${moveLines(plan).join('; ')})`,
        command: this.words,
      });
    const relinked = await this.waiting(`${this.words} ${name}`, work);
    for (const line of done) this.tell(line);
    if (this.json) await this.print({ ...relinked }, '');
    const items = notShared(relinked.joined);
    if (items.length === 0) return 0;
    return this.told(new ToolsError('SHARE_INCOMPLETE', { tool: account.tool, label: account.label, items }));
  }
}
