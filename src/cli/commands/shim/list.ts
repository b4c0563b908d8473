import { Command } from 'clipanion';
import { shimProblems, shimsHere } from '../../../shims/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { shimNews, shimStateOf } from '../../shim-news.ts';

export class ShimListCommand extends BaseCommand {
  static override paths = [
    ['shim', 'list'],
    ['shim', 'ls'],
  ];
  static override usage = Command.Usage({
    category: 'Shells',
    description: 'list the bare names that start the chosen account, and whether they are met',
    examples: [['All of them', '$0 shim list']],
  });

  override async execute(): Promise<void> {
    const state = this.context.state();
    const shims = shimsHere(state).map((shim) => {
      const tool = shim.tool === null ? undefined : this.context.registry.tool(shim.tool);
      const problems = tool ? shimProblems(state, tool, shim) : [];
      return { ...shim, problems };
    });
    await this.print(
      {
        shims: shims.map(({ problems, ...shim }) => ({
          ...shim,
          problems: problems.map(({ code, message, hint }) => ({ code, message, hint })),
        })),
      },
      {
        heads: ['Tool', 'Shim', 'State'],
        whole: ['Tool', 'State'],
        rows: shims.map(({ tool, path, problems: [worst] }) => [tool ?? '', path, shimStateOf(worst)]),
      },
    );
    if (shims.length === 0) this.advise('there are none: tools shim enable makes them');
    for (const line of shimNews(shims.flatMap(({ problems }) => problems))) this.tell(line);
  }
}
