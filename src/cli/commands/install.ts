import { Command, Option } from 'clipanion';
import { defaultInstallation, planInstall } from '../../install/index.ts';
import { parseAddress } from '../address.ts';
import { BaseCommand } from '../base-command.ts';
import { installWithConsent, planLines } from '../install-with-consent.ts';
import { dryRunOption, installationOption, yesOption } from '../options.ts';
import { whileWaiting } from '../progress.ts';

const exactVersion = /^v?\d+\.\d+\.\d+/;

export class InstallCommand extends BaseCommand {
  static override paths = [['install']];
  static override usage = Command.Usage({
    category: 'The registry',
    description: 'install a tool from npm into a folder of ours',
    details: `
      \`codex\` or \`codex@next\` (a dist-tag) manages the installation \`default\`. An exact version makes an
      installation of that name, which is not there yet; \`-i default\` pins \`default\` to it. The plan is shown
      first, and nothing is installed without consent.
    `,
    examples: [
      ['Install Codex', '$0 install codex'],
      ['Pin a version, asking nothing', '$0 install codex@0.171.0 -i default --yes'],
    ],
  });

  tool = Option.String();
  installation = installationOption();
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const address = parseAddress(this.tool);
    const tool = this.toolOf(address.tool);
    const wanted = address.installation;
    const isExact = wanted !== undefined && exactVersion.test(wanted);
    const request = {
      yes: this.yes,
      quiet: this.quiet || this.json,
      command: this.words,
      name: this.installation ?? (isExact ? wanted : defaultInstallation),
      ...(wanted === undefined ? {} : { version: wanted }),
    };
    if (!this.dryRun) return this.printDone(await installWithConsent(this.context, tool, request));
    const state = this.context.state();
    const waiting = { text: `looking up ${tool.displayName}`, quiet: request.quiet };
    const plan = await whileWaiting(this.context, waiting, () => planInstall(state, tool, request));
    await this.print({ dryRun: true, plan }, planLines(plan));
  }

  private async printDone(plan: object): Promise<void> {
    if (this.json) await this.print({ installed: plan }, '');
  }
}
