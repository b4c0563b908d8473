import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addAccount, environmentOf, setDefault } from '../../src/accounts/index.ts';
import { lookAtSurfaces } from '../../src/surfaces/index.ts';
import { treeOf } from '../support/tree.ts';
import { said, surfaceWorld } from './surface-world.ts';

const program = (folder: string, name: string, text = '#!/bin/sh\n') => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), 0o755);
};

describe('the bare command in a terminal', () => {
  test.each([
    ['uses its own directory where nothing moves it', {}, 'system', true, /CODEX_HOME is not set/],
    [
      'is an account of ours where a variable names its home',
      { CODEX_HOME: '{home}' },
      'work',
      true,
      /names its home/,
    ],
    [
      'the same with a slash at the end, or by a link',
      { CODEX_HOME: '{link}/' },
      'work',
      true,
      /names its home/,
    ],
    [
      'is none of ours in a directory that is none',
      { CODEX_HOME: '/elsewhere' },
      null,
      true,
      /\/elsewhere, which is no account/,
    ],
    [
      'can’t be told where a key comes first',
      { CODEX_HOME: '{home}', CODEX_API_KEY: 'sk-dummy' },
      null,
      false,
      /CODEX_API_KEY would come before/,
    ],
    [
      'the same of the login in its own directory',
      { CODEX_API_KEY: 'sk-dummy' },
      null,
      false,
      /CODEX_API_KEY would come before/,
    ],
  ] as const)('%s', async (_case, env, account, sure, because) => {
    const plain = surfaceWorld();
    const work = await plain.add('codex', 'work');
    symlinkSync(work.home, join(plain.home, 'link'));
    program(join(plain.home, 'bin'), 'codex');
    const given = Object.entries(env).map(([name, value]) => [
      name,
      value.replace('{home}', work.home).replace('{link}', join(plain.home, 'link')),
    ]);
    const world = surfaceWorld({ env: Object.fromEntries(given) }, plain.home);
    const [terminal] = await said(world, 'codex', 'terminal: codex');
    expect(terminal).toMatchObject({ here: true, account, sure, because: expect.stringMatching(because) });
    expect(terminal?.because).toContain(join(plain.home, 'bin/codex'));
  });

  test('obeys our choice where a shim of ours is first on PATH, and not where it is behind the tool', async () => {
    const plain = surfaceWorld();
    const work = await plain.add('codex', 'work');
    await setDefault(plain.ctx, work);
    program(join(plain.home, 'bin'), 'codex');
    const { shims } = plain.ctx.paths;
    program(shims, 'codex', '#!/bin/sh\n# ai-tools-shim\n');
    const seen = async (folders: readonly string[]) => {
      const world = surfaceWorld({ env: { PATH: folders.join(delimiter) } }, plain.home);
      return (await said(world, 'codex', 'terminal: codex'))[0];
    };
    const bin = join(plain.home, 'bin');
    expect(await seen([shims, bin])).toMatchObject({
      account: 'work',
      because: expect.stringMatching(/is our shim: the default/),
    });
    expect(await seen([`${bin}/`, shims])).toMatchObject({
      account: 'system',
      because: expect.stringContaining('the tool itself'),
    });
  });

  test('is the account whose key our own environment brought, and no foreign key', async () => {
    const plain = surfaceWorld();
    const ci = await addAccount(plain.ctx, 'codex', 'ci', { key: 'sk-dummy-0' });
    const { set } = await environmentOf(plain.ctx, plain.tool('codex'), ci, { reveal: true });
    program(join(plain.home, 'bin'), 'codex');
    const world = surfaceWorld({ env: { ...set } }, plain.home);
    expect(await said(world, 'codex', 'terminal: codex')).toMatchObject([{ account: 'ci', sure: true }]);
    const other = surfaceWorld({ env: { ...set, CODEX_API_KEY: 'sk-dummy-1' } }, plain.home);
    expect(await said(other, 'codex', 'terminal: codex')).toMatchObject([{ account: null, sure: false }]);
  });

  test('says so where the program is nowhere, and where nothing would start', async () => {
    const world = surfaceWorld({ env: { PATH: '/nowhere', AI_TOOLS_ACCOUNT_CODEX: 'gone' } });
    const [bare, run] = (await lookAtSurfaces(world.ctx, world.tool('codex'), undefined)).surfaces;
    expect(bare).toMatchObject({ here: false, account: null, because: 'codex is not on PATH' });
    expect(run).toMatchObject({
      account: null,
      because: expect.stringMatching(/nothing would start: codex has no account "gone"/),
    });
  });
});

