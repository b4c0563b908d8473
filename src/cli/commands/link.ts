import { Command, Option } from 'clipanion';
import { directoryNamed, findAccount, linkDirectory } from '../../accounts/index.ts';
import { BaseCommand } from '../base-command.ts';
import { accountOption, directoryOption, dryRunOption } from '../options.ts';
import { bareNameNews, usedInstead } from '../used-here.ts';

export class LinkCommand extends BaseCommand {
  static override paths = [['link'], ['bind'], ['map']];
  static override usage = Command.Usage({
    category: 'Choosing',
    description: 'use an account in a directory and those below it',
    details: `
      Written into a table of your own, not into the directory. The nearest directory with an answer for the tool
      decides; there your link goes before a file of the repository. Nothing of the tool is moved or linked.
    `,
    examples: [
      ['Use work here', '$0 link codex work'],
      ['Use personal in another directory', '$0 link codex personal --dir ~/play'],
    ],
  });

  tool = Option.String();
  label = Option.String({ required: false });
  account = accountOption();
  directory = directoryOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const { tool, label } = await this.accountTarget(this.tool, this.label, this);
    const state = this.context.state();
    const account = findAccount(state, tool.id, label);
    const directory = directoryNamed(state, this.directory ?? '.', this.words);
    const result = { tool: tool.id, account: account.label, directory };
    if (this.dryRun)
      return this.print(
        { dryRun: true, ...result },
        `would link ${directory} to ${tool.id}#${account.label}`,
      );
    await linkDirectory(state, account, directory);
    this.tell(`${account.label} is now the account of ${tool.id} in ${directory}`);
    const instead = this.directory === undefined ? usedInstead(state, tool.id, account.label) : undefined;
    if (instead !== undefined) this.tell(instead);
    const bare = instead === undefined ? await bareNameNews(state, tool, account.label) : undefined;
    if (bare !== undefined) this.advise(bare);
    if (this.json) await this.print(result, '');
  }
}
