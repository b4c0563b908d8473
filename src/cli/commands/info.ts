import { Command, Option } from 'clipanion';
import { type AdoptionStatus, adoptionFaults, adoptionOf, sharedParts } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import { BaseCommand } from '../base-command.ts';
import { adoptionLines, toolLines } from '../info-lines.ts';
import { installationLines, listInstallation } from '../listed-installations.ts';
import { installationOption } from '../options.ts';
import { wrapped } from '../wrapped.ts';

export class InfoCommand extends BaseCommand {
  static override readonly isAnswer = true;
  static override paths = [['info']];
  static override usage = Command.Usage({
    category: 'The registry',
    description: 'show what is known of a tool, how it is kept apart, and where that was learned',
    details: `
      Leaks are what the tool reads or writes elsewhere although an account has a home of its own: what, where,
      what hangs on it, and what closes it. Of the files in a home, \`identity\` belongs to one account, as does all
      that is not listed; \`shared\` may be shared between accounts, \`mixed\` in single keys; \`disposable\` is one
      account's and may be lost. What accounts that share have in common stands apart. Evidence says how each fact
      was learned, of which version and when.
    `,
    examples: [
      ['About Codex', '$0 info codex'],
      ['The whole descriptor', '$0 info codex --json'],
    ],
  });

  tool = Option.String();
  installation = installationOption();

  override async execute(): Promise<number> {
    const { tool, installation: name } = this.target(this.tool, { installation: this.installation });
    const asked = name === undefined ? undefined : await listInstallation(this.context.state(), tool, name);
    const { isTTY, columns = 80 } = this.context.stdout;
    const sharing = sharedParts(this.context.host, tool);
    const problems: ToolsError[] = [];
    const adoption = this.adoption(tool, problems);
    const plugin = this.context.plugged.bringerOf(tool.id) ?? null;
    const lines = [
      ...toolLines(tool, sharing, this.context.host.env, plugin),
      ...adoptionLines(adoption),
      ...installationLines(asked),
    ];
    await this.print(
      { tool, plugin, sharing, ...(adoption && { adoption }), ...(asked && { installation: asked }) },
      isTTY ? lines.flatMap((line) => within(columns, line)) : lines,
    );
    return Math.max(0, ...problems.map((problem) => this.told(problem)));
  }

  /** What is known of the tool is told whatever became of a note of ours. */
  private adoption(tool: AITool, problems: ToolsError[]): AdoptionStatus | undefined {
    try {
      const adoption = adoptionOf(this.context.state(), tool);
      if (adoption) problems.push(...adoptionFaults(tool.id, adoption));
      return adoption;
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
      problems.push(error);
      return undefined;
    }
  }
}

function within(columns: number, line: string): readonly string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  return wrapped(line.slice(indent.length), columns, indent, `${indent}    `);
}
