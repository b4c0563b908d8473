import { Command, Option } from 'clipanion';
import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import { type Address, parseAddress } from './address.ts';
import type { CliContext } from './cli-context.ts';
import { closestOf } from './closest.ts';
import { renderTable, type Table } from './table.ts';

/** What every command has: its output, its talk, its errors. */
export abstract class BaseCommand extends Command<CliContext> {
  json = Option.Boolean('--json', false, { description: 'print one JSON document' });
  quiet = Option.Boolean('--quiet', false, { description: 'print no news, only data and errors' });

  /** clipanion would print errors on stdout and always return 1. */
  override async validateAndExecute(): Promise<number> {
    try {
      return await super.validateAndExecute();
    } catch (error) {
      return this.context.report.failure(error);
    }
  }

  /** The words of this command, for hints. */
  protected get words(): string {
    return this.path.join(' ');
  }

  /** The tool and what was said with it. Options and address must not disagree. */
  protected address(text: string, options: { account?: string | undefined; installation?: string | undefined } = {}): Address & { readonly descriptor: AITool } {
    const address = parseAddress(text, options);
    return { ...address, descriptor: this.toolOf(address.tool) };
  }

  protected toolOf(id: string): AITool {
    const tool = this.context.registry.tool(id);
    if (tool) return tool;
    throw new ToolsError('TOOL_NOT_FOUND', { tool: id, closest: closestOf(id, this.context.registry.all().map((known) => known.id)) });
  }

  /** The answer: the result as it is for programs, lines or a table for people. */
  protected async print(result: object, human: string | readonly string[] | Table): Promise<void> {
    const { report, stdout } = this.context;
    if (this.json) return report.document(result);
    const lines = typeof human === 'string' ? [human] : 'rows' in human ? await renderTable(this.context, human) : human;
    for (const line of lines) stdout.write(`${line}\n`);
  }

  /** News for a person: nothing under --json or --quiet. */
  protected tell(line: string): void {
    this.context.report.tell(line);
  }
}
