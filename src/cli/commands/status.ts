import { Command, Option } from 'clipanion';
import { type Choice, chooseAccount } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import type { Host } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import { BaseCommand } from '../base-command.ts';
import { ignoredHere } from '../binding-notes.ts';
import { noAccountYet } from '../no-account-yet.ts';
import { accountOption, installationOption } from '../options.ts';
import { plainError } from '../plain-error.ts';
import { statusTable } from '../status-table.ts';
import { type ToolStatus, toolStatus } from '../tool-status.ts';

export class StatusCommand extends BaseCommand {
  static override readonly isAnswer = true;
  static override paths = [['status']];
  static override usage = Command.Usage({
    category: 'Choosing',
    description: 'show which account each tool uses here, why, and whether it is logged in',
    details: `
      Local files answer; no network is asked and nothing is written. ✓ logged in, ✗ logged out, ? unknown,
      ! unclear: files disagree. Active says which account a launch here and now would use, and why.
      \`--short\` prints \`tool:account\` for what somebody chose, for a prompt.
    `,
    examples: [
      ['Everything', '$0 status'],
      ['One account', '$0 status codex -a work'],
      ['For a shell prompt', '$0 status --short'],
    ],
  });

  tool = Option.String({ required: false });
  account = accountOption();
  installation = installationOption();
  short = Option.Boolean('--short', false, { description: 'one line for a prompt' });

  override async execute(): Promise<number> {
    const target = this.targetIfNamed(this.tool, this);
    const tools = target ? [target.tool] : this.context.registry.all();
    if (this.short) return this.printShort(tools);
    const state = this.context.state();
    const { label, installation = this.installation } = target ?? {};
    const all = await Promise.all(tools.map((tool) => toolStatus(state, tool, { label, installation })));
    const shown =
      this.tool === undefined
        ? all.filter(
            ({ accounts: known, chosen, problems }) =>
              known.length > 0 || chosen === null || problems.length > 0,
          )
        : all;
    await this.print({ tools: shown.map((status) => plainOf(state.host, status)) }, statusTable(shown));
    for (const line of ignoredHere(state)) this.tell(line);
    if (shown.length === 0) this.advise(noAccountYet());
    return Math.max(0, ...shown.flatMap(({ problems }) => problems.map((problem) => this.told(problem))));
  }

  private async printShort(tools: readonly AITool[]): Promise<number> {
    const state = this.context.state();
    const chosen = tools.flatMap(({ id }) => {
      const choice = chosenOf(id, () => chooseAccount(state, id));
      return choice === 'nobody chose' ? [] : [choice];
    });
    const line = chosen.map(({ tool, account }) => `${tool}:${account ?? '?'}`).join(' ');
    await this.print({ tools: chosen }, line === '' ? [] : [line]);
    return 0;
  }
}

function chosenOf(
  tool: string,
  choose: () => Choice,
): { readonly tool: string; readonly account: string | null } | 'nobody chose' {
  try {
    const { account, rule } = choose();
    return rule === 'system' ? 'nobody chose' : { tool, account: account.label };
  } catch (error) {
    if (error instanceof ToolsError) return { tool, account: null };
    throw error;
  }
}

function plainOf(host: Host, { problems, ...status }: ToolStatus) {
  return { ...status, problems: problems.map((problem) => plainError(host, problem)) };
}