describe('editors', () => {
  const settings = '.config/Code/User/settings.json';
  const extension = (world: { home: string }, name: string) =>
    mkdirSync(join(world.home, '.vscode/extensions', name), { recursive: true });

  test('give their extension what its own setting says, comments and all; the folder’s settings come first', async () => {
    const world = surfaceWorld();
    const work = await world.add('claude', 'work');
    const home = await world.add('claude', 'home');
    const listOf = (value: string) => [{ name: 'CLAUDE_CONFIG_DIR', value }];
    world.put(
      settings,
      `// mine\n{"claudeCode.environmentVariables": ${JSON.stringify(listOf(work.home))},}`,
    );
    extension(world, 'anthropic.claude-code-2.1.332-linux-x64');
    expect(await said(world, 'claude', 'VS Code: Claude Code')).toMatchObject([
      {
        here: true,
        account: 'work',
        sure: true,
        because: expect.stringContaining(join(world.home, settings)),
      },
    ]);
    world.put('work/.vscode/settings.json', { 'claudeCode.environmentVariables': listOf(home.home) });
    expect(await said(world, 'claude', 'VS Code: Claude Code')).toMatchObject([{ account: 'home' }]);
  });

  test('that name none leave their extension with what they were started with, which can’t be seen', async () => {
    const world = surfaceWorld();
    world.put(settings, { 'claudeCode.environmentVariables': [{ name: 'OTHER', value: 'x' }] });
    expect(await said(world, 'claude', 'VS Code: Claude Code')).toMatchObject([
      {
        here: false,
        account: 'system',
        sure: false,
        because: expect.stringContaining('can’t be seen'.replace('’', "'")),
      },
    ]);
  });

  test('give their terminals what that setting says, with what they put in for variables', async () => {
    const world = surfaceWorld();
    const work = await world.add('codex', 'work');
    const below = work.home.slice(world.home.length);
    for (const name of ['userHome', 'env:HOME']) {
      const start = `\${${name}}`;
      world.put(settings, { 'terminal.integrated.env.linux': { CODEX_HOME: start + below } });
      expect(await said(world, 'codex', 'VS Code: its terminal'), name).toMatchObject([
        { account: 'work', sure: true },
      ]);
    }
    world.put(settings, { 'terminal.integrated.env.osx': { CODEX_HOME: work.home } });
    expect(await said(world, 'codex', 'VS Code: its terminal')).toMatchObject([{ sure: false }]);
  });

  test('that run are seen to have been started with an account, where the system tells', async () => {
    const world = surfaceWorld();
    const [work, home] = [await world.add('codex', 'work'), await world.add('codex', 'home')];
    world.put(settings, '{}');
    const running: { pid: number; argv: string[]; knows: string }[] = [];
    const processes = {
      ...world.ctx.host.processes,
      knowing: () => running,
      knows: (pid: number, text: string) => running.some((each) => each.pid === pid && each.knows === text),
    };
    const there = { ...world, ctx: { ...world.ctx, host: { ...world.ctx.host, processes } } };
    const extensionSays = async () => (await said(there, 'codex', 'Codex IDE extension'))[0];
    expect(await extensionSays()).toMatchObject({ account: 'system', sure: false });

    running.push({ pid: 1, argv: ['/usr/bin/vim'], knows: work.home });
    expect(await extensionSays()).toMatchObject({ account: 'system', sure: false });
    running.push({ pid: 2, argv: ['/usr/share/code/code', '--type=utility'], knows: work.home });
    expect(await extensionSays()).toMatchObject({ account: 'work', sure: true });
    expect(await said(there, 'codex', 'its terminal')).toMatchObject([{ account: 'work', sure: false }]);
    running.push({ pid: 3, argv: ['/home/u/.vscode-server/bin/1/node'], knows: home.home });
    expect(await extensionSays()).toMatchObject({
      account: null,
      because: expect.stringContaining('it runs in several accounts: home, work'),
    });
  });

  test('a key among those variables comes before a login', async () => {
    const world = surfaceWorld();
    world.put(settings, {
      'claudeCode.environmentVariables': [{ name: 'ANTHROPIC_API_KEY', value: 'sk-dummy-0' }],
    });
    const [answer] = await said(world, 'claude', 'VS Code: Claude Code');
    expect(answer).toMatchObject({ account: null, sure: false });
    expect(JSON.stringify(answer)).not.toContain('sk-dummy');
  });

  test('settings that can’t be read are named: the editor may be more patient', async () => {
    const world = surfaceWorld();
    world.put(settings, '['.repeat(100_000));
    const because = expect.stringContaining(`${settings} can't be read, and may say otherwise`);
    expect(await said(world, 'claude', 'VS Code: ')).toMatchObject([
      { account: null, sure: false, because },
      { account: 'system', sure: false, because },
    ]);
  });

  test('a folder of settings that may not be looked into (simulated) stops nothing, and is named', async () => {
    const world = surfaceWorld();
    world.put(settings, '{}');
    const inside = join(world.home, 'project', '.vscode');
    const stat = (path: string) => {
      if (path.startsWith(inside)) throw Object.assign(new Error('no'), { code: 'EACCES' });
      return world.ctx.host.files.stat(path);
    };
    const files = { ...world.ctx.host.files, stat };
    const ctx = { ...world.ctx, host: { ...world.ctx.host, files, cwd: join(world.home, 'project', 'src') } };
    expect(await said({ ...world, ctx }, 'claude', 'VS Code: its terminal')).toMatchObject([
      { sure: false, because: expect.stringContaining(`${join(inside, 'settings.json')} can't be read`) },
    ]);
  });

  test.each(['/a\0b', `/${'x'.repeat(5000)}`])('%.8j is a directory of nobody’s', async (value) => {
    const world = surfaceWorld();
    await world.add('claude', 'work');
    const set = { CLAUDE_CONFIG_DIR: value };
    world.put(settings, JSON.stringify({ 'terminal.integrated.env.linux': set }));
    expect(await said(world, 'claude', 'VS Code: its terminal')).toMatchObject([
      { account: null, sure: true },
    ]);
  });

  test('what only the editor can put in is not called anybody’s', async () => {
    const world = surfaceWorld();
    const set = { CLAUDE_CONFIG_DIR: `\${workspaceFolder}/home` };
    world.put(settings, JSON.stringify({ 'terminal.integrated.env.linux': set }));
    expect(await said(world, 'claude', 'VS Code: its terminal')).toMatchObject([
      { account: null, sure: false },
    ]);
  });

  test.each([
    ['is damaged', '{"claudeCode.environmentVariables": ['],
    [
      'holds something else there',
      '{"claudeCode.environmentVariables": {"a": 1}, "terminal.integrated.env.linux": 7}',
    ],
    ['is empty', ''],
  ])('a file of settings that %s says nothing, and the rest is told', async (_case, text) => {
    const world = surfaceWorld();
    world.put(settings, text);
    expect(await said(world, 'claude', 'VS Code: Claude Code')).toMatchObject([
      { account: 'system', sure: false },
    ]);
  });

  test.each([
    ['linux', '.config/Cursor/User', 'Cursor'],
    ['linux', '.vscode-server/extensions', 'VS Code'],
    ['darwin', 'Library/Application Support/Code - Insiders/User', 'VS Code Insiders'],
  ] as const)('are found by their folders (simulated: %s, %s)', async (platform, folder, name) => {
    const world = surfaceWorld({ platform, security: async () => ({ code: 44 }) });
    mkdirSync(join(world.home, folder), { recursive: true });
    const terminals = await said(world, 'codex', 'its terminal');
    expect(terminals.filter(({ surface }) => surface === `${name}: its terminal`)).toHaveLength(1);
  });

  test('an extension that types the command has the account of that terminal; one with its own login none of ours', async () => {
    const world = surfaceWorld();
    world.put(settings, '{}');
    const work = await world.add('gemini', 'work');
    world.put(settings, { 'terminal.integrated.env.linux': { GEMINI_CLI_HOME: work.home } });
    expect(await said(world, 'gemini', 'Companion')).toMatchObject([{ account: 'work', sure: false }]);
    const [copilot] = await said(world, 'copilot', 'GitHub Copilot in VS Code');
    expect(copilot).toMatchObject({ account: null, sure: true });
    expect(copilot).not.toHaveProperty('change');
  });

  test('of another family are there or not; what is not known of them is not guessed', async () => {
    const world = surfaceWorld();
    expect(await said(world, 'codex', 'JetBrains')).toMatchObject([
      { here: false, account: null, sure: false },
    ]);
    mkdirSync(join(world.home, '.config/JetBrains'), { recursive: true });
    expect(await said(world, 'claude', 'JetBrains')).toMatchObject([{ here: true, sure: false }]);
    expect(await said(world, 'codex', 'desktop app')).toMatchObject([
      { here: null, account: null, sure: false },
    ]);
    expect(await said(world, 'qwen', 'VS Code')).toMatchObject([
      { account: null, because: expect.stringMatching(/nothing is known/) },
    ]);
  });
});

