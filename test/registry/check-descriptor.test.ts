import { describe, expect, test } from 'vitest';
import { descriptorChecks } from '../../src/registry/descriptor-checks.ts';
import { AIToolRegistry, checkDescriptor, type ToolDescriptor } from '../../src/registry/index.ts';
import { thrownBy } from '../support/thrown-by.ts';

/** Right in itself, with something for every cross-field check to look at. */
const good = {
  id: 'good',
  displayName: 'Good',
  configDirEnvVar: 'GOOD_HOME',
  authLoginCommand: ['good', 'login'],
  installCommand: ['npm', 'install', '-g', 'good'],
  sessionSubdirectories: ['sessions'],
  ansiColor: '\u001b[32m',
  executable: { names: ['good', 'good-cli'], versionArgs: ['--version'], versionFrom: 'output' },
  relocation: {
    shape: 'set',
    isolation: 'partial',
    own: { GOOD_HOME: '{home}/good' },
    borrowed: { XDG_DATA_HOME: '{home}/data' },
    configDir: 'good',
    roots: { data: 'data/good' },
    settings: [{ file: 'settings.json', format: 'json', pointer: '/update', value: false }],
    leaks: [
      {
        what: 'reads a token',
        access: 'read',
        effect: 'identity',
        probe: { path: '{userHome}/.good.env', format: 'dotenv', keys: ['GOOD_KEY'] },
        action: 'refuse',
      },
    ],
  },
  locks: [{ file: 'state.json', lock: 'state.json.lock', kind: 'directory', staleAfter: 10_000 }],
  login: [{ file: 'auth.json', format: 'json', pointer: '/tokens', usable: ['/tokens/access'] }],
  retention: [
    { governs: ['sessions'], file: 'settings.json', format: 'json', pointer: '/keep', safe: 99_999 },
  ],
  daemons: [{ what: 'server', pidFile: 'server.pid', stopArgv: ['good', 'stop'] }],
  birthmarks: [{ file: 'state.json', pointer: '/userId' }],
  live: [{ directory: 'running', files: '*.json', pointer: '/pid' }],
  commands: {
    login: ['good', 'login'],
    status: { argv: ['good-cli', 'status'], loggedIn: [0], loggedOut: [1], offline: true },
  },
  environment: {
    outranks: ['GOOD_KEY'],
    sessionMarkers: ['GOOD_SESSION'],
    apiKey: ['GOOD_KEY'],
    set: { GOOD_QUIET: '1' },
  },
  directories: [
    { path: 'auth.json', class: 'identity', kind: 'file', format: 'json', secret: true },
    {
      path: 'settings.json',
      class: 'mixed',
      kind: 'file',
      format: 'json',
      rules: [{ pointer: '/theme', class: 'shared', merge: 'value' }],
    },
    {
      path: 'state.json',
      class: 'mixed',
      kind: 'file',
      format: 'json',
      rules: [
        { pointer: '/projects', class: 'shared', merge: 'map' },
        { pointer: '/projects/*/env', class: 'identity' },
      ],
    },
    { path: 'locks', class: 'shared', kind: 'directory' },
    {
      path: 'sessions',
      class: 'shared',
      kind: 'directory',
      guardedBy: ['locks'],
      discloses: 'who made each',
    },
    { path: 'db', root: 'data', class: 'shared', kind: 'directory' },
  ],
  identity: [{ file: 'auth.json', format: 'json', subject: { pointer: '/tokens/id', jwt: '/sub' } }],
  execution: {
    profile: 'persistent_process',
    headless: ['good', 'exec', '{prompt}'],
    protocol: { name: 'acp', argv: ['good', 'acp'] },
  },
  lifecycle: { stage: 'deprecated', reason: 'old', successor: 'better' },
} as const satisfies ToolDescriptor;

type Change = (descriptor: ReturnType<typeof open>) => void;

// biome-ignore lint/suspicious/noExplicitAny: the tests write what no type allows.
function open(): any {
  return structuredClone(good);
}

function problemsOf(change: Change) {
  const changed = open();
  change(changed);
  return checkDescriptor(changed);
}

