import { Command, Option } from 'clipanion';
import { ToolsError } from '../../errors/index.ts';
import {
  defaultInstallation,
  findInstallation,
  planRollBack,
  planUpdate,
  rollBack,
} from '../../install/index.ts';
import type { AITool } from '../../registry/index.ts';
import { BaseCommand } from '../base-command.ts';
import { carryOut, planLines } from '../install-with-consent.ts';
import { dryRunOption, installationOption, yesOption } from '../options.ts';
import { consent } from '../prompt.ts';
import { wayBackProblem } from '../version-change.ts';

export class UpdateCommand extends BaseCommand {
  static override paths = [['update']];
  static override usage = Command.Usage({
    category: 'Programs',
    description: 'bring a tool that we keep to its newest version, or back to the one before',
    details: `
      The newest version of the tag that was installed goes into the same installation, on the same root. Whoever
      runs the old one keeps it, and it stays for \`--rollback\`, which needs no network. An installation that is
      pinned to a version is left alone. When major or minor changes, what a roll-back may cost is said and asked.
    `,
    examples: [
      ['Update Codex', '$0 update codex'],
      ['Back to the version before', '$0 update codex --rollback'],
    ],
  });

  tool = Option.String();
  installation = installationOption();
  rollback = Option.Boolean('--rollback', false, { description: 'go back to the version before' });
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const { tool, label, installation: name = defaultInstallation } = this.target(this.tool, this);
    if (label !== undefined)
      throw new ToolsError('ARGUMENT_EXTRA', { command: this.words, argument: `#${label}` });
    if (this.rollback) return this.goBack(tool, name);
    const state = this.context.state();
    const plan = await this.waiting(`looking up ${tool.displayName}`, () => planUpdate(state, tool, name));
    if (plan.version === plan.before) {
      this.tell(`${plan.package} ${plan.version} is the newest`);
      if (this.json) await this.print({ updated: null, plan }, '');
      return;
    }
    if (this.dryRun) return this.print({ dryRun: true, plan }, planLines(tool, plan));
    await carryOut(this.context, tool, plan, { yes: this.yes, command: this.words });
    if (this.json) await this.print({ updated: plan }, '');
  }

  private async goBack(tool: AITool, name: string): Promise<void> {
    const state = this.context.state();
    const plan = await planRollBack(state, tool, name);
    const { root } = findInstallation(state.host, state.paths, tool, name);
    const problem = wayBackProblem(tool, { before: plan.to, version: plan.from, root });
    const step = `${tool.id}@${name} back from ${plan.from} to ${plan.to}`;
    if (this.dryRun)
      return this.print({ dryRun: true, plan, problem: problem ?? null }, [
        `would roll ${step}`,
        ...(problem === undefined ? [] : [problem]),
      ]);
    if (problem !== undefined) {
      this.tell(problem);
      await consent(this.context, { yes: this.yes, question: `Roll ${step}?`, command: this.words });
    }
    const done = await this.waiting(`rolling ${step}`, () => rollBack(state, tool, name));
    this.tell(`rolled ${step}`);
    if (this.json) await this.print({ rolledBack: done }, '');
  }
}
