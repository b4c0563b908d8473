import { Command, Option } from 'clipanion';
import type { Examination } from '../../doctor/index.ts';
import type { ToolsError } from '../../errors/index.ts';
import { defaultInstallation } from '../../install/index.ts';
import { BaseCommand } from '../base-command.ts';
import { installationOption } from '../options.ts';
import { type PlainError, plainError } from '../plain-error.ts';

export class DoctorCommand extends BaseCommand {
  static override paths = [['doctor']];
  static override usage = Command.Usage({
    category: 'About',
    description: 'look for what is wrong with accounts, programs and this shell',
    details: `
      Nothing is changed and no network is asked. Each finding comes with the next command. Exit 1 when something
      is found, 0 when nothing is.
    `,
    examples: [
      ['Look at everything', '$0 doctor'],
      ['At one tool, for a program', '$0 doctor codex --json'],
    ],
  });

  tool = Option.String({ required: false });
  installation = installationOption();

  override async execute(): Promise<number> {
    const target = this.targetIfNamed(this.tool, { installation: this.installation });
    const tools = target ? [target.tool] : this.context.registry.all();
    const installation = target?.installation;
    const [{ examine }, state] = await Promise.all([
      import('../../doctor/index.ts'),
      this.context.state('unchecked'),
    ]);
    const examination = await this.waiting('looking', () =>
      examine(state, tools, installation === undefined ? {} : { installation }),
    );
    await this.report(examination);
    return examination.findings.length > 0 ? 1 : 0;
  }

  private async report({ findings, programs }: Examination): Promise<void> {
    const { host } = this.context;
    const plain = findings.map((finding) =>
      plainError(host, { code: finding.code, message: finding.message, hint: nextStep(finding) }),
    );
    if (this.json) return this.print({ healthy: findings.length === 0, findings: plain, programs }, '');
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
    if (plain.length === 0) this.tell('nothing is wrong');
  }
}

/** Whoever is sent here is not sent here again: what is damaged is mended by hand, or restored. */
function nextStep({ hint, data }: ToolsError): string {
  const { path } = data as { readonly path?: unknown };
  return hint === 'tools doctor' && path !== undefined ? `vi "${path}"` : hint;
}

/** For people: nothing is cut, whatever the width. */
function linesOf({ code, message, hint }: PlainError, isPlain: boolean): readonly string[] {
  return [`${isPlain ? 'Found:' : '✗'} ${message} (${code})`, `  try: ${hint}`];
}

function cellsOf({ code, message, hint }: PlainError): readonly string[] {
  return [code, message, hint];
}
