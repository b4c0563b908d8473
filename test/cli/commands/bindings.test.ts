import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { codexLogin } from '../../accounts/login-world.ts';
import { treeOf } from '../../support/tree.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

let world: CliWorld;
let repo: string;
let deep: { readonly cwd: string };

beforeEach(async () => {
  world = cliWorld();
  repo = join(world.home, 'repo');
  deep = { cwd: join(repo, 'deep') };
  mkdirSync(deep.cwd, { recursive: true });
  for (const label of ['work', 'personal']) await world.run(`account add codex ${label}`);
});

const active = async (at: object = deep) => (await world.run('status --short', at)).stdout.trim();
const file = (text: string) => world.put('repo/.ai-tools.toml', text);

describe('tools link', () => {
  test('this directory, or another one, and says so; what goes before it is named', async () => {
    const { code, stdout, stderr } = await world.run('link codex work', deep);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toBe(`work is now the account of codex in ${deep.cwd}\n`);
    expect(await active()).toBe('codex:work');
    expect((await world.run(`link codex#personal --dir ${repo}`, deep)).stderr).toBe(
      `personal is now the account of codex in ${repo}\n`,
    );
    expect(await active({ cwd: repo })).toBe('codex:personal');
    expect(await active()).toBe('codex:work');
    const env = { AI_TOOLS_ACCOUNT_CODEX: 'work' };
    expect((await world.run('bind codex personal', { ...deep, env })).stderr).toContain(
      'here work is used all the same: AI_TOOLS_ACCOUNT_CODEX=work',
    );
  });

  test('through a link it is the directory itself that is linked', async () => {
    symlinkSync(repo, join(world.home, 'way'));
    await world.run('map codex work --dir way');
    expect((await world.json('links')).links).toMatchObject([{ directory: repo }]);
    expect(await active()).toBe('codex:work');
  });

  test.each([
    ['link codex nope', 3, 'codex has no account "nope"'],
    ['link codex work --dir nowhere', 3, 'there is no directory'],
    ['link codex', 2, 'give --account LABEL'],
    ['unlink codex', 3, 'has no link for codex'],
  ])('tools %s changes nothing: exit %i', async (line, code, says) => {
    const before = treeOf(world.root);
    const ended = await world.run(line, deep);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(says);
    expect(treeOf(world.root)).toEqual(before);
  });

  test.each([
    'link codex work',
    'use codex work --dir',
    'use codex work',
    'settings set plain true',
    'settings unset plain',
  ])('tools %s --dry-run shows it and changes nothing', async (line) => {
    const before = treeOf(world.root);
    const { code, stdout } = await world.run(`${line} --dry-run`, deep);
    expect({ code, says: stdout }).toEqual({ code: 0, says: expect.stringMatching(/would/) });
    expect((await world.json(`${line} --dry-run`, deep)).dryRun).toBe(true);
    expect(treeOf(world.root)).toEqual(before);
  });
});

describe('tools links', () => {
  test('each with its account, the one in force here with a star, and what is wrong with it', async () => {
    expect(await world.run('links')).toEqual({ code: 0, stdout: '', stderr: '' });
    mkdirSync(join(world.home, 'old'));
    await world.run('link codex work --dir old');
    await world.run(`link codex system --dir ${repo}`);
    await world.run(`link codex personal --dir ${deep.cwd}`);
    await world.run('link claude system --dir repo');
    rmSync(join(world.home, 'old'), { recursive: true });
    expect((await world.run('remove codex personal --yes', { tty: true })).stderr).toContain(
      `${deep.cwd} is linked to it: tools link codex LABEL --dir "${deep.cwd}"`,
    );
    const { stdout } = await world.run('links', deep);
    expect(stdout.split('\n').map((row) => row.replaceAll(world.home, '~').split('\t').join('|'))).toEqual([
      '|~/old|codex|work|there is no such directory now',
      '*|~/repo|claude|system|',
      '|~/repo|codex|system|',
      expect.stringMatching(/^\*\|~\/repo\/deep\|codex\|[a-z0-9]{8}\|the account was removed$/),
      '',
    ]);
    expect((await world.json('links claude')).links).toHaveLength(1);
    expect(await active()).toContain('codex:?');
    expect((await world.run('use codex work', deep)).code).toBe(0);
    expect(await active()).toContain('codex:work');
  });

  test('unlink takes one away, also of a directory that is gone', async () => {
    await world.run('link codex work', deep);
    await world.run(`link codex personal --dir ${repo}`);
    expect((await world.run('unlink codex', deep)).stderr).toBe(
      `${deep.cwd} is no longer linked for codex\n`,
    );
    expect(await active()).toBe('codex:personal');
    rmSync(repo, { recursive: true });
    expect((await world.json(`unlink codex --dir ${repo}/`)).directory).toBe(repo);
    expect((await world.run('links')).stdout).toBe('');
  });
});

