import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type AccountsContext,
  launch,
  loginAccount,
  logoutAccount,
  planLaunch,
  type StoredAccount,
} from '../../../src/accounts/index.ts';
import { nodeFileSystem } from '../../../src/platform/index.ts';
import { knownTools } from '../../../src/registry/index.ts';
import { builtInTools } from '../../../src/tools/index.ts';
import type { FakeAct } from '../../support/fake-tool.ts';
import { tempHome } from '../../support/temp-home.ts';
import { codexLogin, type LoginWorld, loginWorld } from '../login-world.ts';

const registry = knownTools(builtInTools);

/** The tools as they are built in, with what they share. */
const contextOf = (world: LoginWorld): AccountsContext => ({ ...world.ctx, registry });

const login = async (
  ctx: AccountsContext,
  tool: string,
  label: string,
  options = {},
): Promise<StoredAccount> => {
  const known = registry.tool(tool);
  if (!known) throw new Error(`there is no ${tool}`);
  return (await loginAccount(ctx, known, label, options)).account;
};

const codexAs = (who: string): FakeAct =>
  new Function(
    'world',
    `world.write(world.env.CODEX_HOME + '/auth.json', ${JSON.stringify(codexLogin(who))});
     world.write(world.env.CODEX_HOME + '/sessions/of-the-login.jsonl', '${who}');`,
  ) as FakeAct;

describe('a login of an account that shares', () => {
  test('what the tool gathered while it logged in lies with what is shared; the login does not', async () => {
    const world = loginWorld();
    world.fake('codex', codexAs('user-1'));
    const ctx = contextOf(world);
    const { home } = await login(ctx, 'codex', 'work');
    const shared = ctx.paths.sharedFolder('codex', 'default');
    expect(readlinkSync(join(home, 'sessions'))).toBe(join(shared, 'sessions'));
    expect(readdirSync(join(shared, 'sessions'))).toEqual(['of-the-login.jsonl']);
    expect(lstatSync(join(home, 'auth.json')).isFile()).toBe(true);
    expect(existsSync(join(shared, 'auth.json'))).toBe(false);
  });

  test('one that fails leaves nothing in what is shared, and no root', async () => {
    const world = loginWorld();
    world.fake('codex', ({ env, write }) => {
      write(`${env.CODEX_HOME}/sessions/half.jsonl`, 'half');
      return 1;
    });
    const ctx = contextOf(world);
    await expect(login(ctx, 'codex', 'work')).rejects.toMatchObject({ code: 'LOGIN_FAILED' });
    expect(existsSync(ctx.paths.sharedFolder('codex', 'default'))).toBe(false);
  });

  test('renewed, it keeps its links, and what it had changed is with the others first', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', codexAs('user-1'));
    const ctx = contextOf(world);
    const account = await login(ctx, 'codex', 'work');
    codex.will(codexAs('user-2'));
    const other = await login(ctx, 'codex', 'home', { sharing: { wanted: 'share' } });
    const settings = join(account.home, 'config.toml');
    writeFileSync(settings, `model = "mine"\n${readFileSync(settings, 'utf8')}`);
    codex.will(codexAs('user-1'));
    const shared = ctx.paths.sharedFolder('codex', 'default');
    let before = '';
    const rename = (from: string, to: string): void => {
      if (to === join(account.home, 'auth.json')) before = readFileSync(join(shared, 'config.toml'), 'utf8');
      nodeFileSystem.rename(from, to);
    };
    const watched = { ...ctx, host: { ...ctx.host, files: { ...nodeFileSystem, rename } } };
    await login(watched, 'codex', 'work');
    expect(before).toContain('model = "mine"');
    for (const { home } of [account, other])
      expect(readlinkSync(join(home, 'sessions'))).toBe(join(shared, 'sessions'));
    expect(readFileSync(join(account.home, 'auth.json'), 'utf8')).toBe(codexLogin('user-1'));
    expect(readFileSync(join(other.home, 'auth.json'), 'utf8')).toBe(codexLogin('user-2'));
  });

  test('logged out, what it had changed is with the others first', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', codexAs('user-1'));
    const ctx = contextOf(world);
    const account = await login(ctx, 'codex', 'work');
    const settings = join(account.home, 'config.toml');
    writeFileSync(settings, `model = "mine"\n${readFileSync(settings, 'utf8')}`);
    codex.will(({ env, remove }) => remove(`${env.CODEX_HOME}/auth.json`));
    const tool = registry.tool('codex');
    if (tool) await logoutAccount(ctx, tool, account);
    const shared = ctx.paths.sharedFolder('codex', 'default');
    expect(readFileSync(join(shared, 'config.toml'), 'utf8')).toContain('model = "mine"');
    expect(readdirSync(join(shared, 'sessions'))).toEqual(['of-the-login.jsonl']);
  });
});

test('law 11: a home that is replaced gets its links, and nothing behind a link or of the new login is lost', async () => {
  const at = tempHome();
  const security = async (args: readonly string[]) => ({
    code: existsSync(join(at, 'keychain', args[2] ?? '')) ? 0 : 44,
  });
  const world = loginWorld({ platform: 'darwin', security }, at);
  const claude: FakeAct = ({ env, write }) => {
    const crypto = process.getBuiltinModule('node:crypto') as typeof import('node:crypto');
    const home = env.CLAUDE_CONFIG_DIR ?? '';
    const hash = crypto.createHash('sha256').update(home).digest('hex').slice(0, 8);
    write(`${env.HOME}/keychain/Claude Code-credentials-${hash}`, '');
    write(`${home}/.claude.json`, '{"oauthAccount":{"accountUuid":"user-1"},"userID":"u"}');
    write(`${home}/projects/p/${hash}.jsonl`, hash);
  };
  world.fake('claude', claude);
  const ctx = contextOf(world);
  const before = await login(ctx, 'claude', 'work');
  const shared = ctx.paths.sharedFolder('claude', 'default');
  expect(readdirSync(join(shared, 'projects/p'))).toHaveLength(1);
  writeFileSync(join(before.home, 'unknown.txt'), 'mine');
  const after = await login(ctx, 'claude', 'work');
  expect(after.home).not.toBe(before.home);
  expect(readlinkSync(join(after.home, 'projects'))).toBe(join(shared, 'projects'));
  expect(readdirSync(join(shared, 'projects/p'))).toHaveLength(2);
  expect(readFileSync(join(after.home, 'unknown.txt'), 'utf8')).toBe('mine');
  expect(lstatSync(before.home).isFile()).toBe(true);
});

test('what could not be brought to the root keeps the mark of who ran, for the next step of the merge', async () => {
  const world = loginWorld();
  const codex = world.fake('codex', codexAs('user-1'));
  const ctx = contextOf(world);
  const account = await login(ctx, 'codex', 'work');
  const tool = registry.tool('codex');
  if (!tool) throw new Error('there is no codex');
  const live = join(account.home, '../live');
  const shared = ctx.paths.sharedFolder('codex', 'default');
  codex.will(() => 0);
  expect(await launch(ctx, await planLaunch(ctx, tool, account))).toBe(0);
  expect(readdirSync(live)).toEqual([]);
  codex.will(
    new Function('world', `world.rename(${JSON.stringify(shared)}, '${shared}-away'); return 4;`) as FakeAct,
  );
  expect(await launch(ctx, await planLaunch(ctx, tool, account))).toBe(4);
  expect(readdirSync(live)).toHaveLength(1);
  rmSync(`${shared}-away`, { recursive: true });
});
