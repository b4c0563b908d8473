import { Command, Option } from 'clipanion';
import {
  adoptionFaults,
  adoptionOf,
  findStoredAccount,
  type ShareStatus,
  type StoredAccount,
  shareStatus,
} from '../../../accounts/index.ts';
import { ToolsError } from '../../../errors/index.ts';
import type { AITool } from '../../../registry/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { noAccountYet } from '../../no-account-yet.ts';
import { accountOption } from '../../options.ts';
import { type Adopted, shareNews, shareTable } from '../../share-table.ts';

export class ShareStatusCommand extends BaseCommand {
  static override readonly isAnswer = true;
  static override readonly takes = 'stored';
  static override paths = [['share', 'status']];
  static override usage = Command.Usage({
    category: 'Sharing',
    description: 'show what accounts share, and what they keep to themselves',
    details: `
      The first row of an account says with whom it shares. \`linked\` is one and the same for all of them, \`copied\`
      is kept alike where links can't be made, \`merged\` is a file that is kept alike as a whole or in single keys,
      \`pending\` is put in its place by the next launch, \`private\` is the account's own. What \`adopt\` joined is
      shown as \`system\`. Nothing is changed.
    `,
    examples: [
      ['Every account', '$0 share status'],
      ['One of them, for a program', '$0 share status claude -a work --json'],
    ],
  });

  tool = Option.String({ required: false });
  account = accountOption();

  override async execute(): Promise<number> {
    const state = this.context.state();
    const problems: ToolsError[] = [];
    const statuses: ShareStatus[] = [];
    const adoptions = this.adoptions(problems);
    for (const account of this.accounts(problems)) {
      const tool = this.context.registry.tool(account.tool);
      try {
        if (tool) statuses.push(await shareStatus(state, tool, account));
      } catch (error) {
        if (!(error instanceof ToolsError)) throw error;
        problems.push(error);
      }
    }
    await this.print({ accounts: statuses, adoptions }, shareTable(adoptions, statuses));
    for (const line of shareNews(statuses)) this.tell(line);
    if (statuses.length + adoptions.length + problems.length === 0) this.advise(noAccountYet(this.tool));
    return Math.max(0, ...problems.map((problem) => this.told(problem)));
  }

  private accounts(problems: ToolsError[]): readonly StoredAccount[] {
    const state = this.context.state();
    const target = this.targetIfNamed(this.tool, this);
    if (target?.label !== undefined)
      return [findStoredAccount(state, target.tool.id, target.label, this.words)];
    return this.storedOf(target, problems);
  }

  /** Of the tools' own directories, where no account was asked for. */
  private adoptions(problems: ToolsError[]): readonly Adopted[] {
    const target = this.tool === undefined ? undefined : this.addressed(this.tool, this);
    if (target?.label !== undefined) return [];
    const tools: readonly AITool[] = target ? [target.tool] : this.context.registry.all();
    return tools.flatMap((tool) => {
      try {
        const adoption = adoptionOf(this.context.state(), tool);
        if (!adoption) return [];
        problems.push(...adoptionFaults(tool.id, adoption));
        return { tool: tool.id, ...adoption };
      } catch (error) {
        if (!(error instanceof ToolsError)) throw error;
        problems.push(error);
        return [];
      }
    });
  }
}
