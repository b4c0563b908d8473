import { Command, Option } from 'clipanion';
import { ToolsError } from '../../../errors/index.ts';
import { addInstallation, planAddition } from '../../../install/index.ts';
import { agreed } from '../../address.ts';
import { BaseCommand } from '../../base-command.ts';
import { dryRunOption, ownRootOption, shareRootOption } from '../../options.ts';
import { rootWish } from '../../root-wish.ts';

export class InstallationsAddCommand extends BaseCommand {
  static override paths = [['installations', 'add']];
  static override usage = Command.Usage({
    category: 'Programs',
    description: 'give a name to an executable that you have',
    details: `
      \`-i NAME\` then starts it. It shares the root of \`default\` as long as major and minor agree, else it gets
      one of its own; \`--share-root\` and \`--own-root\` decide that otherwise.
    `,
    examples: [
      ['A build of your own', '$0 installations add codex mine --path /opt/codex/bin/codex'],
      ['With its own root', '$0 installations add codex mine --path /opt/codex/bin/codex --own-root'],
    ],
  });

  tool = Option.String();
  name = Option.String();
  file = Option.String('--path', { description: 'the executable: an absolute path' });
  shareRoot = shareRootOption();
  ownRoot = ownRootOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const { tool, installation } = this.addressed(this.tool);
    const name = agreed(this.tool, installation, this.name) ?? this.name;
    if (this.file === undefined)
      throw new ToolsError('ARGUMENT_MISSING', {
        command: this.words,
        usage: 'tools installations add <tool> <name> --path FILE',
      });
    const state = this.context.state();
    const request = { name, file: this.file, ...rootWish(this, this.words) };
    const plan = await planAddition(state, tool, request);
    const because = plan.rootBecause === undefined ? '' : ` (${plan.rootBecause})`;
    const what = `${tool.id}@${name}: ${this.file}, on the root "${plan.root}"${because}`;
    if (this.dryRun) return this.print({ dryRun: true, installation: plan }, `would make ${what}`);
    await addInstallation(state, tool, plan);
    this.tell(`made ${what}`);
    if (this.json) await this.print({ installation: plan }, '');
  }
}
