import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { age, putProgram, type ShimWorld, type Situation } from './shim-world.ts';

/** A place to stand in, as `standing` makes it. */
export const places = [
  '',
  'repo',
  'repo/deep/er',
  'linked',
  'linked/below/it',
  'filed',
  'filed/sub',
  'required',
  'other-required',
  'untrusted/sub',
  'odd name\nof "a" $(touch CAN) * directory',
  'way/to/repo',
  '.local/share/ai-tools/accounts',
] as const;

/** What a situation is made of: variables, or something on the disk. */
export interface Change {
  readonly name: string;
  readonly env?: (world: ShimWorld) => Situation['env'];
  readonly disk?: (world: ShimWorld) => void;
}

const idOf = (world: ShimWorld) =>
  readdirSync(join(world.root, 'accounts', 'codex'))
    .filter((name) => !name.startsWith('.'))
    .map((id) => join(world.root, 'accounts', 'codex', id))
    .find((folder) => readFileSync(join(folder, 'account.json'), 'utf8').includes('"label": "work"')) ?? '';
const shared = (world: ShimWorld) => join(world.root, 'installations', 'codex', 'default', 'shared');
const tables = (world: ShimWorld) => join(world.root, 'cache', 'choice');
const tableOf = (world: ShimWorld) =>
  join(tables(world), readFileSync(join(tables(world), 'current'), 'utf8').trim());
const records = (world: ShimWorld) => join(world.root, 'cache', 'launch', 'codex');

/** Takes away every file of that name below a folder. */
function strip(folder: string, ending: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.name.endsWith(ending)) rmSync(join(entry.parentPath, entry.name));
}

/** Another content, older than what was there: as a copy that is put back. */
function putOlder(path: string, text: string): void {
  rmSync(path, { force: true, recursive: true });
  writeFileSync(path, text);
  age(path, 500_000.5);
}

const variable = (name: string, value: string): Change => ({
  name: `${name}=${value}`,
  env: () => ({ [name]: value }),
});
const path = (name: string, value: (world: ShimWorld) => string): Change => ({
  name,
  env: (world) => ({ PATH: value(world) }),
});

export const harmless: readonly Change[] = [
  variable('IFS', 'a/:'),
  variable('CDPATH', '/:/usr'),
  variable('ENV', '/nonexistent'),
  variable('BASH_ENV', '/nonexistent'),
  variable('PS4', '$(touch CAN)'),
  variable('LC_ALL', 'tr_TR.UTF-8'),
  variable('ODD', 'a\nb"c\'d\\e$(touch CAN)'),
  variable('OLDPWD', '/tmp'),
  variable('PWD', '/nonexistent'),
  variable('CLAUDECODE', '1'),
  variable('GH_CONFIG_DIR', '/home/me/gh'),
  variable('CODEX_HOME', '/home/me/codex'),
  variable('AI_TOOLS_ACCOUNT_CLAUDE', 'work'),
  variable('AI_TOOLS_ACCOUNT', ''),
  variable('AI_TOOLS_ACCOUNT_CODEX', 'work'),
  variable('AI_TOOLS_ACCOUNT_CODEX', 'play'),
  variable('AI_TOOLS_ACCOUNT', 'play'),
  { name: 'AI_TOOLS_HOME as it is', env: ({ root }) => ({ AI_TOOLS_HOME: root }) },
  path('empty and relative entries', ({ env }) => `:.:bin:${env.PATH}`),
  path('the shims twice', ({ env, shims }) => `${shims}/:${shims}:${env.PATH}`),
  path('a link to the shims', ({ env, home }) => `${home}/link-to-shims:${env.PATH}`),
  path('a copy of the shim', ({ env, home }) => `${home}/copies:${env.PATH}`),
  path('what can not be started', ({ env, home }) => `${home}/bad:${env.PATH}`),
];

