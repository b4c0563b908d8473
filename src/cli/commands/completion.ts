import { Command, Option } from 'clipanion';
import { ToolsError } from '../../errors/index.ts';
import { type CompletionShell, completionScripts, completionShells } from '../../shells/index.ts';
import { BaseCommand } from '../base-command.ts';
import { candidatesFor } from '../completion-candidates.ts';
import { readTypedLine } from '../typed-line.ts';

export class CompletionCommand extends BaseCommand {
  static override readonly isAnswer = true;
  static override paths = [['completion']];
  static override usage = Command.Usage({
    category: 'Shells',
    description: 'print what makes a shell complete our commands',
    details: `
      For bash, zsh, fish, pwsh and nu; commands, options, tools and account labels are completed. bash needs no
      further package.
    `,
    examples: [
      ['In ~/.bashrc', 'source <($0 completion bash)'],
      ['In ~/.zshrc, after compinit', 'source <($0 completion zsh)'],
      ['In ~/.config/fish/config.fish', '$0 completion fish | source'],
      ['In Nushell, once', '$0 completion nu | save -f ($nu.user-autoload-dirs.0 | path join tools.nu)'],
      ['In the PowerShell profile', '$0 completion pwsh | Out-String | Invoke-Expression'],
    ],
  });

  shell = Option.String();
  /** What the scripts ask with. */
  line = Option.String('--line', { hidden: true });

  override async execute(): Promise<void> {
    const { shell, line, context } = this;
    if (!isKnown(shell))
      throw new ToolsError('SHELL_UNKNOWN', { command: this.words, shell, known: completionShells });
    if (line === undefined) {
      const script = completionScripts[shell];
      if (this.json) context.report.rawDocument({ shell, script });
      else context.stdout.write(script);
      return;
    }
    const completesPaths = shell === 'bash' || shell === 'zsh';
    const isPutInRaw = shell === 'pwsh' || shell === 'nu';
    const { report, stdout } = context;
    for (const { value, description } of await candidatesFor(readTypedLine(line), context, {
      completesPaths,
    })) {
      // Nobody could type it, and a terminal would act on it; or else a shell would.
      if (report.clean(value) !== value || (isPutInRaw && actedOn.test(value))) continue;
      stdout.write(`${value}${description ? `\t${report.clean(description)}` : ''}\n`);
    }
  }
}

/** What stands for itself in no shell. */
const actedOn = /[\s`'"‘’‚‛“”„$(){}[\]<>|;&*?!]/u;

function isKnown(shell: string): shell is CompletionShell {
  return (completionShells as readonly string[]).includes(shell);
}
