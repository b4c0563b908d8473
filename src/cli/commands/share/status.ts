import { Command, Option } from 'clipanion';
import {
  type AdoptionStatus,
  adoptionFaults,
  adoptionOf,
  findStoredAccount,
  listAccounts,
  type SharedItem,
  type ShareStatus,
  type StoredAccount,
  shareStatus,
  systemLabel,
} from '../../../accounts/index.ts';
import { ToolsError } from '../../../errors/index.ts';
import type { AITool } from '../../../registry/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { noAccountYet } from '../../no-account-yet.ts';
import { accountOption } from '../../options.ts';

const whyPrivate = {
  off: '',
  excepted: 'taken out by share remove',
  unguarded: 'its guard is not shared',
  conflict: 'something else lies there',
} as const;

export class ShareStatusCommand extends BaseCommand {
  static override paths = [['share', 'status']];
  static override usage = Command.Usage({
    category: 'Sharing',
    description: 'show what accounts share, and what they keep to themselves',
    details: `
      \`linked\` is one and the same for all accounts of a root, \`copied\` is kept alike where links can't be made,
      \`merged\` is a file that is kept alike as a whole or in single keys, \`pending\` is put in its place by the next
      launch, \`private\` is the account's own. What \`adopt\` joined is shown as \`system\`. Nothing is changed.
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
    await this.print(
      { accounts: statuses, adoptions },
      {
        heads: ['Tool', 'Account', 'What', 'State', ''],
        whole: ['Tool', 'Account', 'What'],
        rows: [...adoptions.flatMap(adoptedRows), ...statuses.flatMap(rowsOf)],
      },
    );
    for (const status of statuses) this.tellOpen(status);
    for (const folder of new Set(statuses.flatMap((status) => (status.on ? (status.folder ?? []) : []))))
      this.tell(`what is shared lies in ${folder}`);
    if (statuses.length === 0 && problems.length === 0) this.tell(noAccountYet(this.tool));
    return Math.max(0, ...problems.map((problem) => this.told(problem)));
  }

  private accounts(problems: ToolsError[]): readonly StoredAccount[] {
    const state = this.context.state();
    const target = this.tool === undefined ? undefined : this.target(this.tool, this);
    if (!target && this.account !== undefined)
      throw new ToolsError('ARGUMENT_MISSING', {
        command: this.words,
        usage: 'tools share status <tool> --account LABEL',
      });
    if (target?.label !== undefined)
      return [findStoredAccount(state, target.tool.id, target.label, this.words)];
    return listAccounts(state, target?.tool.id).flatMap(({ account, damage }) => {
      if (damage) problems.push(damage);
      return account ?? [];
    });
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

  private tellOpen({ tool, label, held, undecided, lost }: ShareStatus): void {
    const open = held.length + undecided.length;
    if (open > 0)
      this.tell(`${open} values of ${tool}#${label} wait for a decision: tools sync ${tool} -a ${label}`);
    for (const { path, kept } of lost)
      this.tell(`${tool}#${label} lost its own ${path}, which is kept in ${kept}`);
    if (lost.length > 0) this.tell(`to decide whose holds: tools sync ${tool} -a ${label}`);
  }
}

interface Adopted extends AdoptionStatus {
  readonly tool: string;
}

function adoptedRows({ tool, root, joined }: Adopted): readonly (readonly string[])[] {
  return joined.map((path) => [tool, systemLabel, path, 'linked', `with the root ${root}`]);
}

function rowsOf({ tool, label, on, items, others }: ShareStatus): readonly (readonly string[])[] {
  if (!on) return [[tool, label, '', 'private', 'it shares nothing']];
  const whom = others.length > 0 ? `with ${others.join(', ')}` : 'with accounts to come';
  return [
    [tool, label, '', 'shares', whom],
    ...items.map((item) => [tool, label, item.path, item.state, noteOf(item)]),
  ];
}

function noteOf({ why, how, guards, retention, discloses }: SharedItem): string {
  const unsafe = retention.filter(({ safe }) => !safe).map(({ file, pointer }) => `${file} ${pointer}`);
  return [
    why === null ? '' : whyPrivate[why],
    how === 'children' ? 'one by one' : how === 'mixed' ? 'in single keys' : '',
    guards.length > 0 ? `guarded by ${guards.join(', ')}` : '',
    unsafe.length > 0 ? `the tool may delete from it: ${unsafe.join(', ')}` : '',
    discloses ?? '',
  ]
    .filter(Boolean)
    .join('; ');
}
