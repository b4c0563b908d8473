import {
  findStoredAccount,
  planSharing,
  type Relinked,
  type SharingChange,
  type SharingPlan,
  type StoredAccount,
  shareAccount,
  unshared,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import { BaseCommand } from './base-command.ts';
import { accountOption, dryRunOption, yesOption } from './options.ts';
import { whileWaiting } from './progress.ts';
import { consent } from './prompt.ts';

type Plan = Omit<SharingPlan, 'sharing'>;

/** What a change of what an account shares has in common, whichever it is: shown first, asked for, told. */
export abstract class ShareCommand extends BaseCommand {
  account = accountOption();
  dryRun = dryRunOption();
  yes = yesOption();

  protected async stored(text: string, label?: string): Promise<{ tool: AITool; account: StoredAccount }> {
    const target = await this.accountTarget(text, label, this, 'stored');
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
    const plan = await planSharing(state, tool, account, change);
    return this.carryOut(account, plan, () => shareAccount(state, tool, account, change, { copy }));
  }

  /** Where nothing is moved nobody is asked: all of it can be taken back. */
  protected async carryOut(
    account: StoredAccount,
    plan: Plan,
    work: () => Promise<Relinked>,
  ): Promise<number> {
    const name = `${account.tool}#${account.label}`;
    if (this.dryRun) {
      await this.print({ dryRun: true, account, plan }, planned(plan));
      return 0;
    }
    const files = plan.moves.reduce((sum, move) => sum + move.files, 0);
    if (files > 0)
      await consent(this.context, {
        yes: this.yes,
        question: `Move ${countOf(files)} of ${name} to what its accounts share? (${planned(plan).join('; ')})`,
        command: this.words,
      });
    const waiting = { text: `${this.words} ${name}`, quiet: this.quiet || this.json };
    const relinked = await whileWaiting(this.context, waiting, work);
    this.tellLoss(name, plan);
    if (this.json) await this.print({ ...relinked }, '');
    const items = unshared(relinked.joined);
    if (items.length === 0) return 0;
    return this.told(new ToolsError('SHARE_INCOMPLETE', { tool: account.tool, label: account.label, items }));
  }

  private tellLoss(name: string, { loses }: Plan): void {
    if (loses.length === 0) return;
    this.tell(
      `${name} has no part any more in ${loses.join(', ')}: what lies there stays as it is for the others`,
    );
    this.tell('should it share them again, what both have by then is joined, and nothing is deleted');
  }
}

function planned({ moves, conflicts, merges, loses }: Plan): readonly string[] {
  const lines = [
    ...moves.map(({ path, files, bytes }) => `moves ${path} (${countOf(files)}, ${sizeOf(bytes)})`),
    ...conflicts.map((path) => `keeps the shared ${path}; this account's goes to our conflicts for 30 days`),
    ...(merges.length > 0 ? [`merges ${merges.join(', ')}`] : []),
    ...(loses.length > 0 ? [`has no part any more in ${loses.join(', ')}`] : []),
  ];
  return lines.length > 0 ? lines : ['nothing would change'];
}

function countOf(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
