import { Command, Option } from 'clipanion';
import {
  type AccountsContext,
  clearDefault,
  findAccount,
  listAccounts,
  readDefault,
  setDefault,
  systemLabel,
} from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { BaseCommand } from '../base-command.ts';
import { accountOption, dryRunOption } from '../options.ts';

/** `none`: nobody ever chose. `removed`: the chosen account was removed, so nothing is chosen. */
interface GlobalDefault {
  readonly tool: string;
  readonly state: 'none' | 'removed' | 'account' | 'system';
  readonly account: string | null;
}

const words = { none: 'none', removed: 'none: choose one', account: '', system: '' } as const;

export class DefaultCommand extends BaseCommand {
  static override readonly isAnswer = true;
  static override paths = [['default']];
  static override usage = Command.Usage({
    category: 'Choosing',
    description: 'show, set or take away the global default of a tool',
    details: `
      After \`--unset\` no account is chosen: \`run\` says so and stops, and never takes another by itself.
    `,
    examples: [
      ['Show all of them', '$0 default'],
      ['Set one', '$0 default codex work'],
      ['Choose nothing', '$0 default codex --unset'],
    ],
  });

  tool = Option.String({ required: false });
  label = Option.String({ required: false });
  account = accountOption();
  unset = Option.Boolean('--unset', false, { description: 'take the default away' });
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const state = this.context.state();
    if (this.tool === undefined)
      return this.show(
        state,
        this.context.registry.all().map(({ id }) => id),
      );
    const { tool, label } = this.target(this.tool, { account: this.account ?? this.label });
    if (label === undefined && !this.unset) return this.show(state, [tool.id]);
    if (label !== undefined && this.unset)
      throw new ToolsError('OPTION_CONFLICT', { command: this.words, one: '--unset', other: label });
    const account = label === undefined ? undefined : findAccount(state, tool.id, label);
    const result = { tool: tool.id, account: account?.label ?? null, scope: 'global' };
    if (this.dryRun) {
      const change = account
        ? `would make ${account.label} the global default of ${tool.id}`
        : `would take away the global default of ${tool.id}`;
      return this.print({ dryRun: true, ...result }, change);
    }
    if (account) await setDefault(state, account);
    else await clearDefault(state, tool.id);
    this.tell(
      account
        ? `${account.label} is now the global default of ${tool.id}`
        : `no account of ${tool.id} is chosen now: run stops until one is`,
    );
    if (this.json) await this.print(result, '');
  }

  private async show(state: AccountsContext, tools: readonly string[]): Promise<void> {
    const defaults = tools.map((tool) => globalDefault(state, tool));
    await this.print(
      { defaults },
      {
        heads: ['Tool', 'Default'],
        rows: defaults.map((each) => [each.tool, each.account ?? words[each.state]]),
      },
    );
  }
}

function globalDefault(state: AccountsContext, tool: string): GlobalDefault {
  const choice = readDefault(state, tool);
  if (choice.state === 'system') return { tool, state: 'system', account: systemLabel };
  if (choice.state !== 'account') return { tool, state: choice.state, account: null };
  const listing = listAccounts(state, tool).find(({ id }) => id === choice.id);
  return { tool, state: 'account', account: listing?.account?.label ?? choice.id };
}
