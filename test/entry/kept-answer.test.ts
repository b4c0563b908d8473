import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
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
import { runCli } from '../support/run-cli.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import {
  expectSame,
  lines,
  loginOf,
  namesIn,
  onceOf,
  type KeptWorld as World,
  keptWorld as world,
  writeTwice,
} from './kept-world.ts';

/** Lines whose answer is said on stderr in part, is none, or is asked of a program. */
const others = ['share status', 'share status claude --json', 'installations show codex'];

test('every answer is given as before, for as long as nothing changes', async () => {
  const { cli, both, quick, host } = await world();
  await sleep(60);
  for (const [line, columns] of lines) {
    expect(quick(line, host(), columns), line).toBeUndefined();
    const first = await cli(line, host(), columns);
    const again = await both(line, host(), columns);
    expect({ line, ...again.slow }).toEqual({ line, ...first });
    expect({ line, isKept: expectSame(again, line) }).toEqual({ line, isKept: !others.includes(line) });
  }
});

/** What changes what is answered, or may: afterwards the quick way says the same, or nothing. */
const changes: readonly (readonly [what: string, change: (world: World) => unknown, env?: Env])[] = [
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
  [
    'a label that is a key now',
    ({ cli }) => cli('rename codex play sk-dummy-1234'),
    { X_KEY: 'sk-dummy-1234' },
  ],
  [
    'a login',
    ({ folderOf }) => writeFileSync(join(folderOf('codex', 'play'), 'home/auth.json'), loginOf('b@x.y')),
  ],
  [
    'another login',
    ({ folderOf }) => writeFileSync(join(folderOf('codex', 'work'), 'home/auth.json'), loginOf('b@x.y')),
  ],
  ['no login', ({ folderOf }) => rmSync(join(folderOf('codex', 'work'), 'home/auth.json'))],
  [
    'a home gone',
    ({ folderOf }) =>
      renameSync(join(folderOf('codex', 'work'), 'home'), join(folderOf('codex', 'work'), 'gone')),
  ],
  ['no key', ({ folderOf }) => rmSync(join(folderOf('codex', 'key'), 'secret.json'))],
  ['a program', ({ bin }) => writeFileSync(join(bin, 'claude'), '#!/bin/sh\n', { mode: 0o755 })],
  ['a program that is none any more', ({ bin }) => chmodSync(join(bin, 'codex'), 0o644)],
  ['an installation', ({ cli }) => cli('installations add codex second')],
  ['sharing', ({ cli }) => cli('share on codex -a work --yes')],
  ['a process under an account', ({ folderOf }) => markOf(folderOf('codex', 'work'))],
];

test.each(changes.map(([what, change, env = {}]) => ({ what, change, env })))(
  'after $what both ways say the same',
  async ({ what, change, env }) => {
    const made = await world();
    await sleep(60);
    for (const [line, columns] of lines) await made.cli(line, made.host(), columns);
    await change(made);
    for (const [line, columns] of lines)
      expectSame(await made.both(line, made.host({ env }), columns), { what, line, columns });
  },
);

type Env = Readonly<Record<string, string | undefined>>;

const environments: readonly Env[] = [
  { AI_TOOLS_ACCOUNT_CODEX: 'play' },
  { AI_TOOLS_ACCOUNT: 'play' },
  { OPENAI_API_KEY: 'sk-dummy-123456' },
  { MY_TOKEN: 'play\tgemini' },
  { CODEX_HOME: '/elsewhere' },
  { HOME: '/elsewhere' },
  { XDG_CONFIG_HOME: '/elsewhere' },
  { AI_TOOLS_HOME: '/elsewhere' },
  { PATH: '/elsewhere' },
  { TMPDIR: '/elsewhere' },
  { AI_TOOLS_ENV: '{}' },
  { NO_COLOR: '1' },
  { TERM: 'dumb' },
  { LC_ALL: 'C', OLDPWD: '/default', SHLVL: '2' },
];

