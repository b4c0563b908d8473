import { Command, Option } from 'clipanion';
import {
  type AdoptionPlan,
  adoptSystem,
  planAdoption,
  settleAdoption,
  undoAdoption,
} from '../../accounts/index.ts';
import { defaultInstallation, findInstallation } from '../../install/index.ts';
import type { AITool } from '../../registry/index.ts';
import { planDocument, planLines } from '../adoption-plan.ts';
import { BaseCommand } from '../base-command.ts';
import { dryRunOption, installationOption, yesOption } from '../options.ts';
import { askConfirm, canAsk, consent } from '../prompt.ts';

export class AdoptCommand extends BaseCommand {
  static override paths = [['adopt']];
  static override usage = Command.Usage({
    category: 'Accounts',
    description: "let editors and the tool's own directory see the sessions that accounts share",
    details: `
      Moves the directories that accounts share out of the tool's own directory into the shared root of an
      installation, and links them back. Login and settings stay where they are. Both must lie on one disk, nothing may
      run there, and of two files of one name with different content nothing is moved.

      A tool that deletes old sessions by itself would delete those of accounts, too: its directories are moved only
      when its own settings keep it from that, or with \`--set-retention\`, which puts that value there. \`--undo\` is
      the way back: at once to the byte, later with what is there then.
    `,
    examples: [
      ['See what would be moved', '$0 adopt codex --dry-run'],
      ['Do it', '$0 adopt codex'],
      ['Take it back', '$0 adopt codex --undo'],
    ],
  });

  tool = Option.String();
  installation = installationOption();
  undo = Option.Boolean('--undo', false, { description: 'take it back' });
  setRetention = Option.Boolean('--set-retention', false, {
    description: "put the value that keeps old sessions into the tool's own settings",
  });
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const { tool, installation = defaultInstallation } = this.target(this.tool, this);
    if (this.undo) return this.takeBack(tool);
    const state = this.context.state();
    if (!this.dryRun && (await settleAdoption(state, tool)) === 'adopted')
      return this.tell('finished what had been cut off');
    const { root } = findInstallation(state.host, state.paths, tool, installation);
    const first = await this.waiting('looking at what is there', () =>
      planAdoption(state, tool, { root, setRetention: this.setRetention }),
    );
    if (this.dryRun) return this.print({ dryRun: true, plan: planDocument(first) }, planLines(first));
    const setRetention = this.setRetention || (await this.askRetention(tool, first));
    const plan = setRetention ? await planAdoption(state, tool, { root, setRetention }) : first;
    for (const line of planLines(plan)) this.tell(line);
    if (plan.hindrances.length === 0 && plan.entries.length > 0)
      await consent(this.context, {
        yes: this.yes,
        question: `Move these out of ${plan.directory}, and link them back?`,
        command: this.words,
      });
    const adopted = await this.waiting('moving', () => adoptSystem(state, tool, { root, setRetention }));
    this.tell(`done; the way back: tools adopt ${tool.id} --undo`);
    if (this.json) await this.print({ adopted: planDocument(adopted) }, '');
  }

  private async takeBack(tool: AITool): Promise<void> {
    const state = this.context.state();
    if (this.dryRun) return this.print({ dryRun: true }, `would give ${tool.id} its own directories back`);
    await consent(this.context, {
      yes: this.yes,
      question: `Give ${tool.displayName} its own directories back, as they are now?`,
      command: this.words,
    });
    const undone = await this.waiting('moving back', () => undoAdoption(state, tool));
    this.tell(`${tool.id}'s own again: ${undone.back.join(', ')}`);
    for (const path of undone.kept) this.tell(`in both now, as it came or was changed meanwhile: ${path}`);
    if (this.json) await this.print({ undone }, '');
  }

  /** Whether the tool's own settings may be told to keep what accounts see, too. */
  private async askRetention(tool: AITool, { left, directory }: AdoptionPlan): Promise<boolean> {
    const governed = left.filter(({ why }) => why === 'retention').map(({ path }) => path);
    if (governed.length === 0 || this.yes || !canAsk(this.context)) return false;
    const question = `${tool.displayName} deletes old files of ${governed.join(', ')} by itself: set it to keep them, in its own settings in ${directory}? Otherwise these stay.`;
    return askConfirm(this.context, question, this.words);
  }
}
