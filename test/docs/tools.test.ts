import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type {
  Evidence,
  Leak,
  PathClass,
  PathFact,
  SettingAssertion,
  Surface,
  ToolDescriptor,
} from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';

test('docs/tools.md says what the built-in descriptors say', async () => {
  const page = [
    '# Tools',
    'Generated from the descriptors in [src/tools](../src/tools); `npm run docs` writes it anew.',
    'For each tool: how an account gets a home of its own, what a login is, what is still read or written elsewhere and how that is closed, and which of its files are yours to share. A path that is not listed is private to its account. `<home>` is the account’s home, `~` yours, `…/` the working directory and every directory above it.',
    table(
      ['tool', 'command', 'home', 'login', 'isolation'],
      builtInTools.map((tool) => [
        `[${tool.displayName}](#${anchor(tool)})`,
        code(tool.executable?.names[0]),
        code(Object.keys({ ...tool.relocation?.own, ...tool.relocation?.borrowed })),
        tool.authLoginCommand ? code(tool.authLoginCommand.join(' ')) : 'its first session',
        tool.relocation?.isolation ?? '',
      ]),
    ),
    ...builtInTools.flatMap(section),
  ];
  await expect(`${page.join('\n\n')}\n`).toMatchFileSnapshot(
    resolve(import.meta.dirname, '../../docs/tools.md'),
  );
});

function section(tool: ToolDescriptor): readonly string[] {
  return [
    `## ${tool.displayName}`,
    `${tool.description}. <${tool.homepage}>`,
    table(['fact', 'value'], factsOf(tool)),
    '### What is read or written elsewhere',
    `Isolation is ${tool.relocation?.isolation}: ${tool.relocation?.reason}.`,
    table(['what', 'where', 'how', 'closed by'], (tool.relocation?.leaks ?? []).map(leakRow)),
    ...effectsOf(tool),
    ...surfacesOf(tool),
    '### What is whose',
    'Shared files are shared between accounts only where you ask for it. Of a mixed file only the keys named here are.',
    table(['file or directory', 'class', 'keys'], pathRows(tool)),
    '### How we know',
    'What has no line of its own was learned as the whole field was.',
    table(['how', 'version', 'date', 'source', 'facts'], evidenceRows(tool.evidence ?? [])),
  ];
}

function factsOf(tool: ToolDescriptor): readonly (readonly string[])[] {
  const { relocation, executable, commands, environment } = tool;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['id', code(tool.id)],
    ['npm package', code(executable?.npmPackage)],
    ['facts hold from version', executable?.supported?.min],
    ['your own directory', code(directoryOf(tool))],
    ['an account’s directory', code(['<home>', relocation?.configDir].filter(Boolean).join('/'))],
    ['variables that give it', code(assignments({ ...relocation?.own, ...relocation?.borrowed }))],
    ['further variables', code(assignments({ ...environment?.set }))],
    ['of a version that we installed', code(assignments({ ...environment?.setWhenManaged }))],
    ['settings kept in each home', (relocation?.settings ?? []).map(settingText).join('<br>')],
    ['log in', commands?.login ? code(commands.login.join(' ')) : 'the first session asks'],
    ['log in with a key', code(commands?.loginWithApiKey?.join(' '))],
    ['log out', code(commands?.logout?.join(' '))],
    ['who is logged in', code(commands?.status?.argv.join(' '))],
    [
      'where the login lies',
      code([...new Set((tool.login ?? []).map(({ file, root }) => rooted(root, file)))]),
    ],
    [
      'in the keychain',
      (tool.keychain ?? []).map(({ platform, service }) => `${platform}: ${code(service)}`).join('<br>'),
    ],
    ['variable for a key', code(environment?.apiKey?.[0])],
    ['variables that beat a login; taken out for an account', code(environment?.outranks)],
    ['marks of an outer session; always taken out', code(environment?.sessionMarkers)],
    [
      'deletes old files by itself',
      (tool.retention ?? [])
        .map(({ governs, file, pointer }) => `${code(governs)} (${code(`${file} ${pointer}`)})`)
        .join('<br>'),
    ],
    [
      'runs in the background',
      (tool.daemons ?? [])
        .map(({ what, stopArgv }) => `${what}${stopArgv ? `, ended by ${code(stopArgv.join(' '))}` : ''}`)
        .join('<br>'),
    ],
    ['one prompt', code(tool.execution?.headless?.join(' '))],
    ['go on with a session', code(tool.execution?.resume?.join(' '))],
    [
      'for programs',
      tool.execution?.protocol &&
        `${tool.execution.protocol.name}: ${code(tool.execution.protocol.argv.join(' '))}`,
    ],
    ['capabilities', tool.capabilities?.join(', ')],
  ];
  return rows.filter((row): row is readonly [string, string] => Boolean(row[1]));
}

function directoryOf({ configDirectoryName, id, relocation }: ToolDescriptor): readonly string[] {
  const roots = Object.values(relocation?.system?.roots ?? {}).map(shown);
  const files = Object.values(relocation?.system?.files ?? {}).map(shown);
  return roots.length > 0 ? roots : [`~/${configDirectoryName ?? `.${id}`}`, ...files];
}

