import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type Account,
  addAccount,
  environmentOf,
  findAccount,
  type LaunchRequest,
  launch,
  liveProcesses,
  loginAccount,
  loginState,
  planLaunch,
  removeAccount,
  type StoredAccount,
  systemAccount,
  updateAccount,
  writeLiveMark,
} from '../../../src/accounts/index.ts';
import { claimLoginJournal } from '../../../src/accounts/login/login-journal.ts';
import { withAccountLock } from '../../../src/accounts/store/account-lock.ts';
import { nodeFileSystem } from '../../../src/platform/index.ts';
import type { FakeTool } from '../../support/fake-tool.ts';
import { faultyFiles } from '../../support/faulty-files.ts';
import { tempHome } from '../../support/temp-home.ts';
import { treeOf } from '../../support/tree.ts';
import { extensionsOf } from '../extensions-of.ts';
import { type LoginWorld, loginWorld, rejectionOf } from '../login-world.ts';

const system = (tool: string): Account => ({ kind: 'system', tool, label: 'system' });

async function run(
  world: LoginWorld,
  tool: string,
  account: Account,
  request: LaunchRequest = {},
): Promise<number> {
  return launch(world.ctx, await planLaunch(world.ctx, world.tool(tool), account, request));
}

const envOf = (fake: FakeTool) => fake.runs().at(-1)?.env ?? {};

