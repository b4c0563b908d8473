import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  Stats,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { heedBindingFiles } from '../../src/accounts/bindings/requirement.ts';
import type { Conditions, LaunchRecord } from '../../src/accounts/fast/launch-record.ts';
import type { QuickRecord } from '../../src/accounts/fast/quick-record.ts';
import type { RecordedLook } from '../../src/accounts/fast/recorded-look.ts';
import { livenessOf } from '../../src/accounts/home/liveness.ts';
import {
  type AccountsContext,
  chooseAccount,
  environmentOf,
  planLaunch,
  type StoredAccount,
} from '../../src/accounts/index.ts';
import { sweepHome } from '../../src/accounts/sharing/sweep-home.ts';
import { answerEnv } from '../../src/entry/answer-env.ts';
import { readyToRun } from '../../src/entry/answer-run.ts';
import { queryOf } from '../../src/install/index.ts';
import { type FileSystem, type Host, nodeFileSystem } from '../../src/platform/index.ts';
import { markOf } from '../../src/process/environment-marks.ts';
import { firstProgram } from '../../src/process/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { keepFolder } from '../shims/keep-folder.ts';
import { runCli } from '../support/run-cli.ts';
import { type QuickWorld, quickWorld, registry } from './quick-world.ts';

const everyKind = builtInTools.flatMap(({ id }) =>
  (['--private', '--share'] as const).map((sharing) => [id, sharing] as const),
);

describe.each(everyKind)('%s %s, started before', (id, sharing) => {
  let world: QuickWorld;
  const made = async () => (world ??= await quickWorld(id, sharing));

  test('run, env and which are answered by what was recorded, and as the slow way answers', async () => {
    const { both } = await made();
    for (const words of [
      ['env', id, '-a', 'work', '--shell', 'sh'],
      ['which', `${id}#work`],
      ['run', id, '--account', 'work', '--', '--model', 'x', '--', 'y'],
      ['run', `${id}#work`, 'login', 'status'],
    ]) {
      const { quick, slow } = await both(words);
      expect(quick, words.join(' ')).toBeDefined();
      expect(quick).toEqual(slow);
    }
  });

  test('law 19: whatever a launch looks at is a condition, or one of the few things that are asked anew', async () => {
    const { host, ctx } = await made();
    const { record } = recordOf(world, id);
    const tool = registry.tool(id)!;
    const { account } = chooseAccount(ctx(), id, 'work');
    const looksOf = async (work: (state: AccountsContext) => unknown): Promise<ReadonlySet<string>> => {
      const looked = new Set<string>();
      await work(ctx(host({ files: tellingFiles((path) => looked.add(path)) })));
      return looked;
    };
    const looked = await looksOf(async (state) => {
      await planLaunch(state, tool, account);
      await environmentOf(state, tool, account);
    });
    // What decides nothing while the files lie as they lay, and what is asked anew of directory and PATH.
    const exempt = await looksOf((state) => {
      sweepHome(state, tool, account as StoredAccount);
      livenessOf(state, tool, account as StoredAccount);
      heedBindingFiles(state, tool, account);
      firstProgram(state.host, queryOf(state.host, state.paths, tool));
    });
    const { absentAbove, notIn, marks } = record.home;
    const known = new Set([...pathsIn(record.home), ...pathsIn(record.program!), ...exempt, ...notIn]);
    const isAskedAnew = (path: string) =>
      absentAbove.some((name) => path.endsWith(`/${name}`)) ||
      path.startsWith(marks!.live) ||
      path.startsWith(marks!.dirty ?? '\0') ||
      path.startsWith('/proc/') ||
      path === world.work;
    expect([...looked].filter((path) => !known.has(path) && !isAskedAnew(path))).toEqual([]);
    expect(known.size).toBeGreaterThan(8);
  });

  test('law 19: each look that finds something else sends the quick way to the slow one', async () => {
    const { host } = await made();
    const breaks = breaksOf(recordOf(world, id).quick);
    expect(breaks.length).toBeGreaterThan(20);
    expect(await isQuick(id, host())).toBe(true);
    for (const { what, files } of breaks)
      expect([what, await isQuick(id, host({ files }))]).toEqual([what, false]);
  });

  test('law 19: so does a variable, the place one stands in, another program before it, and a mark', async () => {
    const { host } = await made();
    const { home, program } = recordOf(world, id).record;
    const isQuickWith = (over: Partial<Host> = {}) => isQuick(id, host(over));
    const whileThere = async (path: string) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '', { mode: 0o755 });
      const answer = await isQuickWith();
      unlinkSync(path);
      return answer;
    };
    await world.settle();
    expect(await isQuickWith()).toBe(true);
    for (const name of Object.keys(home.variables))
      expect([name, await isQuickWith({ env: { [name]: '/elsewhere' } })]).toEqual([name, false]);
    for (const cwd of home.notIn.filter((each) => existsSync(each)))
      expect([cwd, await isQuickWith({ cwd })]).toEqual([cwd, false]);
    for (const name of home.absentAbove)
      expect([name, await whileThere(join(world.work, name))]).toEqual([name, false]);
    const first = join(world.home, 'first');
    mkdirSync(first);
    writeFileSync(join(first, program!.names[0]!), '#!/bin/sh\n', { mode: 0o755 });
    expect(await isQuickWith({ env: { PATH: `${first}:${join(world.home, 'bin')}` } })).toBe(false);
    const { dirty, live } = home.marks!;
    if (dirty !== null) expect(await whileThere(join(dirty, 'zzzzzzzz.1'))).toBe(false);
    const marks = Array.from({ length: 70 }, (_, nth) => join(live, `${nth}.abcd`));
    for (const mark of marks) writeFileSync(mark, '');
    expect(await isQuickWith()).toBe(false);
    for (const mark of marks) unlinkSync(mark);
  });

  test('a look is no more than the conditions say, and no less', async () => {
    await made();
    const { quick, record } = recordOf(world, id);
    for (const [conditions, looks] of [
      [record.home, [...quick.there, ...quick.looks]],
      [record.program!, quick.program!.looks],
    ] as const) {
      const looked = new Set(looks.map((look) => look[1]));
      const { real, ...others } = conditions;
      const paths = pathsIn({ ...others, real: {} });
      expect(paths.filter((path) => !looked.has(path))).toEqual([]);
      // Of what is no link itself, whatever lies below it tells.
      for (const [path, place] of Object.entries(real))
        expect(
          looks.some(
            ([kind, one]) => kind === 'place' && (one === path || (path === place && one.startsWith(path))),
          ),
          path,
        ).toBe(true);
      expect([...looked].filter((path) => ![...paths, ...Object.keys(real)].includes(path))).toEqual([]);
    }
  });

  test('nothing of a record is a secret, and it is readable to its user alone', async () => {
    await made();
    const { file, text } = recordOf(world, id);
    expect(nodeFileSystem.stat(file)!.mode & 0o777).toBe(0o600);
    expect(text).not.toContain('sk-dummy');
  });
});

