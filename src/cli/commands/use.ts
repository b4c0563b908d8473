import { Command, Option } from 'clipanion';
import {
  type Account,
  type AccountsContext,
  bindingHere,
  directoryNamed,
  environmentOf,
  findAccount,
  linkDirectory,
  setDefault,
} from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { shellLines, shells } from '../../process/index.ts';
import type { AITool } from '../../registry/index.ts';
import { BaseCommand } from '../base-command.ts';
import { directoryMeant } from '../directory-meant.ts';
import { accountOption, dryRunOption } from '../options.ts';
import { retyped } from '../retyped.ts';
import { readBy, shellOf } from '../shells.ts';
import { bareNameNews, usedInstead } from '../used-here.ts';

/** Where a choice holds; without a directory everywhere. */
interface Scope {
  readonly directory?: string;
  /** The file in a repository that decides there so far. */
  readonly insteadOf?: string;
}

export class UseCommand extends BaseCommand {
  static override readonly meant = directoryMeant;
  static override paths = [['use']];
  static override usage = Command.Usage({
    category: 'Choosing',
    description: 'choose the account that a tool uses',
    details: `
      Changes what decides here: the link of this directory or of one above it; where a file in a repository
      decides, a link of your own in its directory, which goes before it; else the global default. The answer says
      which. \`--global\` and \`--dir\` say it beforehand. \`system\` stands for the login in the tool's own directory.
    `,
    examples: [
      ['Use work from now on, wherever nothing else decides', '$0 use codex work --global'],
      ['Use work in this directory and below', '$0 use codex work --dir'],
      [
        'Use work in this shell (after `tools init --write` without eval)',
        'eval "$($0 use codex work --shell)"',
      ],
      ["Go back to the tool's own login", '$0 use codex system'],
    ],
  });

  tool = Option.String();
  label = Option.String({ required: false });
  account = accountOption();
  global = Option.Boolean('--global', false, { description: 'for every directory and shell' });
  directory = Option.Boolean('--dir', false, { description: 'for this directory and those below it' });
  shell = Option.Boolean('--shell', false, {
    description: 'for this shell, which evaluates the lines that are printed',
  });
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const { tool, label } = await this.accountTarget(this.tool, this.label, this);
    const [one, other] = (['--global', '--dir', '--shell'] as const).filter((_, at) =>
      Boolean([this.global, this.directory, this.shell][at]),
    );
    if (one && other) throw new ToolsError('OPTION_CONFLICT', { command: this.words, one, other });
    const state = this.context.state();
    const account = findAccount(state, tool.id, label);
    if (this.shell) return this.useInShell(state, tool, account);
    const scope = this.scopeOf(state, tool.id);
    const kind = scope.directory === undefined ? 'global' : 'directory';
    const result = { tool: tool.id, account: account.label, scope: kind, directory: scope.directory ?? null };
    if (this.dryRun) return this.print({ dryRun: true, ...result }, wordsOf(account, scope, 'would be'));
    if (scope.directory === undefined) await setDefault(state, account);
    else await linkDirectory(state, account, scope.directory);
    this.tell(wordsOf(account, scope, 'is now'));
    const instead = usedInstead(state, tool.id, account.label);
    if (instead !== undefined) this.tell(instead);
    const bare = instead === undefined ? await bareNameNews(state, tool, account.label) : undefined;
    if (bare !== undefined) this.advise(bare);
    if (this.json) await this.print(result, '');
  }

  /** Nothing of ours is changed: the lines are what `env` prints. */
  private async useInShell(state: AccountsContext, tool: AITool, account: Account): Promise<void> {
    const { report, stdout, host, argv } = this.context;
    const result = { tool: tool.id, account: account.label, scope: 'shell' };
    if (this.dryRun)
      return this.print({ dryRun: true, ...result }, `would put this shell into ${account.label}`);
    const shell = shellOf(host, shells);
    if (stdout.isTTY && !this.json)
      throw new ToolsError('SHELL_NOT_TOLD', {
        command: this.words,
        typed: readBy(shell, `tools ${retyped(argv)}`),
      });
    const environment = await environmentOf(state, tool, account);
    if (this.json) return report.rawDocument({ ...result, ...environment });
    stdout.write(shellLines(shell, environment));
    this.tell(`${account.label} is now the account of ${tool.id} in this shell`);
  }

  private scopeOf(state: AccountsContext, tool: string): Scope {
    if (this.global) return {};
    if (this.directory) return { directory: directoryNamed(state, '.', this.words) };
    const binding = bindingHere(state, tool);
    if (!binding) return {};
    const { directory } = binding;
    return binding.kind === 'file' ? { directory, insteadOf: binding.path } : { directory };
  }
}

function wordsOf(
  { tool, label }: Account,
  { directory, insteadOf }: Scope,
  is: 'is now' | 'would be',
): string {
  if (directory === undefined) return `${label} ${is} the global default of ${tool}`;
  const before = insteadOf === undefined ? '' : `, by a link of your own that goes before ${insteadOf}`;
  return `${label} ${is} the account of ${tool} in ${directory}${before}`;
}
