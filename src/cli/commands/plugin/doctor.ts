import { Command, Option } from 'clipanion';
import { examinePlugins } from '../../../plugins/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { findingCells, findingLines, plainFinding } from '../../doctor-table.ts';

export class PluginDoctorCommand extends BaseCommand {
  static override paths = [['plugin', 'doctor']];
  static override usage = Command.Usage({
    category: 'Plugins',
    description: 'look for what is wrong with the plugins',
    details: `
      What is gone or changed, waits for your consent, does not fit this release, is set wrongly, can't be loaded or
      started, or is brought by several. Those that are enabled are loaded or started once for it. Nothing is changed.
      Exit 1 when something is found, 6 when something of ours is damaged.
    `,
    examples: [
      ['Look at all of them', '$0 plugin doctor'],
      ['At one', '$0 plugin doctor acme'],
    ],
  });

  plugin = Option.String({ required: false });

  override async execute(): Promise<number> {
    const state = this.context.state('unchecked');
    const findings = await this.waiting('looking', () => examinePlugins(this.context.plugins(), this.plugin));
    const plain = findings.map((finding) => plainFinding(state, finding));
    await this.print(
      { healthy: plain.length === 0, findings: plain },
      this.context.stdout.isTTY
        ? plain.flatMap((finding) => findingLines(finding, this.context.isPlain))
        : { heads: [], rows: plain.map(findingCells) },
    );
    if (plain.length === 0) this.tell('nothing is wrong');
    return Math.max(0, ...findings.map(({ exit }) => (exit === 6 ? 6 : 1)));
  }
}