describe('what runs without anybody looking', () => {
  test('a daemon goes on with the account in whose directory it runs', async () => {
    const world = surfaceWorld();
    const work = await world.add('codex', 'work');
    const daemon = spawn('sleep', ['60'], { env: { PATH: process.env.PATH, CODEX_HOME: work.home } });
    try {
      const folder = join(work.home, 'app-server-daemon');
      mkdirSync(folder);
      writeFileSync(join(folder, 'daemon.pid'), String(daemon.pid));
      expect(await said(world, 'codex', 'daemon')).toMatchObject([
        { here: true, account: 'work', because: expect.stringContaining(`process ${daemon.pid}`) },
      ]);
    } finally {
      daemon.kill('SIGKILL');
    }
    const other = surfaceWorld();
    expect(await said(other, 'codex', 'daemon')).toMatchObject([{ here: false, because: 'none is running' }]);
  });

  test('a timer and a command by SSH have the login of the tool’s own directory, whatever this terminal has', async () => {
    const plain = surfaceWorld();
    const work = await plain.add('codex', 'work');
    const world = surfaceWorld({ env: { CODEX_HOME: work.home } }, plain.home);
    expect(await said(world, 'codex', 'cron')).toMatchObject([{ account: 'system', sure: false }]);
    expect(await said(world, 'codex', 'Codex SDK')).toMatchObject([{ account: 'work', sure: false }]);
  });

  test('the keychain of macOS is locked for a command by SSH (simulated: darwin)', async () => {
    const world = surfaceWorld({ platform: 'darwin', security: async () => ({ code: 44 }) });
    const [answer] = await said(world, 'claude', 'by SSH to this computer');
    expect(answer?.because).toContain('the keychain is locked there');
    expect((await said(world, 'codex', 'by SSH to this computer'))[0]?.because).not.toContain('keychain');
  });
});

test.each(['claude', 'codex', 'copilot', 'gemini', 'opencode', 'qwen'])(
  'a look at %s starts nothing and writes nothing, and says of each surface why',
  async (id) => {
    const world = surfaceWorld();
    await world.add(id, 'work');
    world.put('.config/Code/User/settings.json', '{}');
    for (const name of [world.tool(id).executable?.names[0] ?? id, 'code', 'security', 'op'])
      world.fake(name, () => undefined, { unused: true });
    const before = treeOf(world.home);
    const report = await lookAtSurfaces(world.ctx, world.tool(id), undefined);
    expect(treeOf(world.home)).toEqual(before);
    expect(report.leaks).toEqual(world.tool(id).relocation?.leaks);
    for (const { surface, because } of report.surfaces) expect(because, surface).toMatch(/\w{2}/);
    const names = report.surfaces.map(({ surface }) => surface);
    expect(new Set(names).size).toBe(names.length);
  },
);
