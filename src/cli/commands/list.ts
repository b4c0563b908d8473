import { Command, Option } from 'clipanion';
import { findStoredAccount, listAccounts, systemLabel } from '../../accounts/index.ts';
import { defaultInstallation } from '../../install/index.ts';
import { activeBy } from '../active-by.ts';
import { BaseCommand } from '../base-command.ts';
import { type ListedAccount, listedAccounts } from '../listed-accounts.ts';
import { noAccountYet } from '../no-account-yet.ts';
import { installationOption } from '../options.ts';
import { bringersOf, cellsAt, pluginColumns, withPlugins } from '../plugin-columns.ts';
import type { Cell } from '../table.ts';
import { whoOf } from '../who.ts';

export class ListCommand extends BaseCommand {
  static override readonly isAnswer = true;
  static override paths = [['list'], ['ls'], ['account', 'list']];
  static override usage = Command.Usage({
    category: 'Accounts',
    description: 'list the accounts, who they are and which one is active',
    details: `
      The star marks the account that a launch here and now would use, and the last column says why. \`system\` is the
      login in the tool's own directory, which we never change. What shares is one with the others of its tool that do,
      but for logins: \`share status\` says more. Plugins can add columns. In a pipe: tab-separated, without heads.
    `,
    examples: [
      ['List every account', '$0 list'],
      ['Those of one tool, for a program', '$0 list codex --json'],
    ],
  });

  tool = Option.String({ required: false });
  installation = installationOption();

  override async execute(): Promise<number> {
    const target =
      this.tool === undefined ? undefined : this.target(this.tool, { installation: this.installation });
    const { tool, label, installation = this.installation } = target ?? {};
    const state = this.context.state();
    if (tool && label !== undefined && label !== systemLabel)
      findStoredAccount(state, tool.id, label, this.words);
    const listings = listAccounts(state, tool?.id);
    const all = await listedAccounts(state, tool ? [tool] : this.context.registry.all(), listings);
    const listed = all.filter(
      (each) =>
        (label === undefined || each.label === label) &&
        (installation === undefined || each.installation === installation),
    );
    const columns = await pluginColumns(state, listings, listed);
    const bringers = bringersOf(listed, this.context.plugged);
    await this.print(
      { accounts: listed.map((each, at) => withPlugins(each, bringers?.[at], cellsAt(columns, at))) },
      {
        heads: [...ownHeads, ...(bringers ? ['Plugin'] : []), ...columns.map(({ head }) => head)],
        whole: ['Tool', 'Account'],
        grouped: 'Tool',
        usual: { Installation: defaultInstallation },
        rows: listed.map((each, at) => [
          ...rowOf(each, whoOf(each.identity)),
          ...(bringers ? [bringers[at] ?? ''] : []),
          ...columns.map(({ cells }) => cells[at] ?? ''),
        ]),
      },
    );
    for (const { message, hint } of this.context.plugged.warnings) this.tell(`${message} ${hint}`);
    const advice = listings.length === 0 && listed.length === 0 ? [noAccountYet(tool?.id)] : unchosen(listed);
    for (const line of advice) this.advise(line);
    // One damaged account hides no other; each is told, and the exit code is theirs.
    const damage = listings.flatMap((each) => each.damage ?? []);
    return Math.max(0, ...damage.map((each) => this.told(each)));
  }
}

/** For a person: no star on any account of a tool needs a word. */
function unchosen(listed: readonly ListedAccount[]): readonly string[] {
  return [...new Set(listed.map((each) => each.tool))].flatMap((tool) => {
    const [first, ...others] = listed.filter((each) => each.tool === tool && each.label !== null);
    const isAny = [first, ...others].some((each) => each?.active);
    return first?.known && !isAny ? `none of ${tool} is chosen yet: tools use ${tool} ${first.label}` : [];
  });
}

const ownHeads = ['', 'Tool', 'Account', 'Who', 'Plan', 'Installation', 'Shares', 'Active'];

function rowOf(listed: ListedAccount, name: string): readonly Cell[] {
  const who: Cell = listed.damage
    ? { text: `damaged: ${listed.damage.code}`, tone: 'bad' }
    : name || (listed.kind === 'key' ? 'key' : '');
  const tool = listed.known ? listed.tool : `${listed.tool} (unknown)`;
  return [
    listed.active ? { text: '*', tone: 'good' } : '',
    tool,
    listed.label ?? listed.id ?? '',
    who,
    listed.identity?.plan ?? '',
    listed.installation ?? '',
    sharesOf(listed),
    listed.chosenBy ? activeBy(listed.chosenBy) : '',
  ];
}

function sharesOf({ sharing }: ListedAccount): string {
  if (sharing === null) return '';
  if (!sharing.on) return 'no';
  return sharing.except.length > 0 ? 'in part' : 'yes';
}
