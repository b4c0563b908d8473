import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findKeychainItem } from '../../../src/accounts/home/keychain.ts';
import {
  accountStatus,
  addAccount,
  environmentOf,
  findAccount,
  loginAccount,
  logoutAccount,
  readKey,
  removeAccount,
  renameAccount,
  replaceKey,
  type StoredAccount,
} from '../../../src/accounts/index.ts';
import { registry } from '../../../src/index.ts';
import { nodeFileSystem } from '../../../src/platform/index.ts';
import { runCaptured } from '../../../src/process/index.ts';
import { faultyFiles } from '../../support/faulty-files.ts';
import { testHost } from '../../support/temp-home.ts';
import { type LoginWorld, loginWorld, rejectionOf } from '../login-world.ts';

/** A `security` that is a script: it has the items of these services, and notes how it was asked. */
function fakeSecurity(services: readonly string[] = []) {
  const host = testHost();
  const [file, log] = ['security', 'asked'].map((name) => join(host.homeDir, name)) as [string, string];
  const cases = services.map((service) => `    '${service}') exit 0 ;;`).join('\n');
  const script = `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\n[ "$1" = find-generic-password ] || exit 1\ncase "$3" in\n${cases}\n  *) exit 44 ;;\nesac\n`;
  writeFileSync(file, script);
  chmodSync(file, 0o755);
  return {
    asked: () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []),
    security: (args: readonly string[]) =>
      runCaptured(host, { file, args, env: {}, cwd: '/' }, { timeoutMs: 10_000, maxBytes: 65_536 }),
  };
}

const suffixOf = (home: string) =>
  createHash('sha256').update(home.normalize('NFC')).digest('hex').slice(0, 8);

const darwin = (keychain: ReturnType<typeof fakeSecurity>) =>
  ({ platform: 'darwin', userName: 'u', security: keychain.security }) as const;

describe('B118: the name of an item is made from the home that the tool is given (simulated: darwin)', () => {
  test.each([
    ['/Users/u/.claude-work', '87169a1d'],
    ['/Users/u/Documents/My Work/h', undefined],
    ['/Users/u/ärger', undefined],
    ['/Users/u/ärger'.normalize('NFD'), suffixOf('/Users/u/ärger')],
    ['/Users/u/.claude-work/', undefined],
  ])('%s', async (home, known) => {
    const suffix = known ?? suffixOf(home);
    const keychain = fakeSecurity([`Claude Code-credentials-${suffix}`]);
    const { ctx, tool } = loginWorld(darwin(keychain));
    expect(await findKeychainItem(ctx, tool('claude'), home)).toBe('present');
    expect(keychain.asked()).toEqual([`find-generic-password -s Claude Code-credentials-${suffix} -a u`]);
  });

  test.each([
    [
      'the default login alone',
      (_home: string) => ['Claude Code-credentials'],
      ['loggedIn', 'loggedOut', 'loggedOut'],
    ],
    [
      'one account alone',
      (home: string) => [`Claude Code-credentials-${suffixOf(home)}`],
      ['loggedOut', 'loggedIn', 'loggedOut'],
    ],
  ])('a status tells %s from the others', async (_case, services, states) => {
    const plain = loginWorld();
    const accounts = [];
    for (const label of ['work', 'home']) accounts.push(await addAccount(plain.ctx, 'claude', label));
    const keychain = fakeSecurity(services(accounts[0]?.home ?? ''));
    const { ctx, tool } = plain.as(darwin(keychain));
    const asked = [{ kind: 'system', tool: 'claude', label: 'system' } as const, ...accounts];
    const found = [];
    for (const account of asked) found.push((await accountStatus(ctx, tool('claude'), account)).state);
    expect(found).toEqual(states);
    expect(new Set(keychain.asked()).size).toBe(3);
  });

  test('every built-in tool with items in a keychain has those of its own directory apart from an account’s', async () => {
    const keychain = fakeSecurity();
    const { ctx } = loginWorld(darwin(keychain));
    const tools = registry
      .all()
      .filter((tool) => tool.keychain?.some(({ platform }) => platform === 'darwin'));
    expect(tools.length).toBeGreaterThan(0);
    for (const tool of tools) {
      const before = keychain.asked().length;
      await findKeychainItem(ctx, tool, '/Users/u/a');
      const ofAccount = keychain.asked().slice(before);
      await findKeychainItem(ctx, tool, null);
      const ofSystem = keychain.asked().slice(before + ofAccount.length);
      expect(
        ofAccount.filter((asked) => ofSystem.includes(asked)),
        tool.id,
      ).toEqual([]);
      expect(
        tool.evidence?.some(({ fact }) => fact.startsWith('keychain')),
        tool.id,
      ).toBe(true);
    }
  });
});