describe('tools use without a scope changes what decides here, and says which', () => {
  test('a link here or above', async () => {
    await world.run(`link codex work --dir ${repo}`);
    expect(await world.json('use codex personal', deep)).toEqual({
      schemaVersion: 1,
      tool: 'codex',
      account: 'personal',
      scope: 'directory',
      directory: repo,
    });
    expect((await world.run('use codex work', deep)).stderr).toBe(
      `work is now the account of codex in ${repo}\n`,
    );
    expect((await world.run('default codex')).stdout).toBe('codex\tnone\n');
  });

  test('a trusted file: by a link of one’s own in its directory', async () => {
    const path = file('[accounts]\ncodex = "work"\n');
    await world.run('trust --yes', deep);
    expect((await world.run('use codex personal', deep)).stderr).toBe(
      `personal is now the account of codex in ${repo}, by a link of your own that goes before ${path}\n`,
    );
    expect(await active()).toBe('codex:personal');
    await world.run(`unlink codex --dir ${repo}`);
    expect(await active()).toBe('codex:work');
  });

  test('else the global default; and what is said beforehand holds', async () => {
    file('[accounts]\ncodex = "work"\n');
    expect((await world.run('use codex work', deep)).stderr).toBe(
      'work is now the global default of codex\n',
    );
    await world.run('use codex personal --dir', deep);
    expect((await world.json('links')).links).toMatchObject([{ directory: deep.cwd, label: 'personal' }]);
    expect((await world.run('use codex work --global', deep)).stderr).toBe(
      `work is now the global default of codex\nhere personal is used all the same: ${deep.cwd} is linked to it\n`,
    );
  });
});

describe('tools trust', () => {
  const text = `[accounts]\ncodex = "client"\nfoo = "x"\nnone = "y"\n[require.codex]\nfingerprint = "public:${'0'.repeat(32)}"\n[env]\nA = 1\n`;

  test('shows what the file says and what is not heeded of it; without a terminal it wants --yes', async () => {
    const path = file(text);
    const { code, stdout, stderr } = await world.run('trust', deep);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n')).toEqual([
      `${path} says:`,
      '  codex uses client (there is no such account here; to say whom it means: tools settings set aliases.client.codex LABEL)',
      '  foo uses x (there is no such account here; to say whom it means: tools settings set aliases.x.foo LABEL)',
      '  none uses y (there is no tool "none" here)',
      `  codex must run as public:${'0'.repeat(32)}, else it is not started`,
      '  not understood, and not heeded: env',
      'tools: "trust" would ask here, and there is no terminal to ask on: give --yes.',
      'try:   tools trust --yes',
      '',
    ]);
    expect((await world.run('trust --list')).stdout).toBe('');
  });

  test('an alias of one’s own is said with the account that it means', async () => {
    file(text);
    await world.run('settings set aliases.client.codex work');
    expect((await world.run('trust --dry-run', deep)).stdout).toContain(
      '  codex uses client, which your settings make work\n',
    );
    expect(await world.json('trust --dry-run', deep)).toMatchObject({
      dryRun: true,
      state: 'untrusted',
      accounts: [{ tool: 'codex', name: 'client', account: 'work' }, { account: null }, { account: null }],
      requirements: [{ tool: 'codex', mode: 'refuse' }],
      unknown: ['env'],
    });
  });

  test('holds until the file changes or it is revoked; what was trusted is listed', async () => {
    const path = file('[accounts]\ncodex = "work"\n');
    expect(await world.json(`trust ${repo} --yes`)).toMatchObject({ path, state: 'trusted' });
    expect((await world.run('trust', deep)).stderr).toContain('it is trusted already');
    expect(await active()).toBe('codex:work');
    expect(await world.json('trust --list')).toMatchObject({ files: [{ path, state: 'trusted' }] });
    file('[accounts]\ncodex = "personal"\n');
    expect(await active()).toBe('');
    expect((await world.run('trust --list')).stdout).toMatch(/\tchanged since: it decides nothing\n$/);
    expect((await world.run('trust', deep)).stderr).toContain(
      `${path}, which changed since it was trusted, says:`,
    );
    expect((await world.run('trust --revoke', deep)).stderr).toBe(`${path} is no longer trusted\n`);
    expect(await world.run('trust --revoke', deep)).toMatchObject({ code: 3 });
    expect(await world.run('trust --list --revoke')).toMatchObject({ code: 2 });
    expect((await world.run('trust nowhere.toml', deep)).stderr).toContain(
      "can't be read (there is no such file)",
    );
  });

  test('of what can’t be understood is refused, with path and line', async () => {
    const path = file('[accounts]\ncodex = "work"\n\nclaude = \n');
    const { code, stderr } = await world.run('trust --yes', deep);
    expect(code).toBe(1);
    expect(stderr).toContain(`${path} can't be understood at line 4: `);
    expect(await world.run('trust', { cwd: world.home })).toMatchObject({ code: 3 });
  });
});