test('what is right has no problem', () => {
  expect(checkDescriptor(good)).toEqual([]);
  expect(checkDescriptor({ id: 'x', displayName: 'X' })).toEqual([]);
  expect(checkDescriptor({ id: 'x', displayName: 'X', description: undefined })).toEqual([]);
});

describe('B094: what would steer a path or a variable out of its account is refused, naming the field', () => {
  const paths = [
    '../../.ssh',
    '/etc',
    'a/../../b',
    'C:\\x',
    'C:/x',
    '',
    '.',
    '..',
    'a//b',
    'a/',
    './a',
    'a\\b',
    '\\\\s\\x',
    'a:b',
    'a\u0000',
    'a.',
    'a ',
    ' a',
    '~/../x/..',
  ];
  const places: readonly (readonly [string, (value: string) => Change])[] = [
    ['/directories/4/path', (value) => (d) => (d.directories[4].path = value)],
    ['/configDirectoryName', (value) => (d) => (d.configDirectoryName = value)],
    ['/sessionSubdirectories/0', (value) => (d) => (d.sessionSubdirectories[0] = value)],
    ['/login/0/file', (value) => (d) => (d.login[0].file = value)],
    ['/identity/0/file', (value) => (d) => (d.identity[0].file = value)],
    ['/locks/0/lock', (value) => (d) => (d.locks[0].lock = value)],
    ['/retention/0/governs/0', (value) => (d) => (d.retention[0].governs[0] = value)],
    ['/daemons/0/pidFile', (value) => (d) => (d.daemons[0].pidFile = value)],
    ['/live/0/directory', (value) => (d) => (d.live[0].directory = value)],
    ['/relocation/roots/data', (value) => (d) => (d.relocation.roots.data = value || '..')],
    ['/relocation/configDir', (value) => (d) => (d.relocation.configDir = value || '..')],
    ['/relocation/settings/0/file', (value) => (d) => (d.relocation.settings[0].file = value)],
    ['/relocation/own/GOOD_HOME', (value) => (d) => (d.relocation.own.GOOD_HOME = `{home}/${value}`)],
  ];

  test.each(places.flatMap(([place, change]) => paths.map((path) => [place, path, change(path)] as const)))(
    '%s: %j',
    (place, _, change) => {
      const problems = problemsOf(change);
      expect(problems.map(({ path }) => path)).toContain(place);
    },
  );

  const names = [
    'A;touch x',
    'PATH',
    'Path',
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'DYLD_INSERT_LIBRARIES',
    'NODE_OPTIONS',
    'node_options',
    'HOME',
    'USERPROFILE',
    'AI_TOOLS_HOME',
    'BASH_ENV',
    '',
    '9A',
    'A B',
    'A=B',
    '__proto__',
  ];
  const variables: readonly (readonly [string, (name: string) => Change])[] = [
    ['/configDirEnvVar', (name) => (d) => (d.configDirEnvVar = name || ' ')],
    ['/relocation/own', (name) => (d) => (d.relocation.own = own(name, '{home}'))],
    ['/relocation/borrowed', (name) => (d) => (d.relocation.borrowed = own(name, '{home}'))],
    ['/environment/set', (name) => (d) => (d.environment.set = own(name, '1'))],
    ['/environment/setWhenManaged', (name) => (d) => (d.environment.setWhenManaged = own(name, '1'))],
    ['/environment/outranks/0', (name) => (d) => (d.environment.outranks[0] = name)],
    ['/environment/sessionMarkers/0', (name) => (d) => (d.environment.sessionMarkers[0] = name)],
    ['/environment/apiKey/0', (name) => (d) => (d.environment.apiKey[0] = name)],
  ];

  test.each(
    variables.flatMap(([place, change]) => names.map((name) => [place, name, change(name)] as const)),
  )('%s: %j', (place, _, change) => {
    expect(problemsOf(change).some(({ path }) => path.startsWith(place))).toBe(true);
  });

  /** Also for `__proto__`, which an assignment would lose. */
  function own(name: string, value: string): object {
    return JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value)}}`);
  }

  test.each(['{home}', '{home}/x', '{shared}/x', '{userHome}/x'])('a variable may be %s', (value) => {
    expect(problemsOf((d) => (d.relocation.borrowed.XDG_DATA_HOME = value))).toEqual([]);
  });

  test.each([
    '',
    '/etc',
    'x',
    '{home}/',
    '{home}x',
    '{home}/../x',
    '{home}/a//b',
    '{cwd}/x',
    '$HOME',
    '~',
    '{home}\n',
  ])('and not %j', (value) => {
    expect(problemsOf((d) => (d.relocation.borrowed.XDG_DATA_HOME = value)).map(({ path }) => path)).toEqual([
      '/relocation/borrowed/XDG_DATA_HOME',
    ]);
  });

  test('an identity file that is listed as shared as well', () => {
    expect(
      problemsOf((d) => d.directories.push({ path: 'auth.json', class: 'shared', kind: 'file' })),
    ).toContainEqual({
      path: '/directories/6/path',
      problem: '"auth.json" is declared twice, as identity and shared',
    });
  });

  test('and other descriptors work all the same', () => {
    const registry = new AIToolRegistry();
    const change = open();
    change.directories[4].path = '../../.ssh';
    const error = thrownBy(() => registry.register(change));
    expect(error).toMatchObject({ reason: 'invalidField', id: 'good' });
    expect((error as Error).message).toContain('/directories/4/path');
    registry.register(good);
    expect(registry.all()).toHaveLength(1);
  });
});

describe('B045: an own __proto__ key is refused, naming the key, and changes no prototype', () => {
  test.each([
    ['{"__proto__":{"isAdmin":true},"id":"x","displayName":"X"}', '/__proto__'],
    ['{"id":"x","displayName":"X","constructor":1,"theme":"x"}', '/constructor'],
    [
      '{"id":"x","displayName":"X","relocation":{"shape":"variable","isolation":"complete","own":{"__proto__":"{home}"}}}',
      '/relocation/own/__proto__',
    ],
    [
      '{"id":"x","displayName":"X","executable":{"names":["x"],"__proto__":{"npmPackage":"evil"}}}',
      '/executable/__proto__',
    ],
    [
      '{"id":"x","displayName":"X","retention":[{"governs":["a"],"file":"s","format":"json","pointer":"","safe":{"deep":[{"__proto__":{"isAdmin":true}}]}}]}',
      '/retention/0/safe/deep/0/__proto__',
    ],
  ])('%s', (text, place) => {
    const value = JSON.parse(text);
    expect(checkDescriptor(value).map(({ path }) => path)).toContain(place);
    const registry = new AIToolRegistry();
    expect((thrownBy(() => registry.register(value)) as Error).message).toContain(place);
    expect([registry.isEmpty, ({} as { isAdmin?: boolean }).isAdmin]).toEqual([true, undefined]);
  });
});

describe('bounds', () => {
  test.each<readonly [string, string, Change, Change]>([
    [
      '32 arguments',
      '/authLoginCommand',
      (d) => (d.authLoginCommand = ['good', ...Array(31).fill('x')]),
      (d) => (d.authLoginCommand = ['good', ...Array(32).fill('x')]),
    ],
    [
      '512 characters of an argument',
      '/authLoginCommand/1',
      (d) => (d.authLoginCommand[1] = '😀'.repeat(512)),
      (d) => (d.authLoginCommand[1] = 'x'.repeat(513)),
    ],
    [
      'no control characters in one',
      '/authLoginCommand/1',
      (d) => (d.authLoginCommand[1] = 'a b'),
      (d) => (d.authLoginCommand[1] = 'a\u009bb'),
    ],
    [
      'no empty argument',
      '/authLoginCommand/1',
      (d) => (d.authLoginCommand[1] = '-'),
      (d) => (d.authLoginCommand[1] = ''),
    ],
    [
      'at least a program',
      '/authLoginCommand',
      (d) => (d.authLoginCommand = ['good']),
      (d) => (d.authLoginCommand = []),
    ],
    [
      '64 characters of a name',
      '/displayName',
      (d) => (d.displayName = 'x'.repeat(64)),
      (d) => (d.displayName = 'x'.repeat(65)),
    ],
    [
      'colours that only colour',
      '/ansiColor',
      (d) => (d.ansiColor = '\u001b[1m\u001b[38;5;2m'),
      (d) => (d.ansiColor = '\u001b[2J'),
    ],
    [
      'no address but https',
      '/homepage',
      (d) => (d.homepage = 'https://example.com/a?b#c'),
      (d) => (d.homepage = 'javascript:alert(1)'),
    ],
    [
      '512 declared paths',
      '/directories',
      (d) => (d.directories = paths(512)),
      (d) => (d.directories = paths(513)),
    ],
    [
      'one star in a segment',
      '/directories/4/path',
      (d) => (d.directories[4].path = 'a*/b*c'),
      (d) => (d.directories[4].path = 'a**'),
    ],
    [
      'JSON values 8 deep',
      `/relocation/settings/0/value${'/0'.repeat(8)}`,
      (d) => (d.relocation.settings[0].value = deep(8)),
      (d) => (d.relocation.settings[0].value = deep(9)),
    ],
    [
      'JSON values of 64 entries',
      '/relocation/settings/0/value',
      (d) => (d.relocation.settings[0].value = Array(64).fill(0)),
      (d) => (d.relocation.settings[0].value = Array(65).fill(0)),
    ],
  ])('%s', (_, place, within, beyond) => {
    expect(problemsOf((d) => within(trimmed(d)))).toEqual([]);
    expect(problemsOf((d) => beyond(trimmed(d))).map(({ path }) => path)).toEqual([place]);
  });

  /** Without what refers to the declared paths. */
  function trimmed(d: ReturnType<typeof open>) {
    d.retention = [];
    d.directories[4].guardedBy = ['locks'];
    return d;
  }

  function paths(count: number): object[] {
    return Array.from({ length: count }, (_, index) => ({
      path: `p${index}`,
      class: 'shared',
      kind: 'directory',
    }));
  }

  function deep(depth: number): unknown {
    return depth === 0 ? 'x' : [deep(depth - 1)];
  }

  test('a descriptor that is too large as a whole, or without end, is refused at once', () => {
    const wide = Array(64).fill(Array(64).fill(Array(64).fill('x')));
    expect(problemsOf((d) => (d.relocation.settings[0].value = wide))).toContainEqual({
      path: '',
      problem: 'is too large',
    });
    const long = Array(64).fill('x'.repeat(4096));
    expect(problemsOf((d) => (d.relocation.settings[0].value = Array(64).fill(long)))).toContainEqual({
      path: '',
      problem: 'is too large',
    });
    const endless: unknown[] = [];
    endless.push(endless);
    expect(problemsOf((d) => (d.relocation.settings[0].value = endless))).not.toEqual([]);
    expect(problemsOf((d) => (d.directories = new Array(4_000_000_000)))).not.toEqual([]);
  });

  test.each([
    [() => 'x'],
    [Symbol('x')],
    [10n],
    [Number.NaN],
    [new Date(0)],
    [new Map()],
    [Buffer.from('x')],
    [undefined],
  ])('what is not JSON is refused inside of a JSON value: %s', (value) => {
    expect(problemsOf((d) => (d.relocation.settings[0].value = [value]))).not.toEqual([]);
  });
});

describe('what a schema cannot say', () => {
  const rows: readonly (readonly [check: string, what: string, place: string, change: Change])[] = [
    [
      'no path is declared twice',
      'twice',
      '/directories/6/path',
      (d) => d.directories.push({ path: 'locks', class: 'shared', kind: 'directory' }),
    ],
    [
      'no path is declared twice',
      'twice for a disk without case',
      '/directories/6/path',
      (d) => d.directories.push({ path: 'Locks', class: 'identity', kind: 'directory' }),
    ],
    [
      'only files that can be parsed are mixed, and only they have rules',
      'a mixed directory',
      '/directories/2/kind',
      (d) => (d.directories[2].kind = 'directory'),
    ],
    [
      'only files that can be parsed are mixed, and only they have rules',
      'a mixed binary',
      '/directories/2/format',
      (d) => (d.directories[2].format = 'binary'),
    ],
    [
      'only files that can be parsed are mixed, and only they have rules',
      'rules of a shared file',
      '/directories/3/rules',
      (d) => (d.directories[3].rules = []),
    ],
    [
      'no pointer has two rules, and no rule shares secrets',
      'two rules',
      '/directories/2/rules/2/pointer',
      (d) => d.directories[2].rules.push({ pointer: '/projects', class: 'identity' }),
    ],
    [
      'no pointer has two rules, and no rule shares secrets',
      'shared env',
      '/directories/2/rules/1/class',
      (d) => (d.directories[2].rules[1] = { pointer: '/projects/*/env', class: 'shared', merge: 'map' }),
    ],
    [
      'no pointer has two rules, and no rule shares secrets',
      'shared headers',
      '/directories/2/rules/2/class',
      (d) => d.directories[2].rules.push({ pointer: '/mcp/*/http_headers/X', class: 'shared', merge: 'map' }),
    ],
    [
      'nothing that is private to an account is shared',
      'a shared secret',
      '/directories/3/class',
      (d) => (d.directories[3].secret = true),
    ],
    [
      'nothing that is private to an account is shared',
      'a shared login',
      '/login/0/file',
      (d) => (d.login[0].file = 'sessions/auth.json'),
    ],
    [
      'nothing that is private to an account is shared',
      'a shared key of a login',
      '/login/0/file',
      (d) => (d.login[0] = { file: 'state.json', format: 'json', pointer: '/projects/x' }),
    ],
    [
      'nothing that is private to an account is shared',
      'a shared identity',
      '/identity/0/file',
      (d) => (d.identity[0].file = 'locks/auth.json'),
    ],
    [
      'nothing that is private to an account is shared',
      'a shared setting of ours',
      '/relocation/settings/0/file',
      (d) => (d.relocation.settings[0].pointer = '/theme'),
    ],
    [
      'nothing that is private to an account is shared',
      'a shared birthmark',
      '/birthmarks/0/file',
      (d) => (d.birthmarks[0].pointer = '/projects'),
    ],
    [
      'nothing that is private to an account is shared',
      'a shared setting that outranks',
      '/environment/outranksInSettings/0/file',
      (d) => (d.environment.outranksInSettings = [{ file: 'settings.json', pointer: '/theme' }]),
    ],
    [
      'no session directory is identity',
      'sessions of one account',
      '/sessionSubdirectories/0',
      (d) => (d.sessionSubdirectories[0] = 'auth.json'),
    ],
    [
      'guards and governed paths are declared',
      'a guard that is declared nowhere',
      '/directories/4/guardedBy/0',
      (d) => (d.directories[4].guardedBy = ['lock']),
    ],
    [
      'guards and governed paths are declared',
      'a governed path that is declared nowhere',
      '/retention/0/governs/0',
      (d) => (d.retention[0].governs = ['plans']),
    ],
    [
      'what guards something shared is shared',
      'a guard of one account',
      '/directories/4/guardedBy/0',
      (d) => (d.directories[3].class = 'identity'),
    ],
    [
      'no file of a process or a lock is shared without what it is about',
      'the pid of a daemon',
      '/daemons/0/pidFile',
      (d) => (d.daemons[0].pidFile = 'locks/server.pid'),
    ],
    [
      'no file of a process or a lock is shared without what it is about',
      'the list of one account’s sessions',
      '/live/0/directory',
      (d) => (d.live[0].directory = 'sessions/live'),
    ],
    [
      'no file of a process or a lock is shared without what it is about',
      'the lock of a file that is not',
      '/locks/0/lock',
      (d) => (d.locks[0].lock = 'locks/state.lock'),
    ],
    [
      'nothing shared lies in a value that belongs to one account',
      'a login that is a whole mixed file',
      '/login/0/pointer',
      (d) => (d.login[0] = { file: 'state.json', format: 'json', pointer: '' }),
    ],
    [
      'nothing shared lies in a value that belongs to one account',
      'a setting around a shared one',
      '/relocation/settings/0/pointer',
      (d) => {
        d.relocation.settings[0].pointer = '/ui';
        d.directories[1].rules = [{ pointer: '/*/theme', class: 'shared', merge: 'value' }];
      },
    ],
    [
      'what marks a birth is kept',
      'a birthmark that nobody misses',
      '/birthmarks/0/pointer',
      (d) => d.directories[2].rules.push({ pointer: '/userId', class: 'disposable' }),
    ],
    [
      'no place of a home has two names',
      'a path of another root',
      '/directories/6/path',
      (d) => d.directories.push({ path: 'good/x', root: 'home', class: 'shared', kind: 'file' }),
    ],
    [
      'no place of a home has two names',
      'another name of the same root',
      '/directories/5/path',
      (d) => (d.relocation.roots.data = 'good'),
    ],
    [
      'no place of a home has two names',
      'a shared directory around a root',
      '/directories/6/path',
      (d) => d.directories.push({ path: 'data', root: 'home', class: 'shared', kind: 'directory' }),
    ],
    [
      'nothing shared lies where a shared root has its mark',
      'the mark',
      '/directories/6/path',
      (d) => d.directories.push({ path: '.Root.json', root: 'home', class: 'shared', kind: 'file' }),
    ],
    [
      'nothing shared lies where a shared root has its mark',
      'the folder beside it, by a pattern',
      '/directories/6/path',
      (d) => d.directories.push({ path: '.r*/x', root: 'home', class: 'shared', kind: 'file' }),
    ],
    [
      'no pointer has two rules, and no rule shares secrets',
      'a shared key that says it is a secret',
      '/directories/2/rules/2/class',
      (d) => d.directories[2].rules.push({ pointer: '/db/Main_Password', class: 'shared', merge: 'value' }),
    ],
    [
      'a further root says where it lies',
      'a root that lies nowhere',
      '/directories/5/root',
      (d) => (d.directories[5].root = 'cache'),
    ],
    ['a further root says where it lies', 'for a lock', '/locks/0/root', (d) => (d.locks[0].root = 'state')],
    [
      'HOME is set only by a tool whose home it is',
      'HOME of a set',
      '/relocation/borrowed/HOME',
      (d) => (d.relocation.borrowed.HOME = '{home}'),
    ],
    [
      'HOME is set only by a tool whose home it is',
      'HOME as its own',
      '/relocation/own/HOME',
      (d) => (d.relocation.own.HOME = '{home}'),
    ],
    [
      'the relocation has the variables of its shape',
      'no variable',
      '/relocation/own',
      (d) => {
        d.relocation.own = {};
        d.relocation.borrowed = {};
        d.configDirEnvVar = null;
      },
    ],
    [
      'the relocation has the variables of its shape',
      'isolation without relocation',
      '/relocation/isolation',
      (d) => (d.relocation.shape = 'none'),
    ],
    [
      'the relocation has the variables of its shape',
      'variables without a shape',
      '/relocation/shape',
      (d) => Object.assign(d.relocation, { shape: 'none', isolation: 'none', reason: 'why not' }),
    ],
    [
      'the relocation has the variables of its shape',
      'a home without HOME',
      '/relocation/borrowed',
      (d) => (d.relocation.shape = 'home'),
    ],
    [
      'no variable has two meanings',
      'own and borrowed',
      '/relocation/borrowed/GOOD_HOME',
      (d) => (d.relocation.borrowed.GOOD_HOME = '{home}'),
    ],
    [
      'no variable has two meanings',
      'twice on Windows',
      '/environment/set/good_home',
      (d) => (d.environment.set.good_home = '1'),
    ],
    [
      'the variable of the directory is one of the relocation',
      'another variable',
      '/configDirEnvVar',
      (d) => (d.configDirEnvVar = 'GOOD_CONFIG'),
    ],
    [
      'the variable of the directory is one of the relocation',
      'the parent of the directory',
      '/configDirEnvVar',
      (d) => (d.relocation.own.GOOD_HOME = '{home}'),
    ],
    [
      'only a HOME of our own links back',
      'links of a set',
      '/relocation/linksBack',
      (d) => (d.relocation.linksBack = ['.ssh']),
    ],
    [
      "commands start one of the tool's programs",
      'a login of another program',
      '/authLoginCommand/0',
      (d) => (d.authLoginCommand[0] = 'sh'),
    ],
    [
      "commands start one of the tool's programs",
      'a status of another program',
      '/commands/status/argv/0',
      (d) => (d.commands.status.argv = ['curl', 'x']),
    ],
    [
      "commands start one of the tool's programs",
      'a daemon stopped by another program',
      '/daemons/0/stopArgv/0',
      (d) => (d.daemons[0].stopArgv = ['rm', '-rf', 'x']),
    ],
    [
      "commands start one of the tool's programs",
      'a protocol of another program',
      '/execution/protocol/argv/0',
      (d) => (d.execution.protocol.argv = ['bash']),
    ],
    [
      'probes name variables or pointers',
      'a pointer in a dotenv file',
      '/relocation/leaks/0/probe/keys/0',
      (d) => (d.relocation.leaks[0].probe.keys = ['/a']),
    ],
    [
      'probes name variables or pointers',
      'a variable in a JSON file',
      '/relocation/leaks/0/probe/keys/0',
      (d) => (d.relocation.leaks[0].probe.format = 'json'),
    ],
    ['no tool succeeds itself', 'itself', '/lifecycle/successor', (d) => (d.lifecycle.successor = 'good')],
    [
      'derived fields are as derived',
      'another tag',
      '/coloredTag',
      (d) => (d.coloredTag = '[other]\u001b[0m'),
    ],
  ];

  test.each(rows)('%s: %s', (check, _, place, change) => {
    const problems = problemsOf(change);
    expect(problems.map(({ path }) => path)).toContain(place);
    const changed = open();
    change(changed);
    const named = descriptorChecks.find(({ name }) => name === check);
    expect(named?.check(changed).map(({ path }) => path)).toContain(place);
    expect(named?.fields.some((field) => field in changed)).toBe(true);
  });

  test('is all in the table above', () => {
    expect(new Set(rows.map(([check]) => check))).toEqual(new Set(descriptorChecks.map(({ name }) => name)));
  });

  test('a form or a length of an id is its own', () => {
    expect(checkDescriptor({ id: 'e\u0301', displayName: 'x' })).toEqual([
      { path: '/id', problem: 'notNormalized' },
    ]);
    expect(checkDescriptor({ id: 'é'.repeat(65), displayName: 'x' })).toEqual([
      { path: '/id', problem: 'tooLong' },
    ]);
  });

  test('HOME passes where the home is one', () => {
    const relocation = {
      shape: 'home',
      isolation: 'complete',
      borrowed: { HOME: '{home}' },
      linksBack: ['.ssh', '.gitconfig'],
    };
    expect(checkDescriptor({ id: 'x', displayName: 'X', relocation })).toEqual([]);
  });
});

describe('what one field demands of another', () => {
  test.each<readonly [string, string, Change]>([
    [
      'isolation none has a reason',
      '/relocation/reason',
      (d) => {
        d.relocation = { shape: 'none', isolation: 'none' };
        d.configDirEnvVar = null;
      },
    ],
    [
      'a leak of identity has a probe',
      '/relocation/leaks/0/probe',
      (d) => delete d.relocation.leaks[0].probe,
    ],
    ['and an action', '/relocation/leaks/0/action', (d) => delete d.relocation.leaks[0].action],
    ['what is set is named', '/relocation/leaks/0/closedBy', (d) => (d.relocation.leaks[0].action = 'set')],
    [
      'a probe of a file with keys names them',
      '/relocation/leaks/0/probe/keys',
      (d) => delete d.relocation.leaks[0].probe.keys,
    ],
    [
      'a shared key says how it merges',
      '/directories/2/rules/0/merge',
      (d) => delete d.directories[2].rules[0].merge,
    ],
    ['a mixed file says its format', '/directories/2/format', (d) => delete d.directories[2].format],
    [
      'a version out of a package needs the package',
      '/executable/npmPackage',
      (d) => (d.executable.versionFrom = 'package'),
    ],
    ['the end of a tool has a reason', '/lifecycle/reason', (d) => delete d.lifecycle.reason],
  ])('%s', (_, place, change) => {
    expect(problemsOf(change).map(({ path }) => path)).toContain(place);
  });
});
