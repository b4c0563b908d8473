import { Command, Option } from 'clipanion';
import { disableShims, type Shim, shimsHere } from '../../../shims/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { dryRunOption } from '../../options.ts';

export class ShimDisableCommand extends BaseCommand {
  static override paths = [['shim', 'disable']];
  static override usage = Command.Usage({
    category: 'Shells',
    description: 'take the programs away by which a bare name starts the chosen account',
    details: `
      The tool of that name is then met on PATH, as before. Without a tool: all of them. What somebody else put into
      the folder of shims stays there.
    `,
    examples: [
      ['All of them', '$0 shim disable'],
      ['One tool', '$0 shim disable codex'],
    ],
  });

  tools = Option.Rest({ name: 'tools' });
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const ids = this.tools.map((id) => this.toolOf(id).id);
    const isMeant = ({ tool }: Shim) => ids.length === 0 || (tool !== null && ids.includes(tool));
    const state = this.context.state();
    if (this.dryRun) {
      const shims = shimsHere(state).filter(isMeant);
      return this.print(
        { dryRun: true, shims },
        shims.map(({ path }) => `would remove ${path}`),
      );
    }
    const shims = await disableShims(state, isMeant);
    for (const { path } of shims) this.tell(`${path} removed`);
    if (this.json) await this.print({ shims }, '');
  }
}