describe('a launch', () => {
  test('promise 7: gives the tool its home, its arguments untouched, and ends as it did', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', () => 42);
    const account = await addAccount(world.ctx, 'codex', 'work');
    const args = ['--account', 'x', '--', '-p', 'a  b', '', '--help', '*', 'n\nl'];
    expect(await run(world, 'codex', account, { args })).toBe(42);
    expect(codex.runs()[0]).toMatchObject({
      argv: args,
      cwd: world.ctx.host.cwd,
      env: { CODEX_HOME: account.home },
    });
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGKILL', 137],
    ['SIGINT', 130],
  ])('B061 a child that %s ends is told as %i', async (signal, code) => {
    const world = loginWorld();
    world.fake('codex', new Function('world', `world.kill('${signal}'); return world.sleep(5000);`) as never);
    const account = await addAccount(world.ctx, 'codex', 'work');
    expect(await run(world, 'codex', account)).toBe(code);
  });

  test('B052 takes away what would outrank the login, and names it; what the user keeps stays', async () => {
    const world = loginWorld({
      env: {
        ANTHROPIC_API_KEY: 'k-CANARY',
        ANTHROPIC_AUTH_TOKEN: 't',
        CLAUDE_CODE_OAUTH_TOKEN: 'o',
        CLAUDECODE: '1',
      },
    });
    const claude = world.fake('claude', () => 0);
    const account = await addAccount(world.ctx, 'claude', 'work');
    await run(world, 'claude', account);
    for (const name of ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDECODE'])
      expect(envOf(claude)).not.toHaveProperty(name);
    expect(world.told.join('\n')).toMatch(/ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN, CLAUDE_CODE_OAUTH_TOKEN/);
    expect(world.told.join('\n')).not.toContain('CANARY');
    await run(world, 'claude', account, { keepEnv: ['ANTHROPIC_AUTH_TOKEN'] });
    expect(envOf(claude)).toMatchObject({ ANTHROPIC_AUTH_TOKEN: 't' });
    expect(envOf(claude)).not.toHaveProperty('ANTHROPIC_API_KEY');
  });

  test('B053 keeps the homes of other tools and of outer runs out, also in a run within a run', async () => {
    const outer = loginWorld({ env: { CODEX_HOME: '/outer', CLAUDE_CONFIG_DIR: '/outer2' } });
    const codex = outer.fake('codex', () => 0);
    const claude = outer.fake('claude', () => 0);
    const b = await addAccount(outer.ctx, 'codex', 'b');
    const work = await addAccount(outer.ctx, 'claude', 'work');
    await run(outer, 'codex', b);
    expect(envOf(codex)).toMatchObject({ CODEX_HOME: b.home });
    expect(envOf(codex)).not.toHaveProperty('CLAUDE_CONFIG_DIR');
    const inner = outer.as({ env: envOf(codex) });
    await run(inner, 'claude', work);
    expect(envOf(claude)).toMatchObject({
      CLAUDE_CONFIG_DIR: work.home,
      AI_TOOLS_HOME: outer.ctx.paths.root,
    });
    expect(envOf(claude)).not.toHaveProperty('CODEX_HOME');
  });

  test('B055 under system has the variable unset, not set to the default directory', async () => {
    const world = loginWorld({ env: { CLAUDE_CONFIG_DIR: '/elsewhere', ANTHROPIC_API_KEY: 'k' } });
    const claude = world.fake('claude', () => 0);
    await run(world, 'claude', system('claude'));
    expect(envOf(claude)).not.toHaveProperty('CLAUDE_CONFIG_DIR');
    expect(envOf(claude)).toMatchObject({ ANTHROPIC_API_KEY: 'k' });
    const { set, unset } = await environmentOf(world.ctx, world.tool('claude'), system('claude'));
    expect(unset).toContain('CLAUDE_CONFIG_DIR');
    expect(set).not.toHaveProperty('CLAUDE_CONFIG_DIR');
  });

  test('B055 on a Mac as well', async () => {
    const world = loginWorld({ platform: 'darwin', env: { CLAUDE_CONFIG_DIR: '/elsewhere' } });
    const { set, unset } = await environmentOf(world.ctx, world.tool('claude'), system('claude'));
    expect([unset.includes('CLAUDE_CONFIG_DIR'), 'CLAUDE_CONFIG_DIR' in set]).toEqual([true, false]);
  });

  test('B057 a home that is gone is an error with the way out, and is not made again', async () => {
    const world = loginWorld({ env: { CODEX_HOME: '/tmp/login-gone' } });
    world.fake('codex', () => 0, { unused: true });
    const account = await addAccount(world.ctx, 'codex', 'b');
    rmSync(account.home, { recursive: true });
    expect(await rejectionOf(run(world, 'codex', account))).toMatchObject({ code: 'ACCOUNT_HOME_MISSING' });
    expect(existsSync(account.home)).toBe(false);
  });

  test('promise 4, B122 the home is one string for ever, however HOME is spelled', async () => {
    const world = loginWorld();
    const account = await addAccount(world.ctx, 'codex', 'work');
    symlinkSync(world.home, `${world.home}-link`);
    const spellings = [world.home, `${world.home}-link`, `/${world.home}`];
    const values = await Promise.all(
      spellings.map(async (home) => {
        const there = world.as({ homeDir: home, env: { HOME: home, AI_TOOLS_HOME: world.ctx.paths.root } });
        const { set } = await environmentOf(
          there.ctx,
          there.tool('codex'),
          findAccount(there.ctx, 'codex', 'work'),
        );
        return set.CODEX_HOME;
      }),
    );
    rmSync(`${world.home}-link`);
    expect(values).toEqual([account.home, account.home, account.home]);
  });

  test('marks the account as in use while the child runs, and not after it', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', async (world) => world.sleep(400));
    const account = await addAccount(world.ctx, 'codex', 'work');
    const ended = run(world, 'codex', account);
    while (codex.runs().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(liveProcesses(world.ctx, account)).toHaveLength(1);
    await ended;
    expect(liveProcesses(world.ctx, account)).toEqual([]);
  });

  test('waits for no renewal that is changing the home, and for no half of one', async () => {
    const world = loginWorld();
    world.fake('codex', () => 0, { unused: true });
    const account = await addAccount(world.ctx, 'codex', 'work');
    const plan = await planLaunch(world.ctx, world.tool('codex'), account);
    const journal = {
      schemaVersion: 1,
      process: world.ctx.host.processes.self,
      startedAt: '2026-01-01T00:00:00.000Z',
      fresh: `${account.home}-2`,
      steps: [],
    } as const;
    claimLoginJournal(world.ctx, account, { ...journal, phase: 'overlay' });
    for (const start of [launch(world.ctx, plan), run(world, 'codex', account)]) {
      expect(await rejectionOf(start)).toMatchObject({
        code: 'LOGIN_UNDER_WAY',
        exit: 5,
        data: { pid: process.pid },
      });
    }
    expect(liveProcesses(world.ctx, account)).toEqual([]);
  });

  test('a renewal whose process died half way is finished only when nobody is in the home', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', () => 0);
    const account = await addAccount(world.ctx, 'codex', 'work');
    const fresh = `${account.home}-2`;
    mkdirSync(fresh);
    writeFileSync(join(fresh, 'auth.json'), '{"tokens":{"access_token":"NEW"}}');
    const dead = { ...world.ctx.host.processes.self, pid: 2 ** 22 + 1, startedAt: 'long ago' };
    claimLoginJournal(world.ctx, account, {
      schemaVersion: 1,
      process: dead,
      startedAt: '2026-01-01T00:00:00.000Z',
      fresh,
      phase: 'overlay',
      steps: [{ part: 0, action: 'move' }],
    });
    const mark = writeLiveMark(world.ctx, account);
    expect(await rejectionOf(run(world, 'codex', account))).toMatchObject({ exit: 5 });
    mark.remove();
    expect(codex.runs()).toEqual([]);
    expect(await run(world, 'codex', account)).toBe(0);
    expect(world.read(join(account.home, 'auth.json'))).toContain('NEW');
    expect(existsSync(fresh)).toBe(false);
  });

  test('promise 1: an account that holds a key gives it to the child alone: env needs to be asked for it', async () => {
    const world = loginWorld({ env: { GEMINI_API_KEY: 'outer' } });
    const gemini = world.fake('gemini', () => 0);
    const account = await addAccount(world.ctx, 'gemini', 'work', { key: 'sk-dummy-CANARY' });
    const plan = await planLaunch(world.ctx, world.tool('gemini'), account);
    expect(JSON.stringify([plan.set, plan.notices])).not.toContain('CANARY');
    await launch(world.ctx, plan);
    expect(envOf(gemini)).toMatchObject({
      GEMINI_API_KEY: 'sk-dummy-CANARY',
      GEMINI_FORCE_FILE_STORAGE: 'true',
    });
    expect(await rejectionOf(environmentOf(world.ctx, world.tool('gemini'), account))).toMatchObject({
      code: 'KEY_NOT_REVEALED',
    });
    const revealed = await environmentOf(world.ctx, world.tool('gemini'), account, { reveal: true });
    expect(revealed.set).toMatchObject({ GEMINI_API_KEY: 'sk-dummy-CANARY' });
  });

  test('exec runs any program in the account’s environment, found past our shims', async () => {
    const world = loginWorld();
    mkdirSync(world.ctx.paths.shims, { recursive: true });
    const account = await addAccount(world.ctx, 'codex', 'work');
    const other = world.fake('other', () => 7);
    expect(await run(world, 'codex', account, { command: ['other', 'a b'] })).toBe(7);
    expect(other.runs()[0]).toMatchObject({ argv: ['a b'], env: { CODEX_HOME: account.home } });
    expect(await rejectionOf(run(world, 'codex', account, { command: ['no-such-program'] }))).toMatchObject({
      code: 'PROGRAM_NOT_FOUND',
      exit: 127,
    });
  });

  test('a borrowed variable comes back to the user’s own value for another tool', async () => {
    const home = tempHome();
    const mine = join(home, 'mine');
    const world = loginWorld({ env: { XDG_DATA_HOME: mine } }, home);
    const opencode = world.fake('opencode', () => 0);
    const codex = world.fake('codex', () => 0);
    const oc = await addAccount(world.ctx, 'opencode', 'a');
    const cx = await addAccount(world.ctx, 'codex', 'a');
    await run(world, 'opencode', oc);
    expect(envOf(opencode)).toMatchObject({ XDG_DATA_HOME: oc.home });
    const inner = world.as({ env: envOf(opencode) });
    await run(inner, 'codex', cx);
    expect(envOf(codex)).toMatchObject({ XDG_DATA_HOME: mine });
    await run(inner, 'opencode', system('opencode'));
    expect(envOf(opencode)).toMatchObject({ XDG_DATA_HOME: mine });
    world.put('mine/opencode/auth.json', { p: { type: 'api', key: 'k' } });
    const state = await loginState(inner.ctx, inner.tool('opencode'), system('opencode'));
    expect(state).toMatchObject({ state: 'loggedIn', store: 'file' });
  });

  test('counts itself, and stops where a script of the user’s leads back to it without end', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', () => 0);
    const account = await addAccount(world.ctx, 'codex', 'work');
    await run(world, 'codex', account);
    const first = envOf(codex).AI_TOOLS_DEPTH ?? '';
    expect(first).toMatch(/^1 \w+$/);
    const within = (depth: string, later = 0) => {
      const now = () => new Date(world.ctx.host.now().getTime() + later);
      const host = { ...world.ctx.host, now, env: { ...world.ctx.host.env, AI_TOOLS_DEPTH: depth } };
      return planLaunch({ ...world.ctx, host }, world.tool('codex'), account);
    };
    expect((await within('19')).env.AI_TOOLS_DEPTH).toMatch(/^20 \w+$/);
    expect((await within('odd')).env.AI_TOOLS_DEPTH).toBe(first);
    expect(await rejectionOf(within('20'))).toMatchObject({ code: 'LAUNCH_LOOP', exit: 126 });
    // A tool that starts itself, and so on, but not at once.
    const second = (await within(first)).env.AI_TOOLS_DEPTH ?? '';
    expect(second).toMatch(new RegExp(`^2 ${first.slice(2)} \\d+$`));
    expect(await rejectionOf(within(second, 9_000))).toMatchObject({
      code: 'LAUNCH_LOOP',
      data: { times: 2 },
    });
    expect((await within(second, 60_000)).env.AI_TOOLS_DEPTH).toMatch(/^3 /);
    expect((await within(second.replace(first.slice(2), 'other'))).env.AI_TOOLS_DEPTH).toMatch(/^3 \w+$/);
  });

  test('law 8: inside one of our homes without AI_TOOLS_HOME is refused: our folder would be looked for there', async () => {
    const world = loginWorld();
    const account = await addAccount(world.ctx, 'opencode', 'a');
    const lost = loginWorld({ env: { XDG_DATA_HOME: account.home } }, world.home);
    expect(lost.ctx.paths.root.startsWith(account.home)).toBe(true);
    expect(await rejectionOf(planLaunch(lost.ctx, lost.tool('opencode'), account))).toMatchObject({
      code: 'OUR_FOLDER_UNKNOWN',
      data: { inside: account.home, folder: world.ctx.paths.root },
    });
  });

  test('promise 11: a plugin that is asked may refuse it, and is named', async () => {
    const world = loginWorld();
    world.fake('codex', () => 0, { unused: true });
    const account = await addAccount(world.ctx, 'codex', 'work');
    const asked: Account[] = [];
    const allows = async (_: unknown, of: Account) => {
      asked.push(of);
      return undefined;
    };
    const refused = world.as({
      extensions: extensionsOf({ runHook: [allows, async () => 'not on Mondays.'] }),
    });
    expect(await rejectionOf(run(refused, 'codex', account))).toMatchObject({
      code: 'LAUNCH_REFUSED_BY_PLUGIN',
      exit: 4,
      message: 'the plugin "acme-2" refused the start of codex#work: not on Mondays.',
    });
    expect(asked).toEqual([account]);
    await rejectionOf(run(refused, 'codex', systemAccount('codex')));
    expect(asked[1]).toEqual({ kind: 'system', tool: 'codex', label: 'system' });
  });

  test('promise 11: one that is asked and fails stops it: nobody knows what it would have said', async () => {
    const world = loginWorld();
    world.fake('codex', () => 0, { unused: true });
    const account = await addAccount(world.ctx, 'codex', 'work');
    const failing = async () => Promise.reject(new Error('down'));
    const stopped = world.as({ extensions: extensionsOf({ runHook: [failing] }) });
    expect(await rejectionOf(run(stopped, 'codex', account))).toMatchObject({
      code: 'RUN_HOOK_STOPPED',
      exit: 1,
      hint: 'tools plugin info acme',
      data: { plugin: 'acme', why: 'down' },
    });
  });
});