describe('B119: a keychain is only ever asked whether something is there (simulated: darwin)', () => {
  test('by no verb is anything put into it, taken out of it or read from it', async () => {
    const keychain = fakeSecurity();
    const world = loginWorld(darwin(keychain));
    const tool = world.tool('claude');
    world.fake('claude', ({ argv, env, write, remove }) => {
      const file = `${env.CLAUDE_CONFIG_DIR}/.credentials.json`;
      if (argv.includes('logout')) return remove(file);
      return write(file, '{"claudeAiOauth":{"accessToken":"sk-dummy-0"}}');
    });
    await loginAccount(world.ctx, tool, 'work');
    await loginAccount(world.ctx, tool, 'work');
    await renameAccount(world.ctx, 'claude', 'work', 'office');
    await logoutAccount(world.ctx, tool, world.account('claude', 'office'));
    await accountStatus(world.ctx, tool, world.account('claude', 'office'));
    await removeAccount(world.ctx, 'claude', 'office');
    expect(keychain.asked().length).toBeGreaterThan(0);
    for (const asked of keychain.asked()) {
      expect(asked).toMatch(/^find-generic-password -s Claude Code-credentials\S* -a u$/);
    }
  });

  test.each([1000, 4096, 5000, 16_000])(
    'a key of %i bytes is kept whole, in our own file',
    async (length) => {
      const world = loginWorld();
      const key = `sk-dummy-${'0123456789'.repeat(1600)}`.slice(0, length);
      const account = await addAccount(world.ctx, 'codex', 'ci', { key });
      expect(readKey(world.ctx, account)).toBe(key);
    },
  );

  test('a key that could not be saved leaves the one before, at whichever step that was', async () => {
    const [former, next] = ['sk-dummy-former', `sk-dummy-${'n'.repeat(5000)}`];
    const plain = loginWorld();
    const account = await addAccount(plain.ctx, 'codex', 'ci', { key: former });
    let isSaved = false;
    for (let step = 1; !isSaved; step += 1) {
      const faulty = faultyFiles(nodeFileSystem);
      faulty.failAt(step, 'ENOSPC');
      const { ctx } = plain.as({ files: faulty.files });
      isSaved = await replaceKey(ctx, account, next).then(
        () => true,
        () => false,
      );
      const held = readKey(plain.ctx, account);
      expect([former, next]).toContain(held);
      if (held === next) break;
    }
    expect(readKey(plain.ctx, account)).toBe(next);
  });

  test('a key from a keyring that says more than it may is none, not the beginning of one', async () => {
    const world = loginWorld({
      platform: 'darwin',
      security: async () => ({ code: 0, stdout: `sk-dummy-${'0'.repeat(5000)} and more` }),
    });
    const account = await addAccount(world.ctx, 'codex', 'ci', { keyFrom: 'keyring:openai/me' });
    const asked = environmentOf(world.ctx, world.tool('codex'), account, { reveal: true });
    expect(await rejectionOf(asked)).toMatchObject({ code: 'SECRET_UNRESOLVED' });
  });
});

describe('B122: what a keychain item is named after is one string for ever', () => {
  const givenValue = async (world: LoginWorld, id: string, name: string): Promise<string | undefined> => {
    const { set } = await environmentOf(world.ctx, world.tool(id), findAccount(world.ctx, id, 'work'));
    return set[name];
  };

  test.each([
    ['codex', 'CODEX_HOME'],
    ['claude', 'CLAUDE_CONFIG_DIR'],
    ['gemini', 'GEMINI_CLI_HOME'],
    ['opencode', 'XDG_DATA_HOME'],
  ])(
    'of %s, from shells with HOME by its real path, by a link, with // and with a slash at the end',
    async (id, name) => {
      const world = loginWorld();
      const { home } = await addAccount(world.ctx, id, 'work');
      const link = join(world.home, 'by-link');
      symlinkSync(world.home, link);
      for (const HOME of [world.home, link, `/${world.home}`, `${world.home}/`]) {
        const there = world.as({ homeDir: HOME, env: { HOME, AI_TOOLS_HOME: world.ctx.paths.root } });
        expect(await givenValue(there, id, name), HOME).toBe(home);
      }
    },
  );

  test('our folder that was moved is refused, for its homes are not where they were; by a link it is the same', async () => {
    const world = loginWorld();
    const account: StoredAccount = await addAccount(world.ctx, 'codex', 'work');
    const { root } = world.ctx.paths;
    const moved = join(world.home, 'moved');
    renameSync(root, moved);
    const there = world.as({ env: { AI_TOOLS_HOME: moved } });
    expect(await rejectionOf(givenValue(there, 'codex', 'CODEX_HOME'))).toMatchObject({
      code: 'ACCOUNT_HOME_MISSING',
      data: { home: account.home },
    });
    mkdirSync(join(root, '..'), { recursive: true });
    symlinkSync(moved, root);
    expect(await givenValue(there, 'codex', 'CODEX_HOME')).toBe(account.home);
  });
});
