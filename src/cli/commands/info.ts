import { Command, Option } from 'clipanion';
import type { AITool, Leak } from '../../registry/index.ts';
import { BaseCommand } from '../base-command.ts';
import { wrapped } from '../wrapped.ts';

export class InfoCommand extends BaseCommand {
  static override paths = [['info']];
  static override usage = Command.Usage({
    category: 'The registry',
    description: 'show what is known of a tool, how it is kept apart, and where that was learned',
    examples: [
      ['About Codex', '$0 info codex'],
      ['The whole descriptor', '$0 info codex --json'],
    ],
  });

  tool = Option.String();

  override async execute(): Promise<void> {
    const { tool } = this.target(this.tool);
    const { isTTY, columns = 80 } = this.context.stdout;
    const lines = linesOf(tool);
    await this.print({ tool }, isTTY ? lines.flatMap((line) => within(columns, line)) : lines);
  }
}

function linesOf(tool: AITool): readonly string[] {
  const { relocation, environment, evidence = [], lifecycle } = tool;
  return [
    `${tool.displayName} (${tool.id})${tool.description ? `: ${tool.description}` : ''}`,
    ...fact('homepage', tool.homepage),
    ...fact('package', tool.executable?.npmPackage),
    ...fact('programs', tool.executable?.names.join(', ')),
    ...fact(
      'stage',
      lifecycle && [lifecycle.stage, lifecycle.reason, lifecycle.successor].filter(Boolean).join('; '),
    ),
    ...fact('capabilities', tool.capabilities?.join(', ')),
    ...fact('isolation', relocation && [relocation.isolation, relocation.reason].filter(Boolean).join(': ')),
    ...fact('variables', relocation && Object.keys({ ...relocation.own, ...relocation.borrowed }).join(', ')),
    ...fact('outranks a login', environment?.outranks?.join(', ')),
    ...section('leaks', relocation?.leaks?.map(leakLine)),
    ...section('side effects', relocation?.sideEffects),
    ...section(
      'classes',
      tool.directories?.map(
        ({ path, root, class: of }) => `${of.padEnd(10)} ${root ? `${root}: ` : ''}${path}`,
      ),
    ),
    ...section(
      'evidence',
      evidence.map((e) => [e.fact, e.how, e.version, e.date, e.source].filter(Boolean).join('  ')),
    ),
  ];
}

function within(columns: number, line: string): readonly string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  return wrapped(line.slice(indent.length), columns, indent, `${indent}    `);
}

function fact(name: string, value: string | undefined): readonly string[] {
  return value ? [`  ${name}: ${value}`] : [];
}

function section(name: string, lines: readonly string[] | undefined): readonly string[] {
  return lines && lines.length > 0 ? [`  ${name}:`, ...lines.map((line) => `    ${line}`)] : [];
}

function leakLine({ what, access, effect, closedBy, action }: Leak): string {
  const closed = closedBy && closedBy.length > 0 ? `, closed by ${closedBy.join(', ')}` : '';
  return `${access} ${what} (${effect})${closed}${action === 'refuse' ? ', stops a launch' : ''}`;
}
