import { Command, Option } from 'clipanion';
import { type Choice, chooseAccount } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import { BaseCommand } from '../base-command.ts';
import { accountOption } from '../options.ts';
import { type ToolStatus, toolStatus } from '../tool-status.ts';
import { whoOf } from '../who.ts';

const marks = { loggedIn: '✓', loggedOut: '✗', unknown: '?', mismatch: '!' } as const;
const words = {
  loggedIn: 'logged in',
  loggedOut: 'logged out',
  unknown: 'unknown',
  mismatch: 'unclear',
} as const;

export class StatusCommand extends BaseCommand {
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
  short = Option.Boolean('--short', false, { description: 'one line for a prompt' });

  override async execute(): Promise<number> {
    const target = this.tool === undefined ? undefined : this.target(this.tool, this);
    if (!target && this.account !== undefined) {
      throw new ToolsError('ARGUMENT_MISSING', {
        command: this.words,
        usage: 'tools status <tool> --account LABEL',
      });
    }
    const tools = target ? [target.tool] : this.context.registry.all();
    if (this.short) return this.printShort(tools);
    const state = this.context.state();
    const all = await Promise.all(tools.map((tool) => toolStatus(state, tool, target?.label)));
    const shown =
      this.tool === undefined
        ? all.filter(
            ({ accounts: known, chosen, problems }) =>
              known.length > 0 || chosen === null || problems.length > 0,
          )
        : all;
    await this.print(
      { tools: shown.map(plainOf) },
      {
        heads: ['', 'Tool', 'Account', 'Login', 'Who', 'Plan', 'Store', 'Active'],
        whole: ['Tool', 'Account', 'Login'],
        rows: shown.flatMap((status) => rowsOf(status)),
      },
    );
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

function plainOf({ problems, ...status }: ToolStatus) {
  return { ...status, problems: problems.map(({ code, message, hint }) => ({ code, message, hint })) };
}

function rowsOf({ tool, chosen, accounts }: ToolStatus): readonly (readonly string[])[] {
  const rows = accounts.map((account) => [
    marks[account.state],
    tool,
    account.label,
    words[account.state],
    whoOf(account.identity),
    account.identity?.plan ?? '',
    account.store ?? '',
    chosen?.account === account.label ? activeBy(chosen) : '',
  ]);
  return rows.length > 0 ? rows : [['', tool, '', '', '', '', '', '']];
}

/** A cell has no room for the sentence. */
function activeBy({ rule, because }: NonNullable<ToolStatus['chosen']>): string {
  if (rule === 'default') return 'the default';
  return rule === 'system' ? 'none chosen' : because;
}
