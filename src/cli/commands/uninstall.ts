import { Command, Option } from 'clipanion';
import { requireNotRunning, uninstallTool } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import {
  defaultInstallation,
  findInstallation,
  isSameLine,
  programsOf,
  versionOf,
} from '../../install/index.ts';
import type { AITool } from '../../registry/index.ts';
import { BaseCommand } from '../base-command.ts';
import { dryRunOption, installationOption, yesOption } from '../options.ts';
import { consent } from '../prompt.ts';
import { removalLines, removeWithConsent } from '../remove-with-consent.ts';

export class UninstallCommand extends BaseCommand {
  static override paths = [['uninstall']];
  static override usage = Command.Usage({
    category: 'Programs',
    description: 'take away the versions that we keep of a tool',
    details: `
      \`default\` then starts what is on PATH; accounts and what they have accumulated stay. Any other installation
      is removed as \`installations remove\` does. What is running is left alone (exit 5).
    `,
    examples: [
      ['Back to the program on PATH', '$0 uninstall codex'],
      ['A version beside it', '$0 uninstall codex -i 0.171.0'],
    ],
  });

  tool = Option.String();
  installation = installationOption();
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const { tool, installation: name = defaultInstallation } = this.target(this.tool, this);
    const version = this.managedVersion(tool, name);
    const request = { yes: this.yes, command: this.words };
    if (name !== defaultInstallation) {
      if (this.dryRun)
        return this.print(
          { dryRun: true, tool: tool.id, name, version },
          removalLines(this.context, tool, name),
        );
      const removed = await removeWithConsent(this.context, tool, name, request);
      if (this.json) await this.print(removed, '');
      return;
    }
    const state = this.context.state();
    requireNotRunning(state, tool, name);
    const after = await this.afterwards(tool, version);
    if (this.dryRun)
      return this.print({ dryRun: true, tool: tool.id, name, version }, [
        `would uninstall ${tool.id} ${version}`,
        after,
      ]);
    this.tell(after);
    await consent(this.context, { ...request, question: `Uninstall ${tool.id} ${version}?` });
    const done = await this.waiting(`uninstalling ${tool.id} ${version}`, () =>
      uninstallTool(state, tool, name),
    );
    this.tell(`uninstalled ${tool.id} ${version}`);
    if (this.json) await this.print({ uninstalled: done }, '');
  }

  private managedVersion(tool: AITool, name: string): string {
    const { host, paths } = this.context.state();
    const { program } = findInstallation(host, paths, tool, name);
    if (program.kind === 'managed') return program.version;
    throw new ToolsError('INSTALLATION_NOT_MANAGED', { tool: tool.id, name });
  }

  /** What a launch then starts, and whether that reads what the version before has written. */
  private async afterwards(tool: AITool, version: string): Promise<string> {
    const { host, paths } = this.context.state();
    const [next] = programsOf(host, paths, tool).found;
    if (!next) return `nothing on PATH could be started in its place`;
    const program = { file: next.path, path: next.path, argsPrefix: [], source: 'path' } as const;
    const other = await versionOf(host, program, tool);
    const starts = `then ${next.path} is started${other === undefined ? '' : `, version ${other}`}`;
    return other === undefined || isSameLine(version, other)
      ? starts
      : `${starts}: it may not read what ${version} has written`;
  }
}
