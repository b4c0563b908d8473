import { Command, Option } from 'clipanion';
import {
  type ActivePlugin,
  askingMore,
  type Conflict,
  findPlugin,
  loadPlugins,
  type PluginEntry,
} from '../../../plugins/index.ts';
import { resolveTool } from '../../../registry/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { type DiagnosedTool, diagnosedTool } from '../../diagnosed-tool.ts';
import { pluginLines } from '../../plugin-lines.ts';
import { pluginDocument } from '../../plugin-words.ts';
import { wrapped } from '../../wrapped.ts';

export class PluginInfoCommand extends BaseCommand {
  static override paths = [['plugin', 'info']];
  static override usage = Command.Usage({
    category: 'Plugins',
    description: 'show what a plugin is, where it lies, what it asks for and what it brings',
    details: `
      Nothing of it is started or loaded for it; of one that is enabled, the programs of the tools that it brings may be
      asked for their version. What a plugin brings is known once it was enabled; before that, what its manifest says.
    `,
    examples: [['About the plugin acme', '$0 plugin info acme']],
  });

  plugin = Option.String();

  override async execute(): Promise<number> {
    const ctx = this.context.plugins();
    const entry = findPlugin(ctx, this.plugin);
    const loaded = await loadPlugins(ctx, { isHasty: true });
    await loaded.close();
    const brings = loaded.plugins.find(({ is }) => is.id === entry.id)?.is;
    const conflicts = loaded.conflicts.filter((each) => isIn(each, entry.id));
    const tools = await this.waiting('looking at its tools', () => this.toolsOf(entry, brings));
    const { columns = 80, isTTY } = this.context.stdout;
    const lines = pluginLines({ entry, brings, conflicts, tools });
    await this.print(
      { plugin: this.document(entry, brings, conflicts, tools) },
      isTTY ? lines.flatMap((line) => within(columns, line)) : lines,
    );
    for (const { message, hint, data } of askingMore(ctx))
      if (data.id === entry.id) this.tell(`${message} ${hint}`);
    return entry.problem ? this.told(entry.problem) : 0;
  }

  private async toolsOf(
    entry: PluginEntry,
    brings: ActivePlugin['is'] | undefined,
  ): Promise<readonly DiagnosedTool[]> {
    const state = this.context.state();
    const isTrusted = entry.state === 'enabled';
    const descriptors = brings?.descriptors ?? entry.found?.package?.descriptors ?? [];
    return Promise.all(
      descriptors.map((descriptor) => diagnosedTool(state, resolveTool(descriptor), { isTrusted })),
    );
  }

  private document(
    entry: PluginEntry,
    brings: ActivePlugin['is'] | undefined,
    conflicts: readonly Conflict[],
    tools: readonly DiagnosedTool[],
  ): object {
    const { manifest } = entry.found?.package ?? {};
    return {
      ...pluginDocument(this.context.host, entry),
      publisher: manifest?.publisher ?? null,
      display: manifest?.display ?? null,
      compatibility: manifest?.compatibility ?? null,
      manifest: entry.found?.manifest ?? null,
      brings: {
        isFoundOut: brings !== undefined,
        tools,
        points: brings?.points ?? [],
        commands: brings?.commands ?? [],
      },
      conflicts,
    };
  }
}

function isIn({ winner, losers }: Conflict, id: string): boolean {
  return winner === id || losers.includes(id);
}

function within(columns: number, line: string): readonly string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  return wrapped(line.slice(indent.length), columns, indent, `${indent}    `);
}
