import { Command } from 'clipanion';
import { askingMore, listPlugins, type PluginEntry } from '../../../plugins/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { pluginDocument, sourceWords } from '../../plugin-words.ts';
import type { Cell } from '../../table.ts';

export class PluginListCommand extends BaseCommand {
  static override paths = [
    ['plugin', 'list'],
    ['plugin', 'ls'],
  ];
  static override usage = Command.Usage({
    category: 'Plugins',
    description: 'list the plugins, what they are and whether they are enabled',
    details: `
      None of them is started or loaded for it. A plugin that asks for more than was agreed to is waiting: \`plugin
      enable\` shows what for.
    `,
    examples: [['All of them', '$0 plugin list']],
  });

  override async execute(): Promise<number> {
    const ctx = this.context.plugins();
    const plugins = listPlugins(ctx);
    await this.print(
      { plugins: plugins.map((entry) => pluginDocument(this.context.host, entry)) },
      {
        heads: ['Plugin', 'Version', 'Kind', 'State', 'Where', ''],
        whole: ['Plugin', 'State'],
        rows: plugins.map(rowOf),
      },
    );
    if (plugins.length === 0) this.advise('there are none: tools plugin link PATH makes one known');
    for (const { message, hint } of askingMore(ctx)) this.tell(`${message} ${hint}`);
    // One that is damaged hides no other; each is told, and the exit code is theirs.
    const damages = plugins.flatMap(({ problem }) => (problem?.exit === 6 ? problem : []));
    return Math.max(0, ...damages.map((problem) => this.told(problem)));
  }
}

function rowOf({ id, version, kind, state, source, problem }: PluginEntry): readonly Cell[] {
  const tone = { enabled: 'good', disabled: 'aside', waiting: 'doubtful', broken: 'bad' } as const;
  return [
    id,
    version ?? '',
    kind ?? '',
    { text: state, tone: tone[state] },
    `${sourceWords[source.how]} ${source.path}`,
    problem?.message ?? '',
  ];
}
