import { Command } from 'clipanion';
import type { AITool } from '../../registry/index.ts';
import { BaseCommand } from '../base-command.ts';

export class ToolsCommand extends BaseCommand {
  static override readonly isAnswer = true;
  static override paths = [['tools']];
  static override usage = Command.Usage({
    category: 'The registry',
    description: 'list the tools that are known',
    details: `
      Isolation says whether everything a tool keeps can be given to one account: complete, partial (\`info\` says
      what is not), or none. The last column names the plugin that brings a tool.
    `,
    examples: [['List them', '$0 tools']],
  });

  override async execute(): Promise<void> {
    const { registry, plugged } = this.context;
    for (const { message, hint } of plugged.warnings) this.tell(`${message} ${hint}`);
    const tools = registry
      .all()
      .map((tool) => ({ ...summaryOf(tool), plugin: plugged.bringerOf(tool.id) ?? null }));
    await this.print(
      { tools },
      {
        heads: ['Tool', 'Name', 'Isolation', 'Stage', 'Package', 'Plugin'],
        whole: ['Tool', 'Name'],
        rows: tools.map(rowOf),
      },
    );
  }
}

function summaryOf(tool: AITool) {
  return {
    id: tool.id,
    displayName: tool.displayName,
    description: tool.description ?? null,
    homepage: tool.homepage ?? null,
    isolation: tool.relocation?.isolation ?? null,
    stage: tool.lifecycle?.stage ?? null,
    npmPackage: tool.executable?.npmPackage ?? null,
  };
}

type Listed = ReturnType<typeof summaryOf> & { readonly plugin: string | null };

function rowOf({ id, displayName, isolation, stage, npmPackage, plugin }: Listed): readonly string[] {
  return [id, displayName, isolation ?? '', stage ?? '', npmPackage ?? '', plugin ?? ''];
}
