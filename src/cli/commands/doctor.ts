import { Command, Option } from 'clipanion';
import type { AccountsContext } from '../../accounts/index.ts';
import type { Examination, Mended } from '../../doctor/index.ts';
import { BaseCommand } from '../base-command.ts';
import {
  findingCells,
  findingLines,
  type PlainFinding,
  plainFinding,
  plainMended,
  programRows,
} from '../doctor-table.ts';
import { dryRunOption, installationOption, yesOption } from '../options.ts';
import { pluginFindings } from '../plugin-findings.ts';
import { consent } from '../prompt.ts';

export class DoctorCommand extends BaseCommand {
  static override paths = [['doctor']];
  static override usage = Command.Usage({
    category: 'About',
    description: 'look for what is wrong with accounts, programs, plugins and this shell',
    details: `
      Nothing is changed and no network is asked. Each finding comes with the next command. Exit 1 when something
      is found, 6 when something of ours is damaged, 0 when nothing is. With \`--fix\` what can be mended without
      losing anything is: modes, locks of the dead, what was left half-made, claims, links and settings of homes.
    `,
    examples: [
      ['Look at everything', '$0 doctor'],
      ['At one tool, for a program', '$0 doctor codex --json'],
      ['Mend what can be mended', '$0 doctor --fix'],
    ],
  });

  tool = Option.String({ required: false });
  installation = installationOption();
  fix = Option.Boolean('--fix', false, { description: 'mend what can be mended without losing anything' });
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<number> {
    const target = this.targetIfNamed(this.tool, { installation: this.installation });
    const tools = target ? [target.tool] : this.context.registry.all();
    const installation = target?.installation;
    const [{ examine, mend }, state] = await Promise.all([
      import('../../doctor/index.ts'),
      this.context.state('unchecked'),
    ]);
    const look = () =>
      this.waiting('looking', async () => {
        const examination = await examine(state, tools, installation === undefined ? {} : { installation });
        const ofPlugins = target === undefined ? await pluginFindings(this.context) : [];
        return { ...examination, findings: [...examination.findings, ...ofPlugins] };
      });
    const examination = await look();
    const { findings } = examination;
    const plain = findings.map((finding) => plainFinding(state, finding));
    const wishes = [...new Set(plain.flatMap(({ fix }) => fix ?? []))];
    if (!this.fix || this.dryRun || wishes.length === 0) return this.report(state, examination, []);
    for (const words of wishes) this.tell(words);
    await consent(this.context, { yes: this.yes, question: 'Mend this?', command: this.words });
    const mended = await mend(state, findings);
    return this.report(state, await look(), mended);
  }

  /** @returns the exit code */
  private async report(
    state: AccountsContext,
    { findings, programs, leaks }: Examination,
    mended: readonly Mended[],
  ): Promise<number> {
    const plain = findings.map((finding) => plainFinding(state, finding));
    const done = mended.map((each) => plainMended(state, each));
    const isDry = this.fix && this.dryRun;
    const exit = Math.max(0, ...findings.map((finding) => (finding.exit === 6 ? 6 : 1)));
    if (this.json) {
      const document = { healthy: findings.length === 0, findings: plain, mended: done, programs, leaks };
      await this.print(isDry ? { dryRun: true, ...document } : document, '');
      return exit;
    }
    for (const { fix, problem } of done)
      this.tell(problem ? `could not ${fix}: ${problem.message}` : `mended: ${fix}`);
    if (isDry) for (const { fix } of plain) if (fix !== null) this.tell(`would ${fix}`);
    await this.show(programs, plain);
    if (plain.length === 0) this.tell('nothing is wrong');
    return exit;
  }

  private async show(programs: Examination['programs'], plain: readonly PlainFinding[]): Promise<void> {
    const rows = programRows(programs);
    if (rows.length > 0) await this.print({}, { heads: ['Tool', 'Program', 'Version', 'Note'], rows });
    await this.print(
      {},
      this.context.stdout.isTTY
        ? plain.flatMap((finding) => findingLines(finding, this.context.isPlain))
        : { heads: [], rows: plain.map(findingCells) },
    );
  }
}
