import { Command, type CommandClass, Option } from 'clipanion';
import {
  installationFor,
  listAccounts,
  type StoredAccount,
  storedTools,
  systemLabel,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { findInstallation } from '../install/index.ts';
import { type AITool, closestName } from '../registry/index.ts';
import { agreed, parseAddress } from './address.ts';
import type { CliContext } from './cli-context.ts';
import { askChoice, askText, canAsk, optionNeeded } from './prompt.ts';
import { renderTable, type Table } from './table.ts';

/** What a command line says of a tool: the tool itself, and what else was named. */
export interface Target {
  readonly tool: AITool;
  readonly label: string | undefined;
  readonly installation: string | undefined;
}

interface Named {
  readonly account?: string | undefined;
  readonly installation?: string | undefined;
}

/** What a label may be: a new one, too; of an account that is stored; or of system as well. */
export type Labels = 'any' | 'stored' | 'storedOrSystem';

/** What every command has: its output, its talk, its errors. */
export abstract class BaseCommand extends Command<CliContext> {
  /** Which labels the command takes: what a person is asked to choose from, and what is completed. */
  static readonly takes: Labels = 'storedOrSystem';

  /**
   * It only reads: what it answered is the answer for as long as nothing has changed that it looked at, and is kept for
   * the next who asks. Not for what asks the network, processes or the clock each time.
   */
  static readonly isAnswer: boolean = false;

  /** What was surely meant by a line that says something else. */
  static readonly meant?: (argv: readonly string[]) => ToolsError | undefined;

  json = Option.Boolean('--json', false, { description: 'print one JSON document' });
  quiet = Option.Boolean('--quiet', false, { description: 'print no news, only data and errors' });
  plain = Option.Boolean('--plain', false, {
    description: 'no colours, marks or moving parts; one item a line, in words',
  });

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

  /** What was said of a tool in an address and in options; the two must agree. An installation must be there. */
  protected target(text: string, named: Named = {}): Target {
    const { tool, label, installation } = this.addressed(text, named);
    if (installation !== undefined) {
      const { host, paths } = this.context.state();
      findInstallation(host, paths, tool, installation);
    }
    const target = { tool, label, installation };
    this.requireSameRoot(target);
    return target;
  }

  /** As `target`, of a tool that need not be named; an option that says more of it then means nothing. */
  protected targetIfNamed(text: string | undefined, named: Named = {}): Target | undefined {
    if (text !== undefined) return this.target(text, named);
    for (const [option, value] of [
      ['--account LABEL', named.account],
      ['--installation NAME', named.installation],
    ] as const)
      if (value !== undefined) throw this.toolNeeded(option);
    return undefined;
  }

  /** An option that needs the tool to be named. */
  protected toolNeeded(option: string): ToolsError {
    const usage = `tools ${this.words} <tool> ${option}`;
    return new ToolsError('ARGUMENT_MISSING', { command: this.words, usage });
  }

  /** As `target`, of an installation that need not be there. */
  protected addressed(text: string, named: Named = {}): Target {
    const { tool, account: label, installation } = parseAddress(text, named);
    return { tool: this.toolOf(tool), label, installation };
  }

  /** As `target`, for verbs about one account; where none was named a person is asked. */
  protected async accountTarget(
    text: string,
    argument: string | undefined,
    named: Named,
  ): Promise<Target & { readonly label: string }> {
    const target = this.target(text, named);
    const label = agreed(text, target.label, argument) ?? (await this.askLabel(target.tool));
    this.requireSameRoot({ ...target, label });
    return { ...target, label };
  }

  /** The accounts of a tool, or of one of its installations; of all. One that is damaged is a problem. */
  protected storedOf(target: Target | undefined, problems: ToolsError[]): readonly StoredAccount[] {
    const installation = target?.installation;
    return listAccounts(this.context.state(), target?.tool.id).flatMap(({ account, damage }) => {
      if (damage) problems.push(damage);
      return account && (installation ?? account.installation) === account.installation ? account : [];
    });
  }

  /** An account and an installation that are named together have one root. */
  private requireSameRoot({ tool, label, installation }: Target): void {
    if (label === undefined || installation === undefined) return;
    const state = this.context.state();
    const { account } = listAccounts(state, tool.id).find((each) => each.account?.label === label) ?? {};
    if (account) installationFor(state, account, installation);
  }

  protected toolOf(id: string): AITool {
    const { registry } = this.context;
    const tool = registry.tool(id);
    if (tool) return tool;
    throw new ToolsError('TOOL_NOT_FOUND', {
      tool: id,
      isStored: this.isStored(id),
      closest: closestName(
        id,
        registry.all().map((known) => known.id),
      ),
    });
  }

  private isStored(id: string): boolean {
    try {
      return storedTools(this.context.state()).includes(id);
    } catch (error) {
      if (error instanceof ToolsError) return false;
      throw error;
    }
  }

  /** The answer: the result as it is for programs, lines or a table for people. */
  protected async print(result: object, human: string | readonly string[] | Table): Promise<void> {
    await this.printed(result, human);
  }

  /** As print. @returns what was written */
  protected async printed(result: object, human: string | readonly string[] | Table): Promise<string> {
    const { report, stdout } = this.context;
    if (this.json) return report.document(result);
    const lines =
      typeof human === 'string'
        ? [report.clean(human)]
        : 'rows' in human
          ? await renderTable(this.context, human)
          : human.map((line) => report.clean(line));
    const text = lines.map((line) => `${line}\n`).join('');
    if (text !== '') stdout.write(text);
    return text;
  }

  /** News for a person: nothing under --json or --quiet. */
  protected tell(line: string): void {
    this.context.report.tell(line);
  }

  /** News for a person who reads the answer on a terminal. */
  protected advise(line: string): void {
    if (this.context.stdout.isTTY) this.tell(line);
  }

  /** Work that a person may have to wait for, and what it is. */
  protected waiting<Result>(text: string, work: () => Promise<Result>): Promise<Result> {
    return this.context.progress.during(text, work);
  }

  /** A problem beside an answer, on stderr for people. @returns its exit code */
  protected told(problem: ToolsError): number {
    return this.json ? problem.exit : this.context.report.failure(problem);
  }

  private async askLabel(tool: AITool): Promise<string> {
    const { context, words } = this;
    const of = labelsTaken(this.constructor);
    if (!canAsk(context)) throw optionNeeded(context, words, '--account', 'LABEL');
    if (of === 'any') return askText(context, `Label of the ${tool.displayName} account`, words);
    const state = this.context.state();
    const stored = listAccounts(state, tool.id).flatMap(({ account, id }) => account?.label ?? id);
    const labels = of === 'stored' ? stored : [...stored, systemLabel];
    if (labels.length === 0) throw new ToolsError('NO_ACCOUNT_YET', { tool: tool.id });
    return askChoice(context, `Which ${tool.displayName} account?`, labels, words);
  }
}

/** Which labels a command takes. */
export function labelsTaken(command: CommandClass<CliContext>): Labels {
  return (command as Partial<typeof BaseCommand>).takes ?? 'storedOrSystem';
}
