import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { answerVariables } from '../../src/accounts/fast/answer-variables.ts';
import { answerList } from '../../src/entry/answer-list.ts';
import { appPaths, type Host } from '../../src/platform/index.ts';
import { runCli } from '../support/run-cli.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { registry } from './quick-world.ts';

interface Ways {
  readonly quick: unknown;
  readonly slow: { readonly code: number; readonly stdout: string; readonly stderr: string };
}

async function world() {
  const home = tempHome();
  mkdirSync(join(home, 'work/deep'), { recursive: true });
  const host = (over: Partial<Host> = {}) =>
    testHost({ home, cwd: join(home, 'work'), ...over, env: { HOME: home, TERM: 'xterm', ...over.env } });
  const cli = (line: string, of = host(), columns?: number) =>
    runCli(line.split(' '), { host: of, ...(columns === undefined ? {} : { tty: { columns } }) });
  const quick = (line: string, of = host(), columns?: number): unknown => {
    const [verb = '', ...words] = line.split(' ');
    try {
      return answerList(verb, words, of, columns ?? null);
    } catch {
      return undefined;
    }
  };
  const both = async (line: string, of = host(), columns?: number): Promise<Ways> => ({
    quick: quick(line, of, columns),
    slow: await cli(line, of, columns),
  });
  /** Asked once what was written lies back longer than the clock of a disk stands still. */
  const settle = async (line: string, of = host(), columns?: number) => {
    await sleep(60);
    return cli(line, of, columns);
  };
  for (const line of ['codex work --private', 'codex play --private', 'claude büro --share', 'gemini g'])
    await cli(`account add ${line}`);
  await cli('use codex work --global');
  const paths = appPaths(host());
  const folderOf = (tool: string, label: string) => {
    const folder = join(paths.accounts, tool);
    const id = readdirSync(folder).find((name) => {
      if (name.startsWith('.')) return false;
      return readFileSync(join(folder, name, 'account.json'), 'utf8').includes(`"label": "${label}"`);
    });
    return join(folder, id ?? 'none');
  };
  return { home, host, cli, both, quick, settle, paths, folderOf };
}

type World = Awaited<ReturnType<typeof world>>;

const lines: readonly (readonly [line: string, columns?: number])[] = [
  ['list'],
  ['ls'],
  ['list codex'],
  ['list --json'],
  ['list claude --json'],
  ['list codex', 100],
  ['list codex --plain', 100],
];

test.each(lines.map(([line, columns]) => ({ line, columns })))(
  '$line is answered as before, for as long as nothing changes (terminal: $columns)',
  async ({ line, columns }) => {
    const { both, quick, settle, host } = await world();
    expect(quick(line, host(), columns)).toBeUndefined();
    const first = await settle(line, host(), columns);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const { quick: answer, slow } = await both(line, host(), columns);
    expect(answer).toBe(first.stdout);
    expect(slow).toEqual(first);
  },
);

/** What changes what `list` says, or may: afterwards the quick way says the same, or nothing. */
const changes: readonly (readonly [what: string, change: (world: World) => unknown, over?: Partial<Host>])[] =
  [
    ['another account', ({ cli }) => cli('account add codex third --private')],
    ['an account renamed', ({ cli }) => cli('rename codex work client')],
    ['an account removed', ({ cli }) => cli('remove codex play --yes')],
    ['all accounts gone', ({ paths }) => rmSync(paths.accounts, { recursive: true })],
    ['our folder gone', ({ paths }) => rmSync(paths.root, { recursive: true })],
    ['a label edited in place', ({ folderOf }) => edit(folderOf('codex', 'work'), '"work"', '"wörk"')],
    ['a label edited to one as long', ({ folderOf }) => edit(folderOf('codex', 'work'), '"work"', '"wark"')],
    ['an account in the place of another', ({ folderOf }) => replaced(folderOf('codex', 'work'))],
    [
      'an account damaged',
      ({ folderOf }) => writeFileSync(join(folderOf('codex', 'play'), 'account.json'), '{'),
    ],
    [
      'an account without account.json',
      ({ folderOf }) => rmSync(join(folderOf('codex', 'play'), 'account.json')),
    ],
    ['a folder of a tool that nobody knows', ({ paths }) => mkdirSync(join(paths.accounts, 'nobody'))],
    ['another default', ({ cli }) => cli('use codex play --global')],
    ['no default', ({ paths }) => rmSync(paths.defaultOf('codex'))],
    ['a directory linked', ({ cli }) => cli('link codex play --dir .')],
    ['a directory above linked', ({ cli, home }) => cli(`link codex play --dir ${home}`)],
    [
      'a binding file',
      ({ home }) => writeFileSync(join(home, '.ai-tools.toml'), '[accounts]\ncodex = "play"\n'),
    ],
    ['settings', ({ cli }) => cli('settings set plain true')],
    ['settings damaged', ({ paths }) => writeFileSync(paths.settings, '{')],
    ['a layout of a newer release', ({ paths }) => writeFileSync(paths.layout, '{"layout":99}')],
    ['a login in the tool’s own directory', ({ home }) => ownLogin(home)],
    ['a table of plugins', ({ paths }) => tableOfPlugins(paths)],
    [
      'our folder inside that of an account',
      ({ home, paths }) => renameSync(paths.root, join(home, 'elsewhere')),
    ],
    ['our folder a link', ({ home, paths }) => moved(paths.root, join(home, 'elsewhere'))],
    ['a variable that chooses', () => {}, { env: { AI_TOOLS_ACCOUNT_CODEX: 'play' } }],
    ['a variable that chooses for all', () => {}, { env: { AI_TOOLS_ACCOUNT: 'play' } }],
    ['a variable that outranks a login', () => {}, { env: { OPENAI_API_KEY: 'sk-dummy-123456' } }],
    ['a label that is a secret now', () => {}, { env: { MY_TOKEN: 'play\tgemini' } }],
    [
      'a label that is a key now',
      ({ cli }) => cli('rename codex play sk-dummy-1234'),
      { env: { X_KEY: 'sk-dummy-1234' } },
    ],
    ['another directory of the tool', () => {}, { env: { CODEX_HOME: '/elsewhere' } }],
    ['another home', () => {}, { env: { HOME: '/elsewhere' } }],
    ['another configuration of the user', () => {}, { env: { XDG_CONFIG_HOME: '/elsewhere' } }],
    ['our folder named', () => {}, { env: { AI_TOOLS_HOME: '/elsewhere' } }],
    ['no colours', () => {}, { env: { NO_COLOR: '1' } }],
    ['a terminal that can do little', () => {}, { env: { TERM: 'dumb' } }],
  ];

