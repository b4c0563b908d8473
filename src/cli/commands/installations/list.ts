import { Command, Option } from 'clipanion';
import { listAccounts } from '../../../accounts/index.ts';
import { installationFolders } from '../../../install/index.ts';
import type { AITool } from '../../../registry/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { type ListedInstallation, listInstallations } from '../../listed-installations.ts';

export class InstallationsListCommand extends BaseCommand {
  static override readonly isAnswer = true;
  static override paths = [
    ['installations', 'list'],
    ['installations', 'ls'],
  ];
  static override usage = Command.Usage({
    category: 'Programs',
    description: 'list the installations: what each starts, on which root, and who uses it',
    details: `
      Every tool has the installation \`default\`. The version of a program that only says it when it is started
      is left out here; \`show\` asks.
    `,
    examples: [
      ['All of them', '$0 installations list'],
      ['Those of one tool, for a program', '$0 installations list codex --json'],
    ],
  });

  tool = Option.String({ required: false });

  override async execute(): Promise<number> {
    const { registry } = this.context;
    const tools =
      this.tool === undefined
        ? registry.all().filter((tool) => this.isUsed(tool))
        : [this.target(this.tool).tool];
    const listed = (
      await Promise.all(tools.map((tool) => listInstallations(this.context.state(), tool)))
    ).flat();
    await this.print(
      { installations: listed.map(({ damage, ...installation }) => installation) },
      {
        heads: ['Tool', 'Installation', 'Version', 'Root', 'Program', 'Accounts'],
        whole: ['Tool', 'Installation'],
        rows: listed.map(rowOf),
      },
    );
    const codes = listed.flatMap(({ damage }) => damage ?? []).map((error) => this.told(error));
    return Math.max(0, ...codes);
  }

  /** Of a tool that nobody has anything of there is nothing to list. */
  private isUsed(tool: AITool): boolean {
    const state = this.context.state();
    return (
      installationFolders(state.host, state.paths, tool).length > 0 || listAccounts(state, tool.id).length > 0
    );
  }
}

function rowOf({
  tool,
  name,
  version,
  root,
  file,
  problem,
  accounts,
}: ListedInstallation): readonly string[] {
  return [tool, name, version ?? '', root ?? '', file ?? problem?.code ?? '', accounts.join(', ')];
}