describe('the identity guard', () => {
  const logIn = async (): Promise<{
    world: LoginWorld;
    account: StoredAccount;
    become: (who: string, organization?: string) => void;
  }> => {
    const world = loginWorld();
    world.fake('claude', (world) => {
      world.write(
        `${world.env.CLAUDE_CONFIG_DIR}/.credentials.json`,
        '{"claudeAiOauth":{"accessToken":"CANARY"},"organizationUuid":"org-1"}',
      );
      world.write(
        `${world.env.CLAUDE_CONFIG_DIR}/.claude.json`,
        '{"oauthAccount":{"accountUuid":"user-1","emailAddress":"one@example.com","organizationUuid":"org-1"}}',
      );
    });
    const { account } = await loginAccount(world.ctx, world.tool('claude'), 'work');
    const become = (who: string, organization = 'org-1') => {
      writeFileSync(
        join(account.home, '.credentials.json'),
        JSON.stringify({ claudeAiOauth: { accessToken: 'X' }, organizationUuid: organization }),
      );
      writeFileSync(
        join(account.home, '.claude.json'),
        JSON.stringify({
          oauthAccount: {
            accountUuid: who,
            emailAddress: `${who}@example.com`,
            organizationUuid: organization,
          },
        }),
      );
    };
    return { world, account, become };
  };

  test('stops a launch under somebody else’s login, with both names', async () => {
    const { world, account, become } = await logIn();
    become('user-2');
    const error = await rejectionOf(planLaunch(world.ctx, world.tool('claude'), account));
    expect(error).toMatchObject({ code: 'IDENTITY_MISMATCH', exit: 4 });
    expect(String(error)).toMatch(/one@example\.com.*user-2@example\.com/);
  });

  test('stops once for another organisation of the same person, until it is confirmed', async () => {
    const { world, account, become } = await logIn();
    become('user-1', 'org-2');
    const error = await rejectionOf(planLaunch(world.ctx, world.tool('claude'), account));
    expect(error).toMatchObject({
      code: 'ORGANIZATION_CHANGED',
      exit: 4,
      hint: 'tools account confirm claude#work',
    });
    const { confirmAccount } = await import('../../../src/accounts/index.ts');
    await confirmAccount(world.ctx, world.tool('claude'), account);
    await planLaunch(world.ctx, world.tool('claude'), world.account('claude', 'work'));
    expect(world.account('claude', 'work').identity?.organization).toBe('org-2');
  });

  test('does not confirm another person', async () => {
    const { world, account, become } = await logIn();
    become('user-2', 'org-2');
    const { confirmAccount } = await import('../../../src/accounts/index.ts');
    expect(await rejectionOf(confirmAccount(world.ctx, world.tool('claude'), account))).toMatchObject({
      code: 'IDENTITY_MISMATCH',
    });
  });

  test('takes an unknown identity for no mismatch', async () => {
    const { world, account } = await logIn();
    rmSync(join(account.home, '.claude.json'));
    rmSync(join(account.home, '.credentials.json'));
    expect(await planLaunch(world.ctx, world.tool('claude'), account)).toMatchObject({
      account: { id: account.id },
    });
  });

  test('records who it is when that was not known', async () => {
    const { world, account } = await logIn();
    const forgotten = await updateAccount(world.ctx, account, { identity: null });
    await planLaunch(world.ctx, world.tool('claude'), forgotten);
    expect(world.account('claude', 'work').identity).toMatchObject({ subject: 'user-1' });
  });
});

