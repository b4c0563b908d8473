import { Command, Option } from 'clipanion';
import { nodeVersion } from '../../../platform/index.ts';
import { type CheckReport, checkPlugin, listPlugins, reportLines } from '../../../plugins/index.ts';
import { BaseCommand } from '../../base-command.ts';

export class PluginCheckCommand extends BaseCommand {
  static override paths = [['plugin', 'check']];
  static override usage = Command.Usage({
    category: 'Plugins',
    description: 'look whether a plugin keeps the rules',
    details: `
      Of a folder with a manifest, of a program that speaks the wire, or of a plugin that is known: its manifest, its
      descriptors, its code. Its code runs, with your rights, in processes of its own whose home and environment are
      made for this. Nothing is installed or remembered. ✓ passed, ✗ failed, ! should be better, · could not be looked
      at. Exit 1 when something failed, else 0.
    `,
    examples: [
      ['A plugin that you are writing', '$0 plugin check ./acme-plugin'],
      ['A program, for a program', '$0 plugin check ~/bin/acme-plugin --json'],
    ],
  });

  plugin = Option.String();

  override async execute(): Promise<number> {
    const { host, version, builtIns } = this.context.plugins();
    const reference = this.sourceOf(this.plugin) ?? this.plugin;
    const options = { version, node: nodeVersion(), builtIns };
    const report = await this.waiting(`looking at ${this.plugin}`, () =>
      checkPlugin(host, reference, options),
    );
    await this.show(report);
    return report.passed ? 0 : 1;
  }

  /** Where a plugin lies that is known by its id. What has a separator is a path. */
  private sourceOf(id: string): string | undefined {
    if (/[/\\]/.test(id)) return undefined;
    return listPlugins(this.context.plugins()).find((entry) => entry.id === id)?.source.path;
  }

  private async show(report: CheckReport): Promise<void> {
    if (this.json) return this.print(report, '');
    const { stdout, isPlain } = this.context;
    const rows = report.checks.map(({ id, outcome, title, details, hint }) => [
      id,
      outcome,
      title,
      details.join('; '),
      hint ?? '',
    ]);
    await this.print({}, stdout.isTTY ? await reportLines(report, { isPlain }) : { heads: [], rows });
    if (report.passed && report.kinds.length > 0)
      this.advise(`to use it: tools plugin link ${report.reference}`);
  }
}