export const telling: readonly Change[] = [
  variable('AI_TOOLS_ACCOUNT_CODEX', 'system'),
  variable('AI_TOOLS_ACCOUNT_CODEX', 'Work'),
  variable('AI_TOOLS_ACCOUNT_CODEX', 'nobody'),
  variable('AI_TOOLS_ACCOUNT', '../../etc'),
  variable('OPENAI_API_KEY', 'sk-dummy-1'),
  variable('OPENAI_API_KEY', ''),
  variable('CODEX_HOME', 'has "quotes"\nand lines'),
  variable('CLAUDE_CONFIG_DIR', '/outer'),
  variable('AI_TOOLS_DEPTH', '3'),
  variable('AI_TOOLS_ENV', '{"CODEX_HOME":["00000000",null]}'),
  variable('AI_TOOLS_ENV', '{"FOO":[null,"old"]}'),
  variable('XDG_CONFIG_HOME', '/home/me/config'),
  variable('GLOBIGNORE', '*'),
  variable('SHELLOPTS', 'errexit:noglob:nounset'),
  { name: 'CODEX_HOME is ours', env: (world) => ({ CODEX_HOME: join(idOf(world), 'home') }) },
  { name: 'CODEX_HOME is ours, by a detour', env: ({ root }) => ({ CODEX_HOME: `${root}/x/../accounts/y` }) },
  { name: 'GH_CONFIG_DIR is ours', env: ({ root }) => ({ GH_CONFIG_DIR: `${root}/accounts/z` }) },
  { name: 'AI_TOOLS_HOME elsewhere', env: ({ home }) => ({ AI_TOOLS_HOME: `${home}/elsewhere` }) },
  path('another program before it', ({ env, home }) => `${home}/better:${env.PATH}`),
  path('no program', ({ shims }) => `${shims}:/usr/bin:/bin`),
  path('the same by another way', ({ env, home }) => `${home}/./bin:${env.PATH}`),
];

