import { Command, Option } from 'clipanion';
import { type AccountsContext, environmentHere } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { expandHome } from '../../platform/index.ts';
import { type ShellChange, shells } from '../../process/index.ts';
import {
  hookScript,
  type InitShell,
  initScript,
  initShells,
  planInit,
  planRemoval,
  removeInit,
  writeInit,
} from '../../shells/index.ts';
import { BaseCommand } from '../base-command.ts';
import { doneLines, initDocument, initLines } from '../init-words.ts';
import { dryRunOption } from '../options.ts';
import { shellOf } from '../shells.ts';
import { stepLines } from '../step-lines.ts';

export class InitCommand extends BaseCommand {
  static override paths = [['init']];
  static override usage = Command.Usage({
    category: 'Shells',
    description: 'make a shell obey: shims on PATH, completion, accounts by directory',
    details: `
      With \`--write\` a block of a few lines goes into the files that the shell reads when it starts, through links
      that lead there; \`--remove\` takes it away again, to the byte. Without either the script itself is printed. The
      shell is taken from \`$SHELL\` unless it is named: bash, zsh, fish, pwsh or nu.

      It puts the folder of our shims first on PATH and keeps it there, completes our commands, and makes
      \`tools use … --shell\` take effect in that shell, and \`tools env …\` where it would be printed on a terminal (not in
      nu). In pwsh it is \`ai_tools_use codex work\`: a function there could not pass on a \`--\`. \`ai_tools_prompt\`
      prints who is in use, for a prompt.

      \`--hook\` is for those who want no shims: whenever the directory changes (in bash: at the next prompt), the shell
      goes into the accounts that its tools have there, and what a former account had set is taken back. What another
      terminal changes it sees at the next change of directory. It can warn, but stops no tool that may not run there;
      a shim does.
    `,
    examples: [
      ['Once, for the shell that you use', '$0 init --write'],
      ['What would be written where', '$0 init zsh --write --dry-run'],
      ['By hand, in ~/.bashrc', 'eval "$($0 init bash)"'],
      ['Away again', '$0 init bash --remove'],
    ],
  });

  shell = Option.String({ required: false });
  write = Option.Boolean('--write', false, {
    description: 'put a block into the files that the shell reads',
  });
  remove = Option.Boolean('--remove', false, { description: 'take the block away again' });
  hook = Option.Boolean('--hook', {
    description: 'follow the account of each directory (--no-hook: no longer)',
  });
  file = Option.String('--file', {
    description: 'this file in the place of those that the shell is known to read',
  });
  dryRun = dryRunOption();
  /** What the hook asks with. */
  step = Option.Boolean('--step', false, { hidden: true });

  override async execute(): Promise<void> {
    const shell = this.shellNamed();
    if (this.step) return this.printStep(shell);
    if (this.write && this.remove)
      throw new ToolsError('OPTION_CONFLICT', { command: this.words, one: '--write', other: '--remove' });
    if (!this.write && !this.remove) return this.printScript(shell);
    const state = this.context.state();
    const wish = { shell, hook: this.hook, file: this.fileNamed() };
    if (this.dryRun) {
      const plan = this.write ? planInit(state, wish) : planRemoval(state, wish);
      return this.print({ dryRun: true, ...initDocument(plan) }, initLines(plan));
    }
    const done = await (this.write ? writeInit(state, wish) : removeInit(state, wish));
    for (const line of doneLines(done)) this.tell(line);
    if (this.json) await this.print(initDocument(done), '');
  }

  private shellNamed(): InitShell {
    const asked = this.shell ?? shellOf(this.context.host, initShells);
    const shell = initShells.find((known) => known === asked);
    if (shell) return shell;
    throw new ToolsError('SHELL_UNKNOWN', { command: this.words, shell: asked, known: initShells });
  }

  private fileNamed(): string | undefined {
    const { host } = this.context;
    return this.file === undefined ? undefined : host.path.resolve(host.cwd, expandHome(host, this.file));
  }

  private printScript(shell: InitShell): void {
    const { paths } = this.context.state();
    const script = `${initScript(shell, paths)}${this.hook ? hookScript(shell, paths) : ''}`;
    if (this.json) this.context.report.rawDocument({ shell, script });
    else this.context.stdout.write(script);
  }

  private async printStep(shell: InitShell): Promise<void> {
    const { host, report, stdout } = this.context;
    const said: string[] = [];
    const tell = (line: string) => void said.push(report.clean(line));
    const change = await stepHere(this.context.state, tell);
    stdout.write(stepLines(shellOf(host, shells) === 'json' ? 'json' : shell, change, said));
  }
}

/** Where nothing can be decided the shell stays as it is, and is told. */
async function stepHere(state: () => AccountsContext, tell: (line: string) => void): Promise<ShellChange> {
  try {
    return await environmentHere({ ...state(), tell });
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    tell(`${error.message} ${error.hint}`);
    return { set: {}, unset: [] };
  }
}