test.each(changes.map(([what, change, over = {}]) => ({ what, change, over })))(
  'after $what both ways say the same',
  async ({ change, over }) => {
    const made = await world();
    const asked = [['list'], ['list --json'], ['list codex', 100]] as const;
    for (const [line, columns] of asked) {
      await made.settle(line, made.host(), columns);
      expect(made.quick(line, made.host(), columns), line).toBeDefined();
    }
    await change(made);
    for (const [line, columns] of asked) {
      const { quick, slow } = await made.both(line, made.host(over), columns);
      if (quick !== undefined)
        expect({ line, code: 0, stdout: quick, stderr: '' }).toEqual({ line, ...slow });
    }
  },
);

test.each([
  ['another directory', { cwd: 'deep' }, 'list', undefined],
  ['another width', {}, 'list codex', 90],
  ['no terminal', {}, 'list codex', undefined],
  ['another line', {}, 'list codex --json', 100],
] as const)('%s is another question', async (_, over, line, columns) => {
  const { quick, settle, host, home } = await world();
  await settle('list', host());
  await settle('list codex', host(), 100);
  const here = 'cwd' in over ? host({ cwd: join(home, 'work/deep') }) : host();
  if (line === 'list') expect(quick(line, host())).toBeDefined();
  expect(quick(line, here, columns)).toBeUndefined();
});

test.each([
  [
    'something is wrong with one',
    ({ folderOf }: World) => appendFileSync(join(folderOf('codex', 'play'), 'account.json'), '{'),
    'list',
  ],
  ['an account is named', () => {}, 'list codex#work'],
  ['an installation is named', () => {}, 'list codex -i default'],
  ['a plugin may be enabled', ({ paths }: World) => tableOfPlugins(paths), 'list'],
  ['a key is set', () => {}, 'list', { OPENAI_API_KEY: 'sk-dummy-123456' }],
] as const)(
  'where %s the program answers each time',
  async (_, change, line, env: Record<string, string> = {}) => {
    const made = await world();
    await change(made);
    const here = made.host({ env });
    for (const _time of ['first', 'second']) await made.settle(line, here);
    expect(made.quick(line, here)).toBeUndefined();
  },
);

test('a folder for plugins of which none is enabled changes nothing', async () => {
  const { paths, settle, quick, host } = await world();
  mkdirSync(paths.plugins);
  const { stdout } = await settle('list', host());
  expect(quick('list', host())).toBe(stdout);
  tableOfPlugins(paths);
  expect(quick('list', host())).toBeUndefined();
});

function tableOfPlugins({ plugins, pluginTable }: World['paths']): void {
  mkdirSync(plugins, { recursive: true });
  writeFileSync(pluginTable, '{}');
}

test('what changed within the same tick of the disk’s clock is not relied on', async () => {
  const { cli, both } = await world();
  for (const label of ['play', 'work', 'play', 'work']) {
    await cli(`use codex ${label} --global`);
    await cli('list');
    await cli(`use codex ${label === 'work' ? 'play' : 'work'} --global`);
    const { quick, slow } = await both('list');
    expect(quick ?? slow.stdout).toBe(slow.stdout);
  }
});