describe('settings that complete a home', () => {
  test('are asserted before each start, and nothing is written when they hold', async () => {
    const world = loginWorld();
    world.fake('claude', () => 0);
    const account = await addAccount(world.ctx, 'claude', 'work');
    const file = join(account.home, 'settings.json');
    writeFileSync(file, '{ "theme": "dark", "claudeMdExcludes": ["mine/**"] }\n', { mode: 0o644 });
    await run(world, 'claude', account);
    expect(JSON.parse(world.read(file))).toEqual({
      theme: 'dark',
      claudeMdExcludes: ['mine/**', `${world.home}/.claude/CLAUDE.md`],
    });
    const before = [
      treeOf(account.home),
      world.ctx.host.files.stat(file)?.mtimeMs,
      world.ctx.host.files.stat(file)?.ino,
    ];
    await run(world, 'claude', account);
    expect([
      treeOf(account.home),
      world.ctx.host.files.stat(file)?.mtimeMs,
      world.ctx.host.files.stat(file)?.ino,
    ]).toEqual(before);
  });

  test('leave nothing half-made for long where their writer died: the first launch an hour later takes it away', async () => {
    const world = loginWorld();
    world.fake('claude', () => 0);
    const account = (await addAccount(world.ctx, 'claude', 'work')) as StoredAccount;
    const litter = ['.settings.json.k3j4h5g6.tmp', '.projects.unshared.tmp', '.claude.json.abcdefgh.tmp'];
    const own = ['.claude.json.tmp.4711', 'x.k3j4h5g6.tmp', '.settings.json.tmp'];
    for (const name of [...litter, ...own]) writeFileSync(join(account.home, name), '{');
    const found = () => readdirSync(account.home).filter((name) => [...litter, ...own].includes(name));
    await run(world, 'claude', account);
    expect(found()).toEqual([...litter, ...own].sort());
    const host = { ...world.ctx.host, now: () => new Date(Date.now() + 2 * 60 * 60 * 1000) };
    await planLaunch({ ...world.ctx, host }, world.tool('claude'), account, {});
    expect(found()).toEqual(own.toSorted());
  });

  test('B020 are written through a link, which stays one', async () => {
    const world = loginWorld();
    const account = await addAccount(world.ctx, 'claude', 'work');
    world.put('dot/settings.json', '{"theme":"dark"}');
    rmSync(join(account.home, 'settings.json'));
    symlinkSync('../../../../../../../dot/settings.json', join(account.home, 'settings.json'));
    await planLaunchWith(world, account);
    expect(treeOf(account.home)['settings.json']).toBe('link -> ../../../../../../../dot/settings.json');
    expect(JSON.parse(world.read('dot/settings.json'))).toMatchObject({
      theme: 'dark',
      claudeMdExcludes: [`${world.home}/.claude/CLAUDE.md`],
    });
  });

  test('B014 in a file that can’t be replaced stop the launch with the cause: its bytes stay, and no litter', async () => {
    const faulty = faultyFiles(nodeFileSystem);
    const world = loginWorld({ files: faulty.files });
    const account = await addAccount(world.ctx, 'claude', 'work');
    const file = join(account.home, 'settings.json');
    writeFileSync(file, '{"theme":"dark"}');
    faulty.failWhere((method, path) => method === 'rename' && path === file, 'EBUSY');
    expect(await rejectionOf(planLaunchWith(world, account))).toMatchObject({
      code: 'WRITE_FAILED',
      exit: 7,
      data: { path: file, cause: 'EBUSY' },
    });
    expect([world.read(file), readdirSync(account.home)]).toEqual(['{"theme":"dark"}', ['settings.json']]);
  });

  test('promise 6: in a damaged file stop the launch with path and offset, and its bytes stay', async () => {
    const world = loginWorld();
    const account = await addAccount(world.ctx, 'claude', 'work');
    const file = join(account.home, 'settings.json');
    writeFileSync(file, '{"theme": }');
    expect(await rejectionOf(planLaunchWith(world, account))).toMatchObject({
      code: 'TOOL_FILE_DAMAGED',
      data: { path: file, offset: 10 },
    });
    expect(world.read(file)).toBe('{"theme": }');
  });
});

