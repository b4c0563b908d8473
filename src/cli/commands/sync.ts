import { Command, Option } from 'clipanion';
import {
  findStoredAccount,
  type StoredAccount,
  type SyncedAccount,
  syncAccounts,
} from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { BaseCommand } from '../base-command.ts';
import { accountOption, dryRunOption } from '../options.ts';
import { isSettled, newsOf, syncTable, waysOut } from '../sync-table.ts';

export class SyncCommand extends BaseCommand {
  static override readonly takes = 'stored';
  static override paths = [['sync']];
  static override usage = Command.Usage({
    category: 'Sharing',
    description: 'merge what accounts share now, and decide what a launch would not',
    details: `
      A launch merges by itself. What it can't be sure of it leaves, and it is listed here: \`held\` is not
      shared, \`lost\` was changed on both sides and gave way, \`differs\` was, too, and does so still, \`damaged\` can't
      be read and was not touched, \`waits\` is for something that runs or for another process. \`--accept\`: the many
      keys that are gone are meant to be. \`--take home\`: the account's own values hold; \`--take shared\`: what is
      shared does. What gives way is kept for 30 days. Values are never shown. Exit 1 while something is open, 0 when
      nothing is.
    `,
    examples: [
      ['Every account', '$0 sync'],
      ['What is open for one', '$0 sync claude -a work --dry-run'],
      ['Its own values hold', '$0 sync claude -a work --take home'],
    ],
  });

  tool = Option.String({ required: false });
  account = accountOption();
  accept = Option.Boolean('--accept', false, { description: 'many keys are gone, and are meant to be' });
  take = Option.String('--take', { description: 'whose values hold: home or shared' });
  dryRun = dryRunOption();

  override async execute(): Promise<number> {
    const { accept, dryRun } = this;
    const take = this.side();
    const problems: ToolsError[] = [];
    const accounts = this.accounts(problems);
    const wish = { dryRun, accept, ...(take && { take }) };
    const synced = await this.waiting('merging', () => syncAccounts(this.context.state(), accounts, wish));
    await this.print({ dryRun, accounts: synced.accounts }, syncTable(synced.accounts));
    const wrong = [...problems, ...synced.problems];
    const news = newsOf(synced.accounts, { isDryRun: dryRun, isAll: wrong.length === 0 });
    for (const line of [...news, ...waysOut(synced.accounts)]) this.tell(line);
    const codes = wrong.map((problem) => this.told(problem));
    return Math.max(this.openCode(synced.accounts), ...codes);
  }

  private side(): 'home' | 'shared' | undefined {
    const { take, words } = this;
    if (take === undefined || take === 'home' || take === 'shared') return take;
    const problem = `--take is home or shared, not ${JSON.stringify(take)}.`;
    throw new ToolsError('USAGE', { command: words, problem });
  }

  private openCode(accounts: readonly SyncedAccount[]): number {
    return accounts.every(isSettled) ? 0 : 1;
  }

  private accounts(problems: ToolsError[]): readonly StoredAccount[] {
    const state = this.context.state();
    const target = this.tool === undefined ? undefined : this.target(this.tool, this);
    const decides = this.accept || this.take !== undefined;
    if ((!target && (decides || this.account !== undefined)) || (decides && target?.label === undefined))
      throw this.toolNeeded('--account LABEL');
    if (target?.label !== undefined) {
      const account = findStoredAccount(state, target.tool.id, target.label, this.words);
      const { tool, label } = account;
      if (!account.sharing.on) throw new ToolsError('SHARING_IS_OFF', { tool, label });
      return [account];
    }
    return this.storedOf(target, problems);
  }
}