/** Done to a world in steady state; what is said of it is the same both ways, or the quick way has no answer. */
type Situation = readonly [what: string, change: (world: QuickWorld) => unknown, over?: Partial<Host>];

const situations: readonly Situation[] = [
  ['nothing changed', () => {}],
  ['the account renamed', (w) => w.cli('rename codex work client')],
  ['the account removed', (w) => w.cli('remove codex work --yes')],
  ['another default', (w) => w.cli('default codex other')],
  ['no account at all', (w) => rmSync(join(w.root, 'accounts'), { recursive: true })],
  ['account.json damaged', (w) => writeFileSync(join(w.folder, 'account.json'), '{')],
  [
    'account.json of a newer release',
    (w) => edit(join(w.folder, 'account.json'), '"schemaVersion": 1', '"schemaVersion": 9'),
  ],
  ['layout of a newer release', (w) => writeFileSync(join(w.root, 'layout.json'), '{"layout":99}')],
  ['the home gone', (w) => renameSync(join(w.folder, 'home'), join(w.folder, 'gone'))],
  [
    'the home a file',
    (w) => {
      renameSync(join(w.folder, 'home'), join(w.folder, 'gone'));
      writeFileSync(join(w.folder, 'home'), '');
    },
  ],
  [
    'the home a link',
    (w) => {
      renameSync(join(w.folder, 'home'), join(w.home, 'moved'));
      symlinkSync(join(w.home, 'moved'), join(w.folder, 'home'));
    },
  ],
  ['a login', (w) => login(w, 'a@x.test')],
  [
    'the login of somebody else',
    async (w) => {
      login(w, 'a@x.test');
      await w.settle();
      login(w, 'b@x.test');
    },
  ],
  ['settings changed', (w) => writeFileSync(join(w.folder, 'home/config.toml'), 'model = "x"\n')],
  ['settings gone', (w) => unlinkSync(join(w.folder, 'home/config.toml'))],
  ['settings damaged', (w) => writeFileSync(join(w.folder, 'home/config.toml'), 'x = = 1')],
  [
    'a login under way',
    (w) =>
      writeFileSync(
        join(w.folder, 'renewal.json'),
        JSON.stringify({
          schemaVersion: 1,
          process: w.host().processes.self,
          startedAt: new Date().toISOString(),
          fresh: join(w.folder, 'home-x'),
          phase: 'overlay',
          steps: [],
        }),
      ),
  ],
  [
    'a pid file of a daemon',
    (w) => {
      mkdirSync(join(w.folder, 'home/app-server-daemon'), { recursive: true });
      writeFileSync(join(w.folder, 'home/app-server-daemon/daemon.pid'), String(process.pid));
    },
  ],
  [
    'a newer program before it on PATH',
    (w) => {
      mkdirSync(join(w.home, 'first'));
      writeFileSync(join(w.home, 'first/codex'), '#!/bin/sh\n', { mode: 0o755 });
    },
    { env: { PATH: 'FIRST:BIN' } },
  ],
  [
    'the program replaced',
    (w) => {
      unlinkSync(w.program);
      writeFileSync(w.program, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    },
  ],
  ['the program gone', (w) => unlinkSync(w.program)],
  ['the program no longer executable', (w) => chmodSync(w.program, 0o644)],
  ['the program a shim', (w) => writeFileSync(w.program, '#!/bin/sh\n# ai-tools-shim\n')],
  ['an installation recorded', (w) => w.cli(`installations add codex mine --path ${w.program}`)],
  ['links.json', (w) => w.cli('link codex other --dir .', w.host())],
  [
    'a binding file that nobody trusts',
    (w) => writeFileSync(join(w.work, '.ai-tools.toml'), '[accounts]\ncodex = "other"\n'),
  ],
  ['the other account dirty', (w) => w.cli('run codex -a other')],
  ['a variable chooses', () => {}, { env: { AI_TOOLS_ACCOUNT_CODEX: 'other' } }],
  ['a variable chooses nobody', () => {}, { env: { AI_TOOLS_ACCOUNT: 'nobody' } }],
  ['a variable that outranks the login', () => {}, { env: { OPENAI_API_KEY: 'sk-dummy-123456' } }],
  ['a variable of the user beside it', () => {}, { env: { CODEX_HOME: '/elsewhere' } }],
  ['another home of the user', () => {}, { env: { XDG_CONFIG_HOME: '/elsewhere' } }],
  ['our folder named', () => {}, { env: { AI_TOOLS_HOME: 'ROOT' } }],
  ['a nested start', () => {}, { env: { AI_TOOLS_DEPTH: '3' } }],
  ['too many nested starts', () => {}, { env: { AI_TOOLS_DEPTH: '20' } }],
  ['a damaged value', () => {}, { env: { SOMETHING: 'a\ufffdb' } }],
  ['an odd PATH', () => {}, { env: { PATH: ':.:bin:BIN' } }],
  ['no PATH', () => {}, { env: { PATH: '' } }],
  ['no SHELL', () => {}, { env: { SHELL: '' } }],
  ['fish', () => {}, { env: { SHELL: '/usr/bin/fish' } }],
  ['in the user’s home', () => {}, { cwd: 'HOME' }],
  ['in the root directory', () => {}, { cwd: '/' }],
  ['a record that is damaged', (w) => writeFileSync(recordOf(w, 'codex').file, '{"schemaVersion":1}')],
  ['a record of another release', (w) => edit(recordOf(w, 'codex').file, '"by":"', '"by":"0')],
  ['a lock of the account', (w) => mkdirSync(join(w.folder, '..', `.${w.folder.slice(-8)}.lock`))],
  ['a directory gone that one stands in', (w) => rmSync(w.work, { recursive: true })],
  [
    'what was a link, or is to be shared, a file',
    (w) => {
      rmSync(join(w.folder, 'home/sessions'), { recursive: true, force: true });
      writeFileSync(join(w.folder, 'home/sessions'), 'x');
    },
  ],
  [
    'a variable kept that outranks the login',
    () => {},
    { env: { OPENAI_API_KEY: 'sk-dummy-123456', KEPT: 'x' } },
  ],
  [
    'many marks',
    (w) => {
      for (let n = 1; n < 80; n += 1) writeFileSync(join(w.folder, 'live', `${n}.abcd`), '');
    },
  ],
];

const lines = [
  ['run', 'codex', '-a', 'work', '--', 'x', '--y'],
  ['run', 'codex'],
  ['run', 'codex', '-a', 'work', '--keep-env', 'OPENAI_API_KEY'],
  ['env', 'codex', '-a', 'work'],
  ['which', 'codex', '-a', 'work'],
];

describe.each(['--private', '--share'] as const)('codex %s: both ways say the same', (sharing) => {
  let world: QuickWorld | undefined;
  let putBack: (() => void) | undefined;

  test.each(situations.map(([what, change, over = {}]) => ({ what, change, over })))(
    '$what',
    async ({ change, over }) => {
      world ??= await quickWorld('codex', sharing);
      putBack ??= keepFolder(world.home);
      putBack();
      await world.settle();
      // A lock that nobody holds is waited for, and then broken: the answer takes as long.
      await change(world);
      const host = world.host(inPlace(over, world));
      for (const words of lines) {
        const before = await world.both(words, host);
        if (before.quick === undefined) expect(before.slow).toBeDefined();
        else expect({ words, answer: before.quick }).toEqual({ words, answer: before.slow });
      }
    },
    60_000,
  );
});

describe('an account that holds a key', () => {
  const run = ['run', 'codex', '-a', 'ci'];
  let world: QuickWorld;
  let secret: string;
  beforeEach(async () => {
    world = await quickWorld('codex', '--private');
    const add = ['account', 'add', 'codex', 'ci', '--with-api-key'];
    expect(await runCli(add, { host: world.host(), stdin: 'sk-dummy-1\n' })).toMatchObject({ code: 0 });
    const { account } = chooseAccount(world.ctx(), 'codex', 'ci');
    secret = join(world.root, 'accounts/codex', (account as StoredAccount).id, 'secret.json');
    for (let nth = 0; nth < 2; nth += 1) {
      await sleep(60);
      await world.cli('run codex -a ci');
    }
  });

  test('is started the quick way, with the key that is there now', async () => {
    const { quick, slow } = await world.both(run);
    expect(quick).toMatchObject({ env: { CODEX_API_KEY: 'sk-dummy-1' } });
    expect(quick).toEqual(slow);
    edit(secret, 'sk-dummy-1', 'sk-dummy-2');
    const after = await world.both(run);
    expect(after.quick ?? after.slow).toMatchObject({ env: { CODEX_API_KEY: 'sk-dummy-2' } });
    expect(after.quick ?? after.slow).toEqual(after.slow);
  });

  test.each<[string, () => unknown]>([
    ['that others can read', () => chmodSync(secret, 0o644)],
    ['that is gone', () => unlinkSync(secret)],
    ['that is damaged', () => writeFileSync(secret, '{')],
    ['of a newer release', () => edit(secret, '"schemaVersion": 1', '"schemaVersion": 9')],
    ['of an account that is renamed', () => world.cli('rename codex ci other-ci')],
  ])('%s: both ways say the same', async (_, change) => {
    await change();
    const { quick, slow } = await world.both(run);
    if (quick !== undefined) expect(quick).toEqual(slow);
    else expect(slow).toBeDefined();
  });
});

test('where nothing changed most of them are quick', async () => {
  const world = await quickWorld('codex', '--share');
  await world.cli('default codex work');
  await sleep(60);
  // Whom a directory means is noted by the slow way.
  await world.cli('run codex');
  for (const words of lines.filter((line) => !line.includes('--keep-env')))
    expect((await world.both(words)).quick, words.join(' ')).toBeDefined();
});

describe('command lines', () => {
  const left = [
    '-a work',
    '--account work',
    '--account=work',
    '--profile work',
    '-awork',
    '-a',
    '--acc work',
    '-a other',
    '-a work -a work',
    '-i default',
    '--keep-env X',
    '--json',
    '--quiet',
    '--help',
    '-h',
    '--plain',
    '-x',
    '--',
    'word',
    '',
    '-',
  ];
  const address = [
    'codex',
    'codex#work',
    'codex@default',
    'codex#',
    '#work',
    'nope',
    'codex#other',
    'Codex',
    '../codex',
    'codex#work#x',
  ];
  const right = ['', '-- --model x', '-- -a other', 'login', '-- a -- b'];
  const all = ['run', 'env', 'which'].flatMap((verb) =>
    address.flatMap((one) =>
      left.flatMap((two) => right.map((three) => [verb, one, ...words(two), ...words(three)])),
    ),
  );

  test(`${all.length} of them: what the quick way takes for plain means the same to the program`, async () => {
    const world = await quickWorld('codex', '--private');
    let answered = 0;
    for (const line of all) {
      const [verb = ''] = line;
      const { quick, slow } = verb === 'run' ? await world.both(line) : await bothOfCli(world, line);
      if (quick === undefined) continue;
      answered += 1;
      expect({ line, answer: quick }).toEqual({ line, answer: slow });
    }
    expect(answered).toBeGreaterThan(20);
  }, 120_000);
});

async function bothOfCli(world: QuickWorld, line: readonly string[]) {
  const { answerEnv } = await import('../../src/entry/answer-env.ts');
  const { answerWhich } = await import('../../src/entry/answer-which.ts');
  const [verb, ...rest] = line;
  let quick: unknown;
  try {
    quick = await (verb === 'env' ? answerEnv(rest, world.host()) : answerWhich(rest, world.host()));
  } catch {
    quick = undefined;
  }
  return quick === undefined ? { quick, slow: undefined } : world.both(line);
}

function words(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ');
}

async function isQuick(id: string, host: Host): Promise<boolean> {
  try {
    return (await readyToRun([id, '-a', 'work'], host)) !== undefined;
  } catch {
    return false;
  }
}

function recordOf({ root, folder }: QuickWorld, id: string) {
  const file = join(root, 'cache/launch', id, folder.slice(-8), 'launch.json');
  const text = readFileSync(file, 'utf8');
  const [first = '', second = ''] = text.split('\n');
  return { file, text, quick: JSON.parse(first) as QuickRecord, record: JSON.parse(second) as LaunchRecord };
}

function pathsIn({
  absent,
  directories,
  files,
  directoryLinks,
  fileLinks,
  same,
  real,
}: Conditions): readonly string[] {
  return [
    ...absent,
    ...directories,
    ...files,
    ...[directoryLinks, fileLinks, same, real].flatMap((record) => Object.keys(record)),
  ];
}

interface Break {
  readonly what: string;
  readonly files: FileSystem;
}

/** Each look, and a disk on which it alone would not find what it found. */
function breaksOf({ there, looks, program }: QuickRecord): readonly Break[] {
  return [...there, ...looks, ...(program?.looks ?? [])].flatMap((look) =>
    breaksOfOne(look).map((over) => ({ what: `${look[0]} ${look[1]}`, files: withAnother(look[1], over) })),
  );
}

function breaksOfOne(look: RecordedLook): readonly Partial<FileSystem>[] {
  const [kind, path] = look;
  const file = nodeFileSystem.stat(process.execPath)!;
  const gone = { lstat: () => undefined, stat: () => undefined };
  const changed = (facts: Partial<Stats>) => {
    const stats = (ask: (path: string) => Stats | undefined) => () =>
      Object.assign(Object.create(Stats.prototype), ask(path)!, facts) as Stats;
    return { lstat: stats(nodeFileSystem.lstat), stat: stats(nodeFileSystem.stat) };
  };
  switch (kind) {
    case 'absent':
      return [{ lstat: () => file }];
    case 'link':
      return [{ readlink: () => '/elsewhere' }, { readlink: () => throwError('EINVAL') }];
    case 'place':
      return [{ realpath: () => '/elsewhere' }, { realpath: () => throwError('ENOENT') }];
    case 'kind':
    case 'leadsTo':
      return [gone, changed({ mode: (look[2] ^ 0o140000) | 0o700 })];
    case 'counts': {
      const stats = nodeFileSystem.stat(path)!;
      const written = changed({ mtimeMs: stats.mtimeMs + 1 });
      return [
        gone,
        changed({ dev: stats.dev + 1 }),
        changed({ mode: stats.mode + 1 }),
        changed({ mtimeMs: stats.mtimeMs - 1 }),
        { ...written, readText: () => '{"env":{}}' },
        { ...written, readText: () => '{' },
        { ...written, readText: () => throwError('EACCES') },
      ];
    }
    default:
      return [
        gone,
        ...(['dev', 'ino', 'mode', 'size', 'mtimeMs', 'ctimeMs'] as const).map((fact) =>
          changed({ [fact]: nodeFileSystem.stat(path)![fact] + 1 }),
        ),
      ];
  }
}

function throwError(code: string): never {
  throw Object.assign(new Error(code), { code });
}

function withAnother(path: string, over: Partial<FileSystem>): FileSystem {
  const answers = Object.entries(over).map(([name, answer]) => [
    name,
    (asked: string, ...rest: never[]) =>
      asked === path
        ? (answer as (path: string) => unknown)(asked)
        : (nodeFileSystem[name as 'stat'] as (path: string, ...rest: never[]) => unknown)(asked, ...rest),
  ]);
  return { ...nodeFileSystem, ...Object.fromEntries(answers) };
}

/** A disk that says which paths it is asked about. */
function tellingFiles(tell: (path: string) => void): FileSystem {
  return Object.fromEntries(
    Object.entries(nodeFileSystem).map(([name, ask]) => [
      name,
      (path: string, ...rest: never[]) => {
        if (
          [
            'stat',
            'lstat',
            'readFile',
            'readText',
            'readStart',
            'readdir',
            'readlink',
            'realpath',
            'isExecutable',
          ].includes(name)
        )
          tell(path);
        return (ask as (path: string, ...rest: never[]) => unknown)(path, ...rest);
      },
    ]),
  ) as unknown as FileSystem;
}

function inPlace({ env, cwd, ...rest }: Partial<Host>, { home, root }: QuickWorld): Partial<Host> {
  const places = (text: string) =>
    text
      .replace('FIRST', join(home, 'first'))
      .replace('BIN', `${join(home, 'bin')}:/usr/bin`)
      .replace('ROOT', root)
      .replace('HOME', home);
  return {
    ...rest,
    ...(cwd === undefined ? {} : { cwd: places(cwd) }),
    env: Object.fromEntries(Object.entries(env ?? {}).map(([name, value]) => [name, places(value ?? '')])),
  };
}

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

function login({ folder }: QuickWorld, email: string): void {
  const claims = {
    email,
    'https://api.openai.com/auth': { chatgpt_account_id: `acc-${email}`, chatgpt_user_id: `user-${email}` },
  };
  const token = ['{}', JSON.stringify(claims), 'x']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
  writeFileSync(
    join(folder, 'home/auth.json'),
    JSON.stringify({ tokens: { id_token: token, access_token: 'sk-dummy-a', refresh_token: 'sk-dummy-r' } }),
    { mode: 0o600 },
  );
  expect(readdirSync(join(folder, 'home'))).toContain('auth.json');
}

test("where HOME is an account's, what was recorded counts for the same home of the user", async () => {
  const { both, cli, host, home, root } = await quickWorld('codex', '--private');
  const account = join(home, 'account');
  mkdirSync(account);
  const within = (users?: string) =>
    host({
      homeDir: account,
      env: {
        HOME: account,
        AI_TOOLS_HOME: root,
        ...(users && { AI_TOOLS_ENV: JSON.stringify({ HOME: [markOf(account), users] }) }),
      },
    });
  const words = ['codex', '-a', 'work', '--shell', 'sh'];
  const situations = [within(), within(home), within(join(home, 'work'))];
  for (const now of situations) {
    await sleep(60);
    await cli('run codex -a work', now);
    for (const other of situations.filter((each) => each !== now))
      expect(await answerEnv(words, other)).toBeUndefined();
    const { quick, slow } = await both(['env', ...words], now);
    expect(quick).toBe(slow);
  }
});