test('in another environment both ways say the same', async () => {
  const made = await world();
  await sleep(60);
  let answered = 0;
  // Each of them is met by what was kept in the one before.
  for (const env of [{}, ...environments.flatMap((each) => [each, {}])])
    for (const [line, columns] of lines) {
      const here = made.host({ env });
      if (expectSame(await made.both(line, here, columns), { env, line, columns })) answered += 1;
    }
  expect(answered).toBeGreaterThan(0);
});

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
  ['a program is asked for its version', () => {}, 'installations show codex'],
  ['a key is set that was looked for', () => {}, 'info codex', { TMPDIR: '/tmp', MY_KEY: "OpenAI's" }],
  ['something is said beside it', () => {}, 'share status'],
  [
    'nobody trusts a file here, and that is said',
    ({ home }: World) => writeFileSync(join(home, '.ai-tools.toml'), '[accounts]\ncodex = "play"\n'),
    'status',
  ],
  [
    'nobody can tell whose mark it is',
    ({ folderOf }: World) => {
      mkdirSync(join(folderOf('codex', 'work'), 'live'), { recursive: true });
      writeFileSync(join(folderOf('codex', 'work'), 'live/77'), '{');
    },
    'status codex --json',
  ],
  ['it is an error', () => {}, 'whoami codex -a play'],
  ['it is help', () => {}, 'list --help'],
  ['a default is set', () => {}, 'default codex play'],
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

test('what was kept says nothing of the environment but what the answer depends on, and goes with an account', async () => {
  const { settle, host, cli, answers, recordOf } = await world();
  await settle('list', host({ env: { SOMETHING: 'else', OPENAI_API_KEY: 'sk-dummy-999999' } }));
  // Which variables of tools carry keys is the same wherever it is asked.
  const { secrets: _, ...others } = recordOf('list')!;
  const text = JSON.stringify(others);
  expect(text).toContain('HOME');
  for (const part of ['sk-dummy', 'SOMETHING', 'OPENAI_API_KEY', 'PATH"']) expect(text).not.toContain(part);
  await cli('remove codex play --yes');
  expect(namesIn(answers)).toEqual([]);
});

test.each([
  ['as it is', 'sk-dummy-1234', 'sk-dummy-1234', undefined],
  ['with a letter that JSON writes otherwise', 'sk-dümmy-1234', 'sk-dümmy-1234', undefined],
  ['in words that a terminal breaks', 'sk-dummy-1234', 'sk-dummy-1234', 100],
] as const)('what has become a secret since is said no more: %s', async (_, label, secret, columns) => {
  const { cli, quick, both, host } = await world();
  await cli(`rename codex play ${label}`);
  await sleep(60);
  for (const line of ['list codex', '--json list', 'status']) {
    const { stdout } = await cli(line, host(), columns);
    expect(quick(line, host(), columns)).toBe(stdout);
    for (const env of [{ X_KEY: secret }, { OPENAI_API_KEY: secret }]) {
      const ways = await both(line, host({ env }), columns);
      expect(ways.quick, line).toBeUndefined();
      expect(ways.slow.stdout).not.toContain(secret);
    }
    await cli(line, host(), columns);
  }
});

test('a value that stands in an answer and is no secret is not written down', async () => {
  const { settle, quick, host, recordOf } = await world();
  const env = { MY_CLIENT: 'büro\t\t\tdefault', MY_PHRASE: 'codex work', MY_WORD: 'секретный' };
  const { stdout } = await settle('list', host({ env }));
  for (const now of [env, {}, { MY_CLIENT: 'codex\tplay' }])
    expect(quick('list', host({ env: now }))).toBe(stdout);
  for (const [name, value] of Object.entries(env)) {
    const { variables } = recordOf('list')!;
    expect(Object.entries(variables).flat()).not.toContain(name);
    expect(Object.values(variables)).not.toContain(value);
    expect(quick('list', host({ env: { MY_TOKEN: value } }))).toBeUndefined();
    expect(quick('list', host({ env: { [name]: value, MY_TOKEN: 'something else' } }))).toBe(stdout);
  }
});

test.each(['status claude', 'status', 'list', 'whoami claude -a ci', 'whoami claude -a ci --json'])(
  'a key that stays in a variable of any name is not written down by %s',
  async (line) => {
    const { settle, both, host, cli, answers } = await world();
    await cli('account add claude ci --secret-ref env:WORK_THING --private');
    const [full, empty] = [{ WORK_THING: 'sk-dummy-of-work' }, {}].map((env) => host({ env }));
    for (const here of [full, empty, full]) {
      await settle(line, here);
      for (const then of [full, empty]) expectSame(await both(line, then), line);
    }
    for (const name of namesIn(answers))
      expect(readFileSync(join(answers, name), 'utf8')).not.toContain('sk-dummy');
  },
);

