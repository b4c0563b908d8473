import { Command, Option } from 'clipanion';
import { defaultInstallation, isExactVersion, planInstall } from '../../install/index.ts';
import { parseAddress } from '../address.ts';
import { BaseCommand } from '../base-command.ts';
import { installWithConsent, planLines } from '../install-with-consent.ts';
import { dryRunOption, installationOption, ownRootOption, shareRootOption, yesOption } from '../options.ts';
import { rootWish } from '../root-wish.ts';

export class InstallCommand extends BaseCommand {
  static override paths = [['install']];
  static override usage = Command.Usage({
    category: 'Programs',
    description: 'install a tool from npm into a folder of ours',
    details: `
      \`codex\` or \`codex@next\` (a dist-tag) manages the installation \`default\`. An exact version makes an
      installation of that name beside it, or the one that \`-i\` names; \`-i default\` pins \`default\` to it. The
      plan is shown first, and nothing is installed without consent.

      A new installation shares what is accumulated in the root of \`default\` as long as major and minor agree,
      because a newer program may change what an older one reads; else it gets a root of its own.
      \`--share-root\` and \`--own-root\` decide that otherwise.
    `,
    examples: [
      ['Install Codex', '$0 install codex'],
      ['Another version beside it', '$0 install codex@0.171.0'],
      ['Pin a version, asking nothing', '$0 install codex@0.171.0 -i default --yes'],
    ],
  });

  tool = Option.String();
  installation = installationOption();
  shareRoot = shareRootOption();
  ownRoot = ownRootOption();
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const address = parseAddress(this.tool);
    const tool = this.toolOf(address.tool);
    const wanted = address.installation;
    const isExact = wanted !== undefined && isExactVersion(wanted);
    const request = {
      yes: this.yes,
      command: this.words,
      name: this.installation ?? (isExact ? wanted : defaultInstallation),
      ...(wanted === undefined ? {} : { version: wanted }),
      ...rootWish(this, this.words),
    };
    if (!this.dryRun) {
      const installed = await installWithConsent(this.context, tool, request);
      const at = request.name === defaultInstallation ? '' : `@${request.name}`;
      this.tell(`to start it: tools run ${tool.id}${at} -a LABEL`);
      if (this.json) await this.print({ installed }, '');
      return;
    }
    const state = this.context.state();
    const plan = await this.waiting(`looking up ${tool.displayName}`, () =>
      planInstall(state, tool, request),
    );
    await this.print({ dryRun: true, plan }, planLines(tool, plan));
  }
}
