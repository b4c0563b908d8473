import { Command } from 'clipanion';
import type { AITool } from '../../registry/index.ts';
import { BaseCommand } from '../base-command.ts';

export class ToolsCommand extends BaseCommand {
  static override paths = [['tools']];
  static override usage = Command.Usage({
    category: 'The registry',
    description: 'list the tools that are known',
    details: `
      Isolation says whether everything a tool keeps can be given to one account: complete, partial (\`info\` says
      what is not), or none.
    `,
    examples: [['List them', '$0 tools']],
  });

  override async execute(): Promise<void> {
    const tools = this.context.registry.all();
    await this.print(
      { tools: tools.map(summaryOf) },
      {
        heads: ['Tool', 'Name', 'Isolation', 'Stage', 'Package'],
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

function rowOf(tool: AITool): readonly string[] {
  const { id, displayName, isolation, stage, npmPackage } = summaryOf(tool);
  return [id, displayName, isolation ?? '', stage ?? '', npmPackage ?? ''];
}
