import { Command, Option } from 'clipanion';
import {
  type AdoptionStatus,
  adoptionFaults,
  adoptionOf,
  type SharedParts,
  sharedParts,
} from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import type { Host } from '../../platform/index.ts';
import type { AITool, Leak } from '../../registry/index.ts';
import { BaseCommand } from '../base-command.ts';
import { installationLines, listInstallation } from '../listed-installations.ts';
import { installationOption } from '../options.ts';
import { wrapped } from '../wrapped.ts';

export class InfoCommand extends BaseCommand {
  static override paths = [['info']];
  static override usage = Command.Usage({
    category: 'The registry',
    description: 'show what is known of a tool, how it is kept apart, and where that was learned',
    details: `
      Leaks are what the tool reads or writes elsewhere although an account has a home of its own: what, where,
      what hangs on it, and what closes it. Of the files in a home, \`identity\` belongs to one account, as does all
      that is not listed; \`shared\` may be shared between accounts, \`mixed\` in single keys; \`disposable\` is one
      account's and may be lost. What accounts that share have in common stands apart. Evidence says how each fact
      was learned, of which version and when.
    `,
    examples: [
      ['About Codex', '$0 info codex'],
      ['The whole descriptor', '$0 info codex --json'],
    ],
  });

  tool = Option.String();
  installation = installationOption();

  override async execute(): Promise<number> {
    const { tool, installation: name } = this.target(this.tool, { installation: this.installation });
    const asked = name === undefined ? undefined : await listInstallation(this.context.state(), tool, name);
    const { isTTY, columns = 80 } = this.context.stdout;
    const sharing = sharedParts(this.context.host, tool);
    const problems: ToolsError[] = [];
    const adoption = this.adoption(tool, problems);
    const lines = [
      ...linesOf(tool, sharing, this.context.host.env),
      ...adoptionLines(adoption),
      ...installationLines(asked),
    ];
    await this.print(
      { tool, sharing, ...(adoption && { adoption }), ...(asked && { installation: asked }) },
      isTTY ? lines.flatMap((line) => within(columns, line)) : lines,
    );
    return Math.max(0, ...problems.map((problem) => this.told(problem)));
  }

  /** What is known of the tool is told whatever became of a note of ours. */
  private adoption(tool: AITool, problems: ToolsError[]): AdoptionStatus | undefined {
    try {
      const adoption = adoptionOf(this.context.state(), tool);
      if (adoption) problems.push(...adoptionFaults(tool.id, adoption));
      return adoption;
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
      problems.push(error);
      return undefined;
    }
  }
}

function linesOf(tool: AITool, sharing: SharedParts, env: Host['env']): readonly string[] {
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
    ...section(
      'leaks',
      relocation?.leaks?.map((leak) => leakLine(leak, env)),
    ),
    ...section('side effects', relocation?.sideEffects),
    ...section(
      'files',
      tool.directories?.map(
        ({ path, root, class: of }) => `${of.padEnd(10)} ${root ? `${root}: ` : ''}${path}`,
      ),
    ),
    ...section('accounts that share have in common', sharedLines(sharing)),
    ...section(
      'evidence',
      evidence.map((e) => [e.fact, e.how, e.version, e.date, e.source].filter(Boolean).join('  ')),
    ),
  ];
}

/** Whether whoever knows only the tool's own directory sees what accounts share. */
function adoptionLines(adoption: AdoptionStatus | undefined): readonly string[] {
  if (!adoption) return [];
  const { root, since, joined } = adoption;
  return fact('its own directory', `joined to the root ${root} since ${since}: ${joined.join(', ')}`);
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

function leakLine({ what, paths = [], access, effect, closedBy, action }: Leak, env: Host['env']): string {
  const where = paths.length > 0 ? `: ${paths.map((path) => placeOf(path, env)).join(', ')}` : '';
  const closed = closedBy && closedBy.length > 0 ? `, closed by ${closedBy.join(', ')}` : '';
  return `${access} ${what}${where} (${effect})${closed}${action === 'refuse' ? ', stops a launch' : ''}`;
}

/** A template as a person would write it, here. */
function placeOf(template: string, env: Host['env']): string {
  return template
    .replaceAll('{home}', '<home>')
    .replaceAll('{userHome}', '~')
    .replaceAll('{ancestors}', '…')
    .replaceAll('{xdgConfig}', env.XDG_CONFIG_HOME || '~/.config')
    .replaceAll('{xdgData}', env.XDG_DATA_HOME || '~/.local/share')
    .replaceAll('{xdgState}', env.XDG_STATE_HOME || '~/.local/state')
    .replaceAll('{xdgCache}', env.XDG_CACHE_HOME || '~/.cache')
    .replaceAll('{tmp}', env.TMPDIR || '/tmp');
}

function sharedLines({ whole, parted, keys, apart, discloses }: SharedParts): readonly string[] {
  return [
    ...(whole.length > 0 ? [`whole: ${whole.join(', ')}`] : []),
    ...parted.map((path) => `in part: ${path}, but for what in it is an account's own`),
    ...keys.map(({ path, keys: names }) => `in part: ${path}, its keys ${names.join(', ')}`),
    ...(apart.length > 0 ? [`not at all, although sessions lie there: ${apart.join(', ')}`] : []),
    ...discloses.map(({ what, paths }) => `${paths.join(', ')}: ${what}`),
  ];
}