describe('why an account is used', () => {
  const why = async (at: object = deep) =>
    (await world.run('which codex --why', at)).stdout.split('\n').slice(1, -1);

  beforeEach(() => void world.fake('codex', () => 0, { mayRest: true }));

  test('one line each: a link, a file, an alias, an untrusted file, a requirement', async () => {
    const path = file('[accounts]\ncodex = "work"\n');
    expect(await why()).toEqual([
      'codex#system: nothing else was ever chosen',
      `${path} is not trusted and decides nothing: tools trust "${path}"`,
    ]);
    await world.run('trust --yes', deep);
    expect(await why()).toEqual([`codex#work: ${path} names it`]);
    await world.run('settings set aliases.work.codex personal');
    expect(await why()).toEqual([`codex#personal: ${path} names it by the alias "work"`]);
    await world.run(`link codex work --dir ${repo}`);
    expect(await why()).toEqual([`codex#work: ${repo} is linked to it`]);
    file(`[require.codex]\nfingerprint = "public:${'0'.repeat(32)}"\n`);
    await world.run('trust --yes', deep);
    expect((await why())[1]).toContain(
      `${path} requires codex to run as public:000000000000, and codex#work is not known`,
    );
    expect(await world.json('which codex', deep)).toMatchObject({
      rule: 'link',
      because: `${repo} is linked to it`,
      requirement: { path, isMet: false, mode: 'refuse' },
    });
  });

  test('status tells it too, and what would stop a launch is a problem of it', async () => {
    const path = file('[accounts]\ncodex = "work"\n');
    expect((await world.run('status codex', deep)).stderr).toBe(
      `${path} is not trusted and decides nothing: tools trust "${path}"\n`,
    );
    await world.run('trust --yes', deep);
    expect((await world.json('status codex', deep)).tools[0].chosen).toEqual({
      account: 'work',
      rule: 'file',
      because: `${path} names it`,
    });
    file(`[accounts]\ncodex = "work"\n[require.codex]\nfingerprint = "public:${'0'.repeat(32)}"\n`);
    await world.run('trust --yes', deep);
    const { code, stderr } = await world.run('status codex', deep);
    expect(code).toBe(4);
    expect(stderr).toContain('requires codex to run as');
  });

  test('what whoami --fingerprint prints is what a file can require', async () => {
    const home = await world.homeOf('codex', 'work');
    world.put(join(home, 'auth.json').slice(world.home.length + 1), codexLogin('user-w'));
    const print = (await world.run('whoami codex -a work --fingerprint')).stdout.trim();
    file(`[require.codex]\nfingerprint = "${print}"\n`);
    await world.run('trust --yes', deep);
    expect(await world.run('run codex -a work', deep)).toMatchObject({ code: 0, stderr: '' });
    const refused = await world.run('run codex -a personal', deep);
    expect(refused).toMatchObject({ code: 4, stdout: '' });
    expect(refused.stderr).toContain('try:   tools run codex -a work\n');
    const exec = await world.run('exec codex -a personal -- true', deep);
    expect(exec.stderr).toContain('(REQUIRED_IDENTITY_DIFFERS, exit 4)');
    const env = { AI_TOOLS_ACCOUNT: 'personal' };
    expect(await world.run('env codex', { ...deep, env })).toMatchObject({ code: 4, stdout: '' });
  });
});

describe('tools settings', () => {
  test('list shows every key with its value and what it is for', async () => {
    await world.run('settings set aliases.client.codex work');
    expect(
      (await world.run('settings list')).stdout.split('\n').map((row) => row.split('\t').slice(0, 2)),
    ).toEqual([
      ['aliases.<alias>.<tool>', ''],
      ['aliases.client.codex', 'work'],
      ['plain', 'false'],
      ['plugins.<plugin>', ''],
      [''],
    ]);
    expect((await world.json('settings list')).settings).toMatchObject([
      { key: 'aliases.<alias>.<tool>', isSet: false },
      { key: 'aliases.client.codex', value: 'work', isSet: true, default: null },
      { key: 'plain', value: false, isSet: false },
      { key: 'plugins.<plugin>', isSet: false },
    ]);
  });

  test('get prints the value in force, set and unset say what they did', async () => {
    expect(await world.run('settings get plain')).toEqual({ code: 0, stdout: 'false\n', stderr: '' });
    expect(await world.run('settings get aliases.x.codex')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await world.run('settings set plain true')).stderr).toBe('plain is now true\n');
    expect((await world.json('settings get plain')).value).toBe(true);
    expect((await world.run('settings unset plain')).stderr).toBe('plain is now false, the default\n');
    expect((await world.run('settings set aliases.x.codex new')).stderr).toBe(
      'aliases.x.codex is now new\ncodex has no account "new" yet: tools login codex -a new\n',
    );
    expect(await world.run('settings set aliases.x.cdex work')).toMatchObject({ code: 3 });
    expect(await world.run('settings set plan true')).toMatchObject({ code: 3 });
    expect(await world.run('settings set plain yes')).toMatchObject({ code: 2 });
  });
});
