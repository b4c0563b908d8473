import type { AdoptionStatus, SharedParts } from '../accounts/index.ts';
import type { Host } from '../platform/index.ts';
import type { AITool, Evidence, Leak, Surface } from '../registry/index.ts';

/** What is known of a tool, without a line's width in mind. */
export function toolLines(
  tool: AITool,
  sharing: SharedParts,
  env: Host['env'],
  plugin: string | null,
): readonly string[] {
  const { relocation, environment, evidence = [], lifecycle } = tool;
  return [
    `${tool.displayName} (${tool.id})${tool.description ? `: ${tool.description}` : ''}`,
    ...fact('brought by', plugin === null ? undefined : `the plugin ${plugin}`),
    ...fact('homepage', tool.homepage),
    ...fact('package', tool.executable?.npmPackage),
    ...fact('installed by', tool.executable?.npmPackage ? undefined : tool.installCommand?.join(' ')),
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
    ...section('also used by', tool.surfaces?.map(surfaceLine)),
    ...section(
      'files',
      tool.directories?.map(
        ({ path, root, class: of }) => `${of.padEnd(10)} ${root ? `${root}: ` : ''}${path}`,
      ),
    ),
    ...section('accounts that share have in common', sharedLines(sharing)),
    ...section('evidence', evidenceLines(evidence)),
  ];
}

/** Whether whoever knows only the tool's own directory sees what accounts share. */
export function adoptionLines(adoption: AdoptionStatus | undefined): readonly string[] {
  if (!adoption) return [];
  const { root, since, joined } = adoption;
  return fact('its own directory', `joined to the root ${root} since ${since}: ${joined.join(', ')}`);
}

function fact(name: string, value: string | undefined): readonly string[] {
  return value ? [`  ${name}: ${value}`] : [];
}

function section(name: string, lines: readonly string[] | undefined): readonly string[] {
  return lines && lines.length > 0 ? [`  ${name}:`, ...lines.map((line) => `    ${line}`)] : [];
}

function surfaceLine({ name, account, variables, note }: Surface): string {
  const setting = variables ? `, or ${variables.setting} gives it` : '';
  return `${name}: ${accountWords[account]}${setting}${note ? `; ${note}` : ''}`;
}

/** Whose login a surface uses. */
const accountWords = {
  terminal: 'types the command into a terminal',
  environment: 'uses the account that the variables name which it was started with',
  own: 'has a login of its own',
} as const;

export function leakLine(
  { what, paths = [], access, effect, closedBy, action }: Leak,
  env: Host['env'],
): string {
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

/** What was learned in the same way is said in one line. */
function evidenceLines(evidence: readonly Evidence[]): readonly string[] {
  const facts = new Map<string, string[]>();
  for (const { fact: learned, how, version, date, source } of evidence) {
    const way = [how, version, date].filter(Boolean).join(' ') + (source ? ` (${source})` : '');
    facts.set(way, [...(facts.get(way) ?? []), learned]);
  }
  return [...facts].map(([way, learned]) => `${way}: ${learned.join(', ')}`);
}