test('a table that is cut, and one that hides something, are not kept', async () => {
  const { quick, settle, host, cli } = await world();
  await cli(`rename codex play ${'p'.repeat(60)}`);
  expect((await settle('list codex', host(), 40)).stdout).toContain('…');
  expect(quick('list codex', host(), 40)).toBeUndefined();
  const secret = host({ env: { X_KEY: 'p'.repeat(60) } });
  expect((await settle('list codex', secret)).stdout).toContain('***');
  expect(quick('list codex')).toBeUndefined();
});

test('what was kept says nothing of the environment but where directories lie, and goes with an account', async () => {
  const { settle, host, cli, paths } = await world();
  await settle('list', host({ env: { SOMETHING: 'sk-dummy-999999' } }));
  const folder = join(paths.cache, 'answers');
  const [name = ''] = readdirSync(folder);
  expect(readFileSync(join(folder, name), 'utf8')).not.toContain('sk-dummy');
  await cli('remove codex play --yes');
  expect(() => readdirSync(folder)).toThrow('ENOENT');
});

test('a record of another line, or another release, or none at all, is no answer', async () => {
  const { settle, quick, paths } = await world();
  await settle('list');
  const folder = join(paths.cache, 'answers');
  const [name = ''] = readdirSync(folder);
  const text = readFileSync(join(folder, name), 'utf8');
  for (const [from, to] of [
    ['"line":["list"]', '"line":["lost"]'],
    ['"by":"', '"by":"0'],
    ['{"schemaVersion":1', '{"schemaVersion":9'],
    ['"text":', '"test":'],
    ['"directories":[', '"directories":[1,'],
    ['"absent":[', '"absents":['],
  ] as const) {
    expect(text).toContain(from);
    writeFileSync(join(folder, name), text.replace(from, to));
    expect(quick('list'), to).toBeUndefined();
  }
  writeFileSync(join(folder, name), text);
  expect(quick('list')).toBeDefined();
});

test('where nothing of ours is, a question makes nothing', async () => {
  const home = tempHome();
  for (const _time of ['first', 'second']) await runCli(['list'], { host: testHost({ home }) });
  expect(readdirSync(home)).toEqual([]);
});

test('a hundred directories leave no hundred answers', async () => {
  const { settle, host, home, paths } = await world();
  await sleep(60);
  for (let n = 0; n < 100; n += 1) {
    const cwd = join(home, 'work', String(n));
    mkdirSync(cwd);
    if (n === 0) await settle('list', host({ cwd }));
    else await runCli(['list'], { host: host({ cwd }) });
  }
  expect(readdirSync(join(paths.cache, 'answers')).length).toBeLessThanOrEqual(64);
});

test('every variable that a descriptor names is one on which an answer may depend', () => {
  const names = Object.keys(answerVariables({ host: testHost(), registry }) ?? {});
  for (const { configDirEnvVar, environment, relocation } of registry.all()) {
    const { apiKey = [], outranks = [], sessionMarkers = [] } = environment ?? {};
    const own = [...Object.keys(relocation?.own ?? {}), ...Object.keys(relocation?.borrowed ?? {})];
    const all = [
      ...apiKey,
      ...outranks,
      ...sessionMarkers,
      ...own,
      ...(configDirEnvVar ? [configDirEnvVar] : []),
    ];
    expect(names).toEqual(expect.arrayContaining(all));
  }
});

test('through a life of changes the quick way never says what the slow one would not', async () => {
  const made = await world();
  let state = Number(process.env.LIST_SEED ?? 7);
  const next = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
  let answered = 0;
  for (let step = 0; step < Number(process.env.LIST_STEPS ?? 40); step += 1) {
    const label = `l${next(4)}`;
    const steps = [
      `account add codex ${label} --private`,
      `remove codex ${label} --yes`,
      `rename codex ${label} l${next(4)}`,
      `use codex ${label} --global`,
      `link codex ${label} --dir .`,
      'unlink codex --dir .',
      'undo --yes',
      'list',
      'list --json',
    ];
    await made.cli(steps[next(steps.length)] ?? 'list');
    if (next(3) === 0) await sleep(30);
    const line = next(2) === 0 ? 'list' : 'list --json';
    const { quick, slow } = await made.both(line);
    if (quick === undefined) continue;
    answered += 1;
    expect({ step, stdout: quick, code: 0 }).toEqual({ step, stdout: slow.stdout, code: slow.code });
  }
  expect(answered).toBeGreaterThan(0);
}, 60_000);

function edit(folder: string, from: string, to: string): void {
  const file = join(folder, 'account.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}

function replaced(folder: string): void {
  const file = join(folder, 'account.json');
  writeFileSync(`${file}.new`, readFileSync(file, 'utf8').replace('"work"', '"wark"'));
  renameSync(`${file}.new`, file);
}

function ownLogin(home: string): void {
  mkdirSync(join(home, '.codex'));
  writeFileSync(join(home, '.codex/auth.json'), JSON.stringify({ OPENAI_API_KEY: 'sk-dummy-own' }));
}

function moved(folder: string, to: string): void {
  renameSync(folder, to);
  symlinkSync(to, folder);
}
