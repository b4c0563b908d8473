import { Command, Option } from 'clipanion';
import { type AccountsContext, chooseAccount, installationFor } from '../../accounts/index.ts';
import { defaultInstallation, findInstallation, programOf, programsOf } from '../../install/index.ts';
import type { AITool } from '../../registry/index.ts';
import { lookAtSurfaces } from '../../surfaces/index.ts';
import { BaseCommand } from '../base-command.ts';
import { bindingNotes } from '../binding-notes.ts';
import { accountOption, installationOption } from '../options.ts';
import { surfaceLines, surfaceTable } from '../surface-table.ts';

export class WhichCommand extends BaseCommand {
  static override paths = [['which']];
  static override usage = Command.Usage({
    category: 'Choosing',
    description: 'print the program that would be started, and why that one',
    details: `
      \`--why\` adds the account and the rule that chose it. \`--all\` lists every program found, and what was
      passed over with the reason. \`--all-surfaces\` says which account each way of using the tool takes here:
      terminals, editors and their extensions, apps, libraries, daemons, timers, containers. It starts none of them.
    `,
    examples: [
      ['The program', '$0 which codex'],
      ['The account and the rule, too', '$0 which codex --why'],
      ['Everything on PATH', '$0 which codex --all'],
      ['The account of editors, apps and daemons', '$0 which codex --all-surfaces'],
    ],
  });

  tool = Option.String();
  account = accountOption();
  installation = installationOption();
  why = Option.Boolean('--why', false, { description: 'say which account and which rule' });
  all = Option.Boolean('--all', false, { description: 'list every program found' });
  allSurfaces = Option.Boolean('--all-surfaces', false, {
    description: 'say which account editors, apps, daemons … use',
  });

  override async execute(): Promise<void> {
    const { tool, label, installation } = this.target(this.tool, this);
    const state = this.context.state();
    if (this.allSurfaces) return this.printSurfaces(state, tool, label);
    const { account, rule, because } = chooseAccount(state, tool.id, label);
    const name = installationFor(state, account, installation);
    if (this.all) return this.printAll(state, tool, name);
    const notes = bindingNotes(state, tool, account);
    const why = [`${placeOf(tool, name)}#${account.label}: ${because}`, ...notes.lines];
    const { file, version, source } = this.programOrWhy(state, tool, name, why);
    const program = { file, version: version ?? null, source, installation: name };
    const { requirement } = notes;
    await this.print(
      { tool: tool.id, account: account.label, rule, because, requirement, program },
      this.why ? [file, ...why] : file,
    );
  }

  /** Without a program the account is still worth a word. */
  private programOrWhy({ host, paths }: AccountsContext, tool: AITool, name: string, why: readonly string[]) {
    try {
      return programOf(host, paths, tool, name);
    } catch (error) {
      if (this.why) for (const line of why) this.tell(line);
      throw error;
    }
  }

  private async printSurfaces(
    state: AccountsContext,
    tool: AITool,
    label: string | undefined,
  ): Promise<void> {
    const report = await lookAtSurfaces(state, tool, label);
    const { isTTY, columns = 80 } = this.context.stdout;
    await this.print(report, isTTY ? surfaceLines(report, state.host.env, columns) : surfaceTable(report));
  }

  /** A version that we manage comes before what is on PATH; where there is nothing at all, that is an error. */
  private async printAll({ host, paths }: AccountsContext, tool: AITool, name: string): Promise<void> {
    const { found: onPath, rejected } = programsOf(host, paths, tool);
    const { program } = findInstallation(host, paths, tool, name);
    const isManaged = program.kind === 'managed' || program.file !== undefined;
    const isNowhere = onPath.length + rejected.length === 0;
    const used = isManaged || isNowhere ? programOf(host, paths, tool, name) : undefined;
    const found = used ? [{ path: used.path, realPath: used.file }, ...onPath] : onPath;
    await this.print(
      { tool: tool.id, found, rejected },
      {
        heads: ['Program', 'Note'],
        rows: [
          ...found.map(({ path, realPath }) => [path, realPath === path ? '' : realPath]),
          ...rejected.map(({ path, reason }) => [path, reason]),
        ],
      },
    );
  }
}

function placeOf({ id }: AITool, installation: string): string {
  return installation === defaultInstallation ? id : `${id}@${installation}`;
}