export const onDisk: readonly Change[] = [
  { name: 'settings touched', disk: (world) => age(join(idOf(world), 'home', 'config.toml'), 10.25) },
  {
    name: 'settings changed',
    disk: (world) => appendFileSync(join(idOf(world), 'home', 'config.toml'), 'a = 1\n'),
  },
  {
    name: 'settings put back',
    disk: (world) =>
      putOlder(join(idOf(world), 'home', 'config.toml'), 'cli_auth_credentials_store = "keyring"\n'),
  },
  { name: 'settings gone', disk: (world) => rmSync(join(idOf(world), 'home', 'config.toml')) },
  {
    name: 'a login',
    disk: (world) => writeFileSync(join(idOf(world), 'home', 'auth.json'), '{"OPENAI_API_KEY":"sk-dummy"}'),
  },
  {
    name: 'a dangling login',
    disk: (world) => symlinkSync('nowhere', join(idOf(world), 'home', 'auth.json')),
  },
  { name: 'a link gone', disk: (world) => rmSync(join(idOf(world), 'home', 'sessions')) },
  {
    name: 'a link elsewhere',
    disk: (world) => {
      rmSync(join(idOf(world), 'home', 'sessions'));
      symlinkSync(world.bin, join(idOf(world), 'home', 'sessions'));
    },
  },
  {
    name: 'a directory in place of a link',
    disk: (world) => {
      rmSync(join(idOf(world), 'home', 'prompts'));
      mkdirSync(join(idOf(world), 'home', 'prompts'));
    },
  },
  {
    name: 'shared directory gone',
    disk: (world) => rmSync(join(shared(world), 'sessions'), { recursive: true }),
  },
  { name: 'shared settings', disk: (world) => writeFileSync(join(shared(world), 'config.toml'), 'b = 2\n') },
  {
    name: 'a directory where links to a file lead',
    disk: (world) => {
      rmSync(join(shared(world), 'history.jsonl'));
      mkdirSync(join(shared(world), 'history.jsonl'));
    },
  },
  { name: 'root gone', disk: (world) => rmSync(shared(world), { recursive: true }) },
  { name: 'account touched', disk: (world) => age(join(idOf(world), 'account.json'), 1000.5) },
  { name: 'account gone', disk: (world) => rmSync(idOf(world), { recursive: true }) },
  {
    name: 'account private',
    disk: (world) => {
      const file = join(idOf(world), 'account.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"on": true', '"on": false'));
    },
  },
  { name: 'account locked', disk: (world) => mkdirSync(`${idOf(world).replace(/([^/]+)$/, '.$1')}.lock`) },
  {
    name: 'home moved',
    disk: (world) => {
      renameSync(join(idOf(world), 'home'), join(world.home, 'moved'));
      symlinkSync(join(world.home, 'moved'), join(idOf(world), 'home'));
    },
  },
  {
    name: 'our folder moved',
    disk: ({ home, root }) => {
      renameSync(root, join(home, 'moved'));
      symlinkSync(join(home, 'moved'), root);
    },
  },
  {
    name: 'another home is dirty',
    disk: (world) => writeFileSync(join(shared(world), '.root', 'dirty', 'zzzzzzzz.00000001'), '{}\n'),
  },
  {
    name: 'many marks of the dead',
    disk: (world) => {
      for (let pid = 900_000; pid < 900_080; pid += 1)
        writeFileSync(join(idOf(world), 'live', `${pid}`), '{}\n');
    },
  },
  {
    name: 'default changed',
    disk: (world) => copyFileSync(join(world.home, 'play-default'), join(world.root, 'defaults', 'codex')),
  },
  {
    name: 'default put back',
    disk: (world) => {
      copyFileSync(join(world.home, 'play-default'), join(world.root, 'defaults', 'codex'));
      age(join(world.root, 'defaults', 'codex'), 99_999.5);
    },
  },
  {
    name: 'default removed',
    disk: (world) =>
      writeFileSync(
        join(world.root, 'defaults', 'codex'),
        '{"schemaVersion":1,"account":null,"at":"2026-01-01T00:00:00Z"}\n',
      ),
  },
  { name: 'no default', disk: (world) => rmSync(join(world.root, 'defaults', 'codex')) },
  { name: 'no links', disk: (world) => rmSync(join(world.root, 'links.json')) },
  { name: 'links damaged', disk: (world) => writeFileSync(join(world.root, 'links.json'), '{') },
  { name: 'nothing trusted', disk: (world) => rmSync(join(world.root, 'trust.json')) },
  {
    name: 'settings of ours',
    disk: (world) =>
      writeFileSync(
        join(world.root, 'settings.json'),
        '{"schemaVersion":1,"aliases":{"work":{"codex":"play"}}}\n',
      ),
  },
  {
    name: 'a file changed',
    disk: (world) =>
      writeFileSync(join(world.home, 'filed', '.ai-tools.toml'), '[accounts]\ncodex = "work"\n'),
  },
  {
    name: 'a file put back',
    disk: (world) => putOlder(join(world.home, 'filed', '.ai-tools.toml'), '[accounts]\ncodex = "work"\n'),
  },
  { name: 'a file touched', disk: (world) => age(join(world.home, 'filed', '.ai-tools.toml'), 5.5) },
  {
    name: 'a link to the same file elsewhere',
    disk: (world) => {
      renameSync(join(world.home, 'filed', '.ai-tools.toml'), join(world.home, 'moved.toml'));
      symlinkSync(join(world.home, 'moved.toml'), join(world.home, 'filed', '.ai-tools.toml'));
    },
  },
  { name: 'a file gone', disk: (world) => rmSync(join(world.home, 'filed', '.ai-tools.toml')) },
  {
    name: 'a file at the top',
    disk: (world) => writeFileSync(join(world.home, '.ai-tools.toml'), '[accounts]\ncodex = "play"\n'),
  },
  {
    name: 'a file that leads nowhere',
    disk: (world) => symlinkSync('nowhere', join(world.home, 'repo', '.ai-tools.toml')),
  },
  { name: 'program replaced', disk: (world) => putProgram(join(world.bin, 'codex')) },
  { name: 'program not startable', disk: (world) => chmodSync(join(world.bin, 'codex'), 0o644) },
  { name: 'program gone', disk: (world) => rmSync(join(world.bin, 'codex')) },
  { name: 'our program replaced', disk: (world) => age(join(world.home, 'our-script'), 77.5) },
  { name: 'no cache', disk: (world) => rmSync(join(world.root, 'cache'), { recursive: true }) },
  { name: 'no table', disk: (world) => rmSync(tables(world), { recursive: true }) },
  { name: 'no current table', disk: (world) => rmSync(join(tables(world), 'current')) },
  { name: 'current table cut short', disk: (world) => writeFileSync(join(tables(world), 'current'), '') },
  { name: 'table without lower stamps', disk: (world) => strip(tableOf(world), '.lo') },
  { name: 'table without upper stamps', disk: (world) => strip(tableOf(world), '.hi') },
  { name: 'record without lower stamps', disk: (world) => strip(records(world), '.lo') },
  { name: 'record without upper stamps', disk: (world) => strip(records(world), '.hi') },
  {
    name: 'lower stamps gone, settings put back',
    disk: (world) => {
      strip(records(world), '.lo');
      putOlder(join(idOf(world), 'home', 'config.toml'), 'cli_auth_credentials_store = "keyring"\n');
    },
  },
  {
    name: 'a lower stamp gone, settings put back',
    disk: (world) => {
      for (const id of readdirSync(records(world))) {
        const folder = join(records(world), id);
        const [, number] = /config\.toml' (\d+)/.exec(readFileSync(join(folder, 'launch.sh'), 'utf8')) ?? [];
        const stamps = readdirSync(folder).find((name) => name.startsWith('stamps-')) ?? '';
        rmSync(join(folder, stamps, `${number}.lo`));
      }
      putOlder(join(idOf(world), 'home', 'config.toml'), 'cli_auth_credentials_store = "keyring"\n');
    },
  },
  { name: 'record cut short', disk: (world) => cutAll(records(world), 'launch.sh', 300) },
  {
    name: 'layout newer',
    disk: (world) => writeFileSync(join(world.root, 'layout.json'), '{"layout":99}\n'),
  },
  {
    name: 'label given to another',
    disk: (world) => {
      const play = readFileSync(join(world.root, 'labels', 'codex', 'play'));
      writeFileSync(join(world.root, 'labels', 'codex', 'work'), play);
    },
  },
];