function leakRow({ what, paths = [], access, needs, ...leak }: Leak): readonly string[] {
  return [
    what,
    paths.map((path) => code(shown(path))).join('<br>'),
    needs ? `${access}; needs: ${needs}` : access,
    closing(leak),
  ];
}

function closing({
  action,
  closedBy = [],
  effect,
  probe,
}: Pick<Leak, 'action' | 'closedBy' | 'effect' | 'probe'>): string {
  const names = code(closedBy.map((name) => name.replace(/^\//u, '').replaceAll('/', '.')));
  if (action === 'set') return `${names}, in every home`;
  if (action === 'refuse')
    return probe?.unless
      ? 'the launch stops, unless the account’s own login is stronger'
      : 'the launch stops';
  if (closedBy.length > 0) return `you may set ${names}`;
  return `open (${effect})`;
}

function effectsOf({ relocation }: ToolDescriptor): readonly string[] {
  const effects = relocation?.sideEffects ?? [];
  return effects.length === 0
    ? []
    : [['What you may notice:', '', ...effects.map((effect) => `- ${effect}`)].join('\n')];
}

function surfacesOf({ surfaces = [] }: ToolDescriptor): readonly string[] {
  return surfaces.length === 0
    ? []
    : [
        '### What else uses it',
        '`tools which --all-surfaces` says which account each of them uses on your computer.',
        table(['what', 'its account', 'to be known'], surfaces.map(surfaceRow)),
      ];
}

function surfaceRow({ name, account, variables, note = '' }: Surface): readonly string[] {
  const ways = {
    terminal: 'that of the terminal: it types the command into one',
    environment: 'the one that the variables name which it was started with',
    own: 'one of its own',
  };
  return [name, ways[account] + (variables ? `, or which ${code(variables.setting)} gives it` : ''), note];
}

const classes: readonly PathClass[] = ['identity', 'mixed', 'shared', 'disposable'];
const classNames = {
  identity: 'private',
  mixed: 'mixed',
  shared: 'shared',
  disposable: 'private, may be lost',
};

function pathRows({ directories = [] }: ToolDescriptor): readonly (readonly string[])[] {
  return classes.flatMap((pathClass) => {
    const facts = directories.filter((fact) => fact.class === pathClass);
    if (pathClass === 'mixed') return facts.map((fact) => [code(pathOf(fact)), 'mixed', keysOf(fact)]);
    return facts.length === 0
      ? []
      : [[facts.map((fact) => code(pathOf(fact))).join(' '), classNames[pathClass], '']];
  });
}

function pathOf({ path, kind, root }: PathFact): string {
  return rooted(root, kind === 'directory' ? `${path}/` : path);
}

function keysOf({ rules = [] }: PathFact): string {
  const named = (isShared: boolean) =>
    rules
      .filter((rule) => rule.class === (isShared ? 'shared' : 'identity') && rule.merge !== 'private')
      .map(({ pointer }) => code(pointer.slice(1).replaceAll('~1', '/').replaceAll('/', '.')))
      .join(' ');
  return `shared: ${named(true)}<br>private: ${named(false)} and all others`;
}

/** Facts that were learned alike stand in one row. */
function evidenceRows(evidence: readonly Evidence[]): readonly (readonly string[])[] {
  const rows = new Map<string, { readonly cells: readonly string[]; readonly facts: string[] }>();
  for (const { fact, how, version = '', date, source = '' } of evidence) {
    const cells = [how, version, date, source];
    const row = rows.get(cells.join()) ?? { cells, facts: [] };
    row.facts.push(fact);
    rows.set(cells.join(), row);
  }
  return [...rows.values()].map(({ cells, facts }) => [...cells, code(facts)]);
}

function settingText({ file, root, pointer, value }: SettingAssertion): string {
  return `${code(rooted(root, file))}: ${code(`${pointer.slice(1).replaceAll('/', '.')} = ${shown(JSON.stringify(value))}`)}`;
}

function assignments(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).map(([name, value]) => `${name}=${shown(value)}`);
}

function rooted(root: string | undefined, path: string): string {
  return root === undefined || root === 'config' ? path : `(${root}) ${path}`;
}

/** A template as a person would write it. */
function shown(template: string): string {
  return template
    .replaceAll('{home}', '<home>')
    .replaceAll('{userHome}', '~')
    .replaceAll('{ancestors}/', '…/')
    .replaceAll('{xdgConfig}', '~/.config')
    .replaceAll('{xdgData}', '~/.local/share')
    .replaceAll('{xdgState}', '~/.local/state')
    .replaceAll('{xdgCache}', '~/.cache')
    .replaceAll('{tmp}', '/tmp');
}

function code(text: string | readonly string[] | undefined): string {
  return [text ?? []]
    .flat()
    .map((word) => `\`${word}\``)
    .join(' ');
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function anchor({ displayName }: ToolDescriptor): string {
  return displayName.toLowerCase().replaceAll(' ', '-');
}
