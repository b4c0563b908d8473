import { Command, Option } from 'clipanion';
import type { Examination, Mended } from '../../doctor/index.ts';
import type { ToolsError } from '../../errors/index.ts';
import { defaultInstallation } from '../../install/index.ts';
import { BaseCommand } from '../base-command.ts';
import { dryRunOption, installationOption, yesOption } from '../options.ts';
import { type PlainError, plainError } from '../plain-error.ts';
import { consent } from '../prompt.ts';

export class DoctorCommand extends BaseCommand {
  static override paths = [['doctor']];
  static override usage = Command.Usage({
    category: 'About',
    description: 'look for what is wrong with accounts, programs and this shell',
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
    const [{ examine }, state] = await Promise.all([
      import('../../doctor/index.ts'),
      this.context.state('unchecked'),
    ]);
    const look = () =>
      this.waiting('looking', () =>
        examine(state, tools, installation === undefined ? {} : { installation }),
      );
    const examination = await look();
    const wishes = await this.wishesOf(examination);
    if (!this.fix || this.dryRun || wishes.length === 0) return this.report(examination, wishes, []);
    for (const words of wishes) this.tell(words);
    await consent(this.context, { yes: this.yes, question: 'Mend this?', command: this.words });
    const { mend } = await import('../../doctor/index.ts');
    const mended = await mend(state, examination.findings);
    return this.report(await look(), [], mended);
  }

  /** What `--fix` would do. */
  private async wishesOf({ findings }: Examination): Promise<readonly string[]> {
    const { mendingOf } = await import('../../doctor/index.ts');
    const state = this.context.state('unchecked');
    return [...new Set(findings.flatMap((finding) => mendingOf(state, finding) ?? []))];
  }

  /** @returns the exit code */
  private async report(
    examination: Examination,
    wishes: readonly string[],
    mended: readonly Mended[],
  ): Promise<number> {
    const { host } = this.context;
    const { findings, programs, leaks } = examination;
    const { mendingOf } = await import('../../doctor/index.ts');
    const state = this.context.state('unchecked');
    const plain = findings.map((finding) => ({
      ...plainError(host, { code: finding.code, message: finding.message, hint: nextStep(finding) }),
      fix: mendingOf(state, finding) ?? null,
    }));
    const exit = Math.max(0, ...findings.map((finding) => (finding.exit === 6 ? 6 : 1)));
    const done = mended.map(({ code, words, problem }) => ({
      code,
      fix: words,
      problem: problem && plainError(host, problem),
    }));
    if (this.json) {
      const document = { healthy: findings.length === 0, findings: plain, mended: done, programs, leaks };
      await this.print(this.fix && this.dryRun ? { dryRun: true, ...document } : document, '');
      return exit;
    }
    for (const { fix, problem } of done)
      this.tell(problem ? `could not ${fix}: ${problem.message}` : `mended: ${fix}`);
    if (this.fix && this.dryRun) for (const words of wishes) this.tell(`would ${words}`);
    await this.show(programs, plain);
    if (plain.length === 0) this.tell('nothing is wrong');
    return exit;
  }

  private async show(programs: Examination['programs'], plain: readonly Finding[]): Promise<void> {
    const rows = programs.flatMap(({ tool, installation, found, rejected }) => [
      ...found.map(({ path, version, used }) => [
        installation === defaultInstallation ? tool : `${tool}@${installation}`,
        path,
        version ?? '',
        used ? 'used' : 'hidden by the one before',
      ]),
      ...rejected.map(({ path, reason }) => [tool, path, '', reason]),
    ]);
    if (rows.length > 0) await this.print({}, { heads: ['Tool', 'Program', 'Version', 'Note'], rows });
    await this.print(
      {},
      this.context.stdout.isTTY
        ? plain.flatMap((finding) => linesOf(finding, this.context.isPlain))
        : { heads: [], rows: plain.map(cellsOf) },
    );
  }
}

type Finding = PlainError & { readonly fix: string | null };

/** Whoever is sent here is not sent here again: what is damaged is mended by hand, or restored. */
function nextStep({ hint, data }: ToolsError): string {
  const { path } = data as { readonly path?: unknown };
  return hint === 'tools doctor' && path !== undefined ? `vi "${path}"` : hint;
}

/** For people: nothing is cut, whatever the width. */
function linesOf({ code, message, hint, fix }: Finding, isPlain: boolean): readonly string[] {
  const mends = fix === null ? [] : ['  or:  tools doctor --fix'];
  return [`${isPlain ? 'Found:' : '✗'} ${message} (${code})`, `  try: ${hint}`, ...mends];
}

function cellsOf({ code, message, hint, fix }: Finding): readonly string[] {
  return [code, message, hint, fix === null ? '' : 'tools doctor --fix'];
}