function cutAll(folder: string, name: string, bytes: number): void {
  for (const entry of readdirSync(folder)) {
    const file = join(folder, entry, name);
    if (existsSync(file)) writeFileSync(file, readFileSync(file).subarray(0, bytes));
  }
}

/** All that situations need to lie about, once. */
export function layOut({ home, shims }: ShimWorld): void {
  for (const place of places) if (place !== 'way/to/repo') mkdirSync(join(home, place), { recursive: true });
  mkdirSync(join(home, 'way', 'to'), { recursive: true });
  symlinkSync(join(home, 'repo'), join(home, 'way', 'to', 'repo'));
  writeFileSync(join(home, 'filed', '.ai-tools.toml'), '[accounts]\ncodex = "play"\n');
  const require = '[accounts]\nclaude = "work"\n[require.codex]\nfingerprint = "public:';
  writeFileSync(join(home, 'required', '.ai-tools.toml'), `${require}${'0'.repeat(32)}"\n`);
  writeFileSync(
    join(home, 'other-required', '.ai-tools.toml'),
    '[require.claude]\nfingerprint = "public:' + `${'1'.repeat(32)}"\n`,
  );
  writeFileSync(join(home, 'untrusted', '.ai-tools.toml'), '[accounts]\ncodex = "play"\n');
  for (const place of ['filed', 'required', 'other-required', 'untrusted'])
    age(join(home, place, '.ai-tools.toml'));
  symlinkSync(shims, join(home, 'link-to-shims'));
  mkdirSync(join(home, 'better'));
  putProgram(join(home, 'better', 'codex'));
  mkdirSync(join(home, 'bad', 'codex'), { recursive: true });
  mkdirSync(join(home, 'copies'));
}

/** After the shims are there. */
export function copyShims({ home, shims }: ShimWorld): void {
  copyFileSync(join(shims, 'codex'), join(home, 'copies', 'codex'));
  utimesSync(join(home, 'copies', 'codex'), 1, 1);
}