const planLaunchWith = (world: LoginWorld, account: StoredAccount) => {
  world.fake('claude', () => 0, { mayRest: true });
  return planLaunch(world.ctx, world.tool('claude'), account);
};

describe('who runs under an account', () => {
  test('is the program that was started: it may outlive us', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', (fake) => fake.sleep(60_000));
    const account = await addAccount(world.ctx, 'codex', 'work');
    const ended = run(world, 'codex', account);
    await expect.poll(() => codex.runs()).toHaveLength(1);
    const pid = codex.runs()[0]?.pid ?? 0;
    await expect.poll(() => liveProcesses(world.ctx, account).map((live) => live.pid)).toEqual([pid]);
    expect(await rejectionOf(removeAccount(world.ctx, 'codex', 'work'))).toMatchObject({
      code: 'ACCOUNT_RUNNING',
    });
    process.kill(pid, 'SIGKILL');
    expect(await ended).toBe(137);
    expect(liveProcesses(world.ctx, account)).toEqual([]);
  });

  test('waits for whoever changes the account, and does not start in one that was moved away', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', () => 0, { unused: true });
    const account = await addAccount(world.ctx, 'codex', 'work');
    const plan = await planLaunch(world.ctx, world.tool('codex'), account);
    const folder = world.ctx.paths.accountFolder('codex', account.id);
    let started: Promise<unknown> = Promise.resolve();
    await withAccountLock(world.ctx, account, async () => {
      started = rejectionOf(launch(world.ctx, plan));
      await expect.poll(() => liveProcesses(world.ctx, account)).toHaveLength(1);
      renameSync(folder, join(world.home, 'trash'));
    });
    expect(await started).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    expect(codex.runs()).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });
});
