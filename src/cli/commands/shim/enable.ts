import { Command, Option } from 'clipanion';
import { listAccounts } from '../../../accounts/index.ts';
import { ToolsError } from '../../../errors/index.ts';
import { defaultInstallation, programOf } from '../../../install/index.ts';
import type { AITool } from '../../../registry/index.ts';
import {
  enableShims,
  planShims,
  type ShimChange,
  shimNames,
  shimProblems,
  shimsHere,
} from '../../../shims/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { dryRunOption } from '../../options.ts';
import { shimNews } from '../../shim-news.ts';

export class ShimEnableCommand extends BaseCommand {
  static override paths = [['shim', 'enable']];
  static override usage = Command.Usage({
    category: 'Shells',
    description: 'make the bare name of a tool start the account that is chosen in the directory',
    details: `
      Puts a small program of the tool's name into a folder of ours, which has to stand before the tool's own on
      PATH: \`tools init\` sees to that. It starts the tool by itself, without waiting, while nothing has changed since
      the last start; else \`tools run\` does. Without a tool: every one that has an account or a program here, and of those that plugins bring, every one that has an account.
    `,
    examples: [
      ['Every tool that is here', '$0 shim enable'],
      ['One of them', '$0 shim enable codex'],
    ],
  });

  tools = Option.Rest({ name: 'tools' });
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const tools = this.tools.length > 0 ? this.tools.map((id) => this.toolOf(id)) : this.used();
    const state = this.context.state();
    if (this.dryRun) {
      const shims = planShims(state, tools);
      return this.print(
        { dryRun: true, shims },
        shims.filter(({ change }) => change !== 'same').map(({ path }) => `would write ${path}`),
      );
    }
    const shims = await enableShims(state, tools);
    for (const shim of shims) this.tell(wordsOf(shim));
    const problems = shimsHere(state).flatMap((shim) => {
      const tool = tools.find(({ id }) => id === shim.tool);
      return tool ? shimProblems(state, tool, shim) : [];
    });
    for (const line of shimNews(problems)) this.tell(line);
    if (this.json) await this.print({ shims }, '');
  }

  /** @throws ToolsError ARGUMENT_MISSING where there is none */
  private used(): readonly AITool[] {
    const state = this.context.state();
    const { host, paths } = state;
    const isHere = (tool: AITool) => {
      if (shimNames(state, tool).length === 0) return false;
      if (listAccounts(state, tool.id).length > 0) return true;
      // What a plugin calls its program may be any program that is here.
      if (state.isAdded?.(tool.id)) return false;
      try {
        return programOf(host, paths, tool, defaultInstallation) !== undefined;
      } catch (error) {
        if (error instanceof ToolsError) return false;
        throw error;
      }
    };
    const tools = this.context.registry.all().filter(isHere);
    if (tools.length > 0) return tools;
    throw new ToolsError('ARGUMENT_MISSING', { command: this.words, usage: 'tools shim enable <tool>' });
  }
}

function wordsOf({ path, change }: ShimChange): string {
  return change === 'same' ? `${path} is in place` : `${path} ${change === 'new' ? 'made' : 'renewed'}`;
}
