import { Command } from 'clipanion';
import { pathLine } from '../../../shims/index.ts';
import { BaseCommand } from '../../base-command.ts';

export class ShimPathCommand extends BaseCommand {
  static override paths = [['shim', 'path']];
  static override usage = Command.Usage({
    category: 'Shells',
    description: 'print the folder of shims, which has to stand first on PATH',
    examples: [['For a file that sets PATH by hand', '$0 shim path']],
  });

  override async execute(): Promise<void> {
    const state = this.context.state();
    await this.print({ path: state.paths.shims, line: pathLine(state) }, state.paths.shims);
  }
}