const damages: readonly (readonly [what: string, damage: (text: string) => string | Buffer])[] = [
  ['of another line', (text) => text.replace('[[\\"list\\"]', '[[\\"lost\\"]')],
  ['of another release', (text) => text.replace('"by":"', '"by":"0')],
  ['without a text', (text) => text.replace('"text":', '"test":')],
  ['whose text is none', (text) => text.replace(/"text":".*"/, '"text":["list"]')],
  ['without variables', (text) => text.replace('"variables":{', '"variable":{')],
  ['without names of secrets', (text) => text.replaceAll('"secrets":', '"secret":')],
  ['that says how many are set in words', (text) => text.replace('"set":', '"set":"many","was":')],
  ['without looks', (text) => text.replace('"looks":[', '"look":[')],
  ['whose looks are none', (text) => text.replace(/"looks":\[.*\],"machine"/, '"looks":{},"machine"')],
  ['with a look that nobody knows', (text) => text.replace('["absent"', '["elsewhere"')],
  ['with a look at nothing', (text) => text.replace('["absent"', '[["absent"],["absent"')],
  ['that is cut off', (text) => text.slice(0, -20)],
  ['that is empty', () => ''],
  ['that is no record', () => 'null'],
  ['that is no text', () => Buffer.from([0xff, 0xfe, 0, 1])],
  ['that is too large', (text) => text.replace('}', `}${' '.repeat(16_000_000)}`)],
];

test.each(damages)('a file %s is no answer', async (_, damage) => {
  const { settle, quick, answers } = await world();
  const { stdout } = await settle('list');
  const [name = ''] = readdirSync(answers);
  const file = join(answers, name);
  const text = onceOf(file);
  expect(damage(text)).not.toBe(text);
  writeTwice(file, damage(text));
  expect(quick('list')).toBeUndefined();
  writeTwice(file, text);
  expect(quick('list')).toBe(stdout);
  await sleep(60);
  writeTwice(file, damage(text));
  await settle('list');
  expect(quick('list')).toBe(stdout);
});

test('no byte of it can be damaged so that it says something else', async () => {
  const { settle, quick, answers } = await world();
  await settle('list');
  const [name = ''] = readdirSync(answers);
  const file = join(answers, name);
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at += 1) {
    const bytes = Buffer.from(whole);
    bytes[at] = (whole[at] ?? 0) ^ (1 << (at % 8));
    writeFileSync(file, bytes);
    expect({ at, answer: quick('list') }).toEqual({ at, answer: undefined });
  }
  writeFileSync(file, Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(4096), whole.subarray(8192)]));
  expect(quick('list')).toBeUndefined();
});

test.each([
  ['a folder', (file: string) => mkdirSync(file)],
  ['a link to another', (file: string) => symlinkSync(`${file}.other`, file)],
  ['a pipe that nobody writes to', (file: string) => execFileSync('mkfifo', [file])],
])('%s in the place of an answer is none', async (_, put) => {
  const { settle, quick, answers } = await world();
  await settle('list');
  const [name = ''] = readdirSync(answers);
  const file = join(answers, name);
  renameSync(file, `${file}.other`);
  put(file);
  expect(quick('list')).toBeUndefined();
});

test('that a process is no more is kept for the machine on which it was one; that one lives is not', async () => {
  const { both, settle, quick, folderOf, answers, recordOf } = await world();
  const { self } = testHost().processes;
  const mark = (process: object) => {
    mkdirSync(join(folderOf('codex', 'work'), 'live'), { recursive: true });
    writeFileSync(join(folderOf('codex', 'work'), 'live', '77'), JSON.stringify({ ...self, ...process }));
  };
  mark({ pid: 77, startedAt: '1' });
  const { stdout } = await settle('status codex --json');
  expect(stdout).toContain('"running": []');
  expect(expectSame(await both('status codex --json'), 'dead')).toBe(true);
  expect(recordOf('list')?.machine ?? null).toBe(null);
  for (const name of readdirSync(answers)) {
    const file = join(answers, name);
    writeTwice(file, onceOf(file).replace(/"machine":"[^"]*"/, '"machine":"another"'));
  }
  expect(quick('status codex --json')).toBeUndefined();
  mark({ pid: process.pid });
  await settle('status codex --json');
  expect(quick('status codex --json')).toBeUndefined();
  mark({ pid: 77, startedAt: '1', machine: 'another' });
  await settle('status codex --json');
  expect(quick('status codex --json')).toBeUndefined();
});

test('where nothing of ours is, a question makes nothing', async () => {
  const home = tempHome();
  for (const _time of ['first', 'second']) await runCli(['list'], { host: testHost({ home }) });
  expect(readdirSync(home)).toEqual([]);
});

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

/** Of this very process, which lives. */
function markOf(folder: string): void {
  const { self } = testHost().processes;
  mkdirSync(join(folder, 'live'), { recursive: true });
  writeFileSync(join(folder, 'live', String(self.pid)), JSON.stringify(self));
}
