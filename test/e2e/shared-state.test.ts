import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { builtCli, spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

/**
 * Writes as Claude does: its own file by renaming, under a lock, transcripts by appending; what names the account
 * says `OWN` and the home's id. Steps are words: `add KEY`, `session NAME`, `deny RULE`, `hold MS`, `die`, `empty`.
 */
const claude = `#!${process.execPath}
const fs = require('node:fs');
const path = require('node:path');
const home = process.env.CLAUDE_CONFIG_DIR;
const id = path.basename(path.dirname(home));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const at = (...names) => path.join(home, ...names);
const read = (file) => { try { return JSON.parse(fs.readFileSync(file, 'utf8')); } catch { return {}; } };
const save = (file, value) => {
  const made = file + '.' + process.pid + Math.random();
  fs.writeFileSync(made, JSON.stringify(value, null, 2));
  fs.renameSync(made, file);
};
const change = async (edit) => {
  const lock = at('.claude.json.lock');
  for (;;) { try { fs.mkdirSync(lock); break; } catch { await sleep(5); } }
  try {
    const state = read(at('.claude.json'));
    state.userID ??= 'OWN-' + id;
    state.oauthAccount = { accountUuid: 'OWN-' + id, emailAddress: 'OWN-' + id + '@x.org' };
    state.mcpServers = { docs: { command: 'docs', env: { KEY: 'OWN-' + id } }, ...state.mcpServers };
    state.unheardOf = 'OWN-' + id;
    edit(state);
    save(at('.claude.json'), state);
  } finally { fs.rmdirSync(lock); }
};
const steps = {
  add: (key) => change((state) => { (state.projects ??= {})[key] = { history: [key], hasTrustDialogAccepted: true }; }),
  session: (name) => {
    fs.mkdirSync(at('projects/p'), { recursive: true });
    for (const n of [1, 2, 3]) fs.appendFileSync(at('projects/p', name + '.jsonl'), JSON.stringify({ name, n }) + '\\n');
  },
  deny: (rule) => {
    const settings = read(at('settings.json'));
    const deny = [...(settings.permissions?.deny ?? []), rule];
    save(at('settings.json'), { ...settings, env: { KEY: 'OWN-' + id }, permissions: { ...settings.permissions, deny } });
  },
  hold: (ms) => sleep(Number(ms)),
  empty: () => fs.writeFileSync(at('.claude.json'), ''),
  die: () => { process.kill(process.pid, 'SIGKILL'); return sleep(5000); },
};
(async () => {
  fs.writeFileSync(at('.credentials.json'), JSON.stringify({ claudeAiOauth: { accessToken: 'sk-dummy-OWN-' + id } }));
  for (const step of process.argv.slice(2)) { const [name, word] = step.split(' '); await steps[name](word); }
})();
`;

let home: string;

beforeEach(async () => {
  home = tempHome();
  mkdirSync(join(home, 'bin'));
  mkdirSync(join(home, 'work'));
  writeFileSync(join(home, 'bin/claude'), claude);
  chmodSync(join(home, 'bin/claude'), 0o755);
  await tools('account', 'add', 'claude', 'one');
  await tools('account', 'add', 'claude', 'two', '--share');
});

const environment = () => ({
  PATH: [join(home, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
  AI_TOOLS_HOME: join(home, 'ours'),
});

async function tools(...argv: readonly string[]) {
  return spawnCli(argv, { home, cwd: join(home, 'work'), env: environment() });
}

const run = (label: string, ...steps: readonly string[]) =>
  tools('run', 'claude', '-a', label, '--', ...steps);

/** One that a test may kill: a group of its own. */
function start(label: string, ...steps: readonly string[]): ChildProcess {
  return spawn(process.execPath, [builtCli, 'run', 'claude', '-a', label, '--', ...steps], {
    cwd: join(home, 'work'),
    env: { ...environment(), HOME: home },
    detached: true,
    stdio: 'ignore',
  });
}

const ended = (child: ChildProcess) => new Promise((done) => child.on('close', done));
const shared = (...names: readonly string[]) =>
  join(home, 'ours/installations/claude/default/shared', ...names);
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const folders = () => {
  const accounts = join(home, 'ours/accounts/claude');
  return readdirSync(accounts)
    .filter((name) => !name.startsWith('.'))
    .map((name) => join(accounts, name));
};
const homeOf = (label: string): string =>
  folders()
    .map((folder) => json(join(folder, 'account.json')))
    .find((account) => account.label === label).home;

/** Each account is launched until nothing is left to bring. */
async function settle(): Promise<void> {
  for (const label of ['one', 'two', 'one']) expect(await run(label)).toMatchObject({ code: 0 });
}

function expectEverywhere(keys: readonly string[]): void {
  const files = [shared(), homeOf('one'), homeOf('two')].map((folder) => join(folder, '.claude.json'));
  for (const file of files) expect(Object.keys(json(file).projects).sort(), file).toEqual([...keys].sort());
}

function expectSessions(names: readonly string[]): void {
  for (const name of names)
    expect(
      readFileSync(shared('projects/p', `${name}.jsonl`), 'utf8')
        .trim()
        .split('\n').length,
    ).toBe(3);
}

/** What names one account is nowhere but in its own folder. */
function expectNothingCrossed(): void {
  const owned = (folder: string): readonly string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return owned(path);
      return entry.isFile() ? (readFileSync(path, 'utf8').match(/OWN-[a-z0-9]{8}/g) ?? []) : [];
    });
  expect(owned(shared())).toEqual([]);
  for (const folder of folders())
    expect(new Set(owned(folder))).toEqual(new Set([`OWN-${folder.slice(-8)}`]));
}

test('sixteen launches of two accounts, by turns and at once: each session and entry is everywhere, no identity is', async () => {
  const turns = ['t0', 't1', 't2', 't3', 't4', 't5'];
  for (const [nth, key] of turns.entries())
    expect((await run(nth % 2 ? 'two' : 'one', `add ${key}`, `session ${key}`, `deny ${key}`)).code).toBe(0);
  const atOnce = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  const results = await Promise.all(
    atOnce.map((key, nth) =>
      run(nth % 2 ? 'two' : 'one', `add ${key}`, `session ${key}`, `hold ${nth * 20}`),
    ),
  );
  expect(results.map(({ code }) => code)).toEqual(atOnce.map(() => 0));
  await settle();
  expectEverywhere([...turns, ...atOnce]);
  expectSessions([...turns, ...atOnce]);
  expect(json(join(homeOf('one'), 'settings.json')).permissions.deny.sort()).toEqual(turns);
  expectNothingCrossed();
  const before = statSync(shared('.claude.json')).mtimeMs;
  await settle();
  expect(statSync(shared('.claude.json')).mtimeMs).toBe(before);
});

test.each([
  ['ours', (child: ChildProcess) => process.kill(child.pid as number, 'SIGKILL')],
  ['both', (child: ChildProcess) => process.kill(-(child.pid as number), 'SIGKILL')],
])(
  'killed in the middle of a session, %s: what it had written is with the others at their next launch',
  async (_who, kill) => {
    await run('one', 'add before');
    const child = start('one', 'add during', 'session during', 'hold 1500');
    const file = join(homeOf('one'), '.claude.json');
    while (!existsSync(shared('projects/p/during.jsonl')) || !json(file).projects.during)
      await new Promise((done) => setTimeout(done, 20));
    kill(child);
    await ended(child);
    expect((await run('two', 'add after')).code).toBe(0);
    expect(Object.keys(json(shared('.claude.json')).projects).sort()).toEqual(['after', 'before', 'during']);
    await new Promise((done) => setTimeout(done, 1500));
    await settle();
    expectEverywhere(['before', 'during', 'after']);
    expectSessions(['during']);
  },
);

test('the program itself is killed: ours tells so, and what it had written has arrived', async () => {
  expect((await run('one', 'add last', 'die')).code).toBe(137);
  expect(json(shared('.claude.json')).projects).toHaveProperty('last');
});

describe('what was shared before is there after', () => {
  const before = ['k1', 'k2', 'k3', 'k4', 'k5'];

  beforeEach(async () => {
    await run('one', ...before.slice(0, 3).flatMap((key) => [`add ${key}`, `session ${key}`]));
    await run('two', ...before.slice(3).flatMap((key) => [`add ${key}`, `session ${key}`]));
  });

  test('its root was away: nothing is started, nothing is made in its place', async () => {
    renameSync(shared(), shared('../away'));
    expect(await run('one', 'add lost')).toMatchObject({ code: 6, stdout: '' });
    expect(existsSync(shared())).toBe(false);
    renameSync(shared('../away'), shared());
  });

  test('its file in the root was taken away, or is of a backup', async () => {
    unlinkSync(shared('.claude.json'));
    await settle();
    const backup = readFileSync(shared('.claude.json'));
    const state = readFileSync(shared('.root/files/.claude.json.json'));
    await run('one', 'add k6');
    await settle();
    writeFileSync(shared('.claude.json'), backup);
    writeFileSync(shared('.root/files/.claude.json.json'), state);
    await settle();
    expectEverywhere([...before, 'k6']);
  });

  test('a home’s file was emptied: that is said, and touches nobody', async () => {
    expect((await run('one', 'empty')).stderr).toContain(".claude.json can't be read");
    expect((await run('two', 'add k6')).code).toBe(0);
    expect((await run('one', 'add k7')).code).toBe(0);
    await settle();
    expectEverywhere([...before, 'k6', 'k7']);
  });

  test('a directory took the place of a link, with a link to itself in it', async () => {
    const commands = join(homeOf('two'), 'commands');
    unlinkSync(commands);
    mkdirSync(commands);
    writeFileSync(join(commands, 'own.md'), 'own');
    symlinkSync('round', join(commands, 'round'));
    expect((await run('two')).code).toBe(0);
    expect(readFileSync(join(homeOf('one'), 'commands/own.md'), 'utf8')).toBe('own');
  });

  test('sharing is turned off and on while both are launched', async () => {
    const all = await Promise.all([
      tools('share', 'off', 'claude', '-a', 'two'),
      run('two', 'add k6'),
      run('one', 'add k7'),
      tools('share', 'on', 'claude', '-a', 'two'),
      run('one', 'add k8'),
    ]);
    // Who comes second at one account may be told that it is busy.
    for (const { code } of all) expect([0, 5]).toContain(code);
    expect((await tools('share', 'on', 'claude', '-a', 'two')).code).toBe(0);
    await settle();
    expectSessions(before);
    const kept = Object.keys(json(shared('.claude.json')).projects);
    expect(kept).toEqual(expect.arrayContaining([...before, 'k7', 'k8']));
    expectNothingCrossed();
  });
});
