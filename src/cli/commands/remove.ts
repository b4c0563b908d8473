import { Command, Option } from 'clipanion';
import {
  findStoredAccount,
  liesElsewhere,
  type RemovedAccount,
  removeAccount,
  type StoredAccount,
} from '../../accounts/index.ts';
import { ToolsError, typedPath } from '../../errors/index.ts';
import { BaseCommand } from '../base-command.ts';
import { accountOption, dryRunOption, yesOption } from '../options.ts';
import { consent } from '../prompt.ts';

export class RemoveCommand extends BaseCommand {
  static override readonly takes = 'stored';
  static override paths = [['remove'], ['rm'], ['account', 'remove']];
  static override usage = Command.Usage({
    category: 'Accounts',
    description: 'remove an account; its directory goes to the trash',
    details: `
      The directory is kept in our trash for 30 days, with its login in it. If the account was the default of
      its tool, none is chosen afterwards: no other account takes its place by itself. A directory that was imported
      stays where it is.
    `,
    examples: [
      ['Remove work, after a question', '$0 remove codex work'],
      ['Remove it without one', '$0 remove codex -a work --yes'],
    ],
  });

  tool = Option.String();
  label = Option.String({ required: false });
  account = accountOption();
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const { tool, label } = await this.accountTarget(this.tool, this.label, this);
    const state = this.context.state();
    const account = readable(() => findStoredAccount(state, tool.id, label, 'remove'));
    const name = `${tool.id}#${account?.label ?? label}`;
    const stays = account !== undefined && liesElsewhere(state, account);
    const what = account?.home ?? 'what is left of it';
    if (this.dryRun)
      return this.print(
        { dryRun: true, account: account ?? null },
        `would remove ${name} (${what}${stays ? ' stays' : ''})`,
      );
    await consent(this.context, {
      yes: this.yes,
      question: stays
        ? `Remove ${name}? ${what} stays, with its login.`
        : `Remove ${name}? ${what} goes to the trash, with its login.`,
      command: this.words,
    });
    const removed = await this.waiting(`removing ${name}`, () =>
      removeAccount(state, tool.id, account?.label ?? label),
    );
    this.tell(
      removed.stays === undefined
        ? `removed ${name}; for 30 days it lies in ${removed.trash}`
        : `removed ${name}; its directory is where it always was: ${removed.stays}`,
    );
    for (const line of sharedLines(removed)) this.tell(line);
    for (const directory of removed.links)
      this.tell(`${directory} is linked to it: tools link ${tool.id} LABEL --dir ${typedPath(directory)}`);
    if (removed.wasDefault) this.tell(`it was the default: choose another with tools use ${tool.id} LABEL`);
    if (this.json) await this.print(removed, '');
  }
}

/** What it shared is nobody's alone; when the last one goes, it can go, too. */
function sharedLines({ tool, shared }: RemovedAccount): readonly string[] {
  if (!shared) return [];
  return shared.others.length > 0
    ? [`what it shared stays for ${shared.others.join(', ')}`]
    : [`what it shared stays; to remove that, too: tools installations remove ${tool} ${shared.root}`];
}

/** A damaged account can be removed all the same: that is a way out of it. */
function readable(find: () => StoredAccount): StoredAccount | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof ToolsError && error.code === 'STATE_DAMAGED') return undefined;
    throw error;
  }
}
