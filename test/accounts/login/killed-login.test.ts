import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addAccount,
  listAccounts,
  loginAccount,
  loginState,
  type StoredAccount,
  updateAccount,
} from '../../../src/accounts/index.ts';
import { settleLogin } from '../../../src/accounts/login/settle-login.ts';
import { nodeFileSystem } from '../../../src/platform/index.ts';
import { type FaultyFiles, faultyFiles } from '../../support/faulty-files.ts';
import { tempHome } from '../../support/temp-home.ts';
import { treeOf } from '../../support/tree.ts';
import { type LoginWorld, loginWorld } from '../login-world.ts';

type When = 'before' | 'after' | 'half';

/** One life of a login: the world before it, the login, and what must hold for those who come after its end. */
interface Scenario<Before> {
  readonly world: (files: FaultyFiles['files'], home: string) => LoginWorld;
  readonly before: (world: LoginWorld) => Promise<Before>;
  readonly login: (world: LoginWorld) => Promise<unknown>;
  readonly after: (next: LoginWorld, before: Before, hasEnded: boolean, name: string) => Promise<void>;
}

/** Lives it once whole, then dies at each writing step of that, in each way that the step allows. */
async function dieEverywhere<Before>(scenario: Scenario<Before>): Promise<number> {
  const whole = await live(scenario);
  let deaths = 0;
  for (const [at, name] of whole.entries()) {
    const ways: readonly When[] = name.startsWith('writeNew')
      ? ['before', 'half', 'after']
      : ['before', 'after'];
    for (const when of ways) deaths += (await live(scenario, { at: at + 1, when })).length > 0 ? 1 : 0;
  }
  return deaths;
}

async function live<Before>(
  scenario: Scenario<Before>,
  death?: { at: number; when: When },
): Promise<readonly string[]> {
  const faulty = faultyFiles(nodeFileSystem);
  const world = scenario.world(faulty.files, tempHome());
  const before = await scenario.before(world);
  const done = faulty.steps.length;
  if (death) faulty.dieAt(death.at, death.when);
  const hasEnded = await scenario.login(world).then(
    () => true,
    () => false,
  );
  const steps = faulty.steps.slice(done);
  faulty.heal();
  // The dead process is another one to those who come after it.
  const { processes } = world.ctx.host;
  const next = world.as({
    files: nodeFileSystem,
    processes: {
      self: { ...processes.self, startedAt: 'later' },
      markOf: (pid) => processes.markOf(pid),
      startTimeOf: () => undefined,
      stateOf: ({ startedAt }) => (startedAt === 'later' ? 'alive' : 'dead'),
      knows: processes.knows,
      knowing: processes.knowing,
      runningFrom: processes.runningFrom,
      parent: processes.parent,
      end: processes.end,
    },
  });
  await scenario.after(next, before, hasEnded, death ? `${death.when} ${steps.at(-1)}` : 'whole');
  return steps;
}

/** Shell, because it is started hundreds of times. */
function program(world: LoginWorld, name: string, script: string): void {
  chmodSync(world.put(`bin/${name}`, `#!/bin/sh\n${script}\n`), 0o755);
}

const login = (world: LoginWorld, tool: string) => loginAccount(world.ctx, world.tool(tool), 'work');
const settled = (world: LoginWorld, tool: string) =>
  settleLogin(world.ctx, world.tool(tool), world.account(tool, 'work'));
const claudeFiles = (token: string, more = {}) => ({
  '.credentials.json': { claudeAiOauth: { accessToken: token }, organizationUuid: 'org-1' },
  '.claude.json': { oauthAccount: { accountUuid: 'user-1', organizationUuid: 'org-1' }, ...more },
});
const tokenIn = (home: string): string | undefined => {
  const path = join(home, '.credentials.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).claudeAiOauth?.accessToken : undefined;
};

/** An account that is logged in, by its files. */
async function there(
  world: LoginWorld,
  tool: string,
  files: Readonly<Record<string, object>>,
): Promise<StoredAccount> {
  const account = await addAccount(world.ctx, tool, 'work');
  for (const [name, content] of Object.entries({ ...files, 'history.jsonl': ['mine'] })) {
    writeFileSync(join(account.home, name), JSON.stringify(content));
  }
  return updateAccount(world.ctx, account, {
    identity: { subject: 'user-1', asOf: '2026-01-01T00:00:00.000Z' },
  });
}

const folderOf = (world: LoginWorld, { tool, id }: StoredAccount) => world.ctx.paths.accountFolder(tool, id);
const leftOf = (world: LoginWorld, account: StoredAccount): readonly string[] =>
  readdirSync(folderOf(world, account)).filter((name) => name.startsWith('home-') || name === 'renewal.json');

describe('a login that is killed before, after or half way through any writing step', () => {
  test('of a new account leaves no account or the whole one, and the next login works', async () => {
    const deaths = await dieEverywhere<void>({
      world: (files, home) => loginWorld({ files }, home),
      before: async (world) =>
        program(
          world,
          'codex',
          `printf '{"tokens":{"account_id":"user-1","access_token":"NEW"}}' > "$CODEX_HOME/auth.json"`,
        ),
      login: (world) => login(world, 'codex'),
      after: async (next, _, hasEnded, name) => {
        const found = listAccounts(next.ctx, 'codex').flatMap(({ account }) => account ?? []);
        if (hasEnded) expect(found, name).toHaveLength(1);
        for (const account of found) {
          expect(await loginState(next.ctx, next.tool('codex'), account), name).toMatchObject({
            state: 'loggedIn',
          });
        }
        const { account } = await login(next, 'codex');
        expect(next.read(join(account.home, 'auth.json')), name).toContain('NEW');
        const labels = readdirSync(join(next.ctx.paths.labels, 'codex'));
        expect(
          labels.filter((label) => !label.startsWith('.')),
          name,
        ).toEqual(['work']);
      },
    });
    expect(deaths).toBeGreaterThan(20);
  });

  test('of a login in parts of files leaves the old one or the new one, whole, and the next start completes it', async () => {
    const deaths = await dieEverywhere<StoredAccount>({
      world: (files, home) => loginWorld({ files }, home),
      before: async (world) => {
        const [credentials, mixed] = Object.values(claudeFiles('NEW')).map((file) => JSON.stringify(file));
        program(
          world,
          'claude',
          `printf '%s' '${credentials}' > "$CLAUDE_CONFIG_DIR/.credentials.json"; printf '%s' '${mixed}' > "$CLAUDE_CONFIG_DIR/.claude.json"`,
        );
        return there(world, 'claude', claudeFiles('OLD', { projects: { '/p': {} } }));
      },
      login: (world) => login(world, 'claude'),
      after: async (next, account, hasEnded, name) => {
        const homes = readdirSync(folderOf(next, account)).filter((entry) => entry.startsWith('home'));
        const tokens = homes.map((home) => tokenIn(join(folderOf(next, account), home)));
        expect(
          tokens.some((token) => token === 'OLD' || token === 'NEW'),
          `${name}: a login is somewhere`,
        ).toBe(true);
        const now = await settled(next, 'claude');
        expect(now.home, name).toBe(account.home);
        expect(hasEnded ? ['NEW'] : ['OLD', 'NEW'], name).toContain(tokenIn(now.home));
        expect(await loginState(next.ctx, next.tool('claude'), now), name).toMatchObject({
          state: 'loggedIn',
          identity: { subject: 'user-1' },
        });
        expect(JSON.parse(next.read(join(now.home, '.claude.json'))), name).toMatchObject({
          projects: { '/p': {} },
        });
        expect(next.read(join(now.home, 'history.jsonl')), name).toBe('["mine"]');
        expect(leftOf(next, account), name).toEqual([]);
        const copies = Object.keys(treeOf(now.home)).filter((path) =>
          /credentials|\.claude\.json/.test(path),
        );
        expect(copies, name).toEqual(['.claude.json', '.credentials.json']);
      },
    });
    expect(deaths).toBeGreaterThan(30);
  });

  test('of a login that is one file leaves that file, the old one or the new one, in one place', async () => {
    const deaths = await dieEverywhere<StoredAccount>({
      world: (files, home) => loginWorld({ files }, home),
      before: async (world) => {
        program(
          world,
          'codex',
          `printf '{"tokens":{"account_id":"user-1","access_token":"NEW"}}' > "$CODEX_HOME/auth.json"`,
        );
        return there(world, 'codex', {
          'auth.json': { tokens: { account_id: 'user-1', access_token: 'OLD' } },
        });
      },
      login: (world) => login(world, 'codex'),
      after: async (next, account, hasEnded, name) => {
        const now = await settled(next, 'codex');
        const { tokens } = JSON.parse(next.read(join(now.home, 'auth.json')));
        expect(hasEnded ? ['NEW'] : ['OLD', 'NEW'], name).toContain(tokens.access_token);
        const paths = Object.keys(treeOf(folderOf(next, account))).filter((path) => path.includes('auth'));
        expect(paths, name).toEqual(['home/auth.json']);
        expect(leftOf(next, account), name).toEqual([]);
      },
    });
    expect(deaths).toBeGreaterThan(20);
  });

  test('of a login in the keychain leaves the old home or the new one, whole, and the next start completes it', async () => {
    const deaths = await dieEverywhere<StoredAccount>({
      world: (files, home) =>
        loginWorld(
          {
            files,
            platform: 'darwin',
            security: async (args) => ({ code: existsSync(join(home, 'keychain', args[2] ?? '')) ? 0 : 44 }),
          },
          home,
        ),
      before: async (world) => {
        program(
          world,
          'claude',
          `mkdir -p "$HOME/keychain"
name=$(printf %s "$CLAUDE_CONFIG_DIR" | sha256sum | cut -c1-8)
: > "$HOME/keychain/Claude Code-credentials-$name"
printf '{"oauthAccount":{"accountUuid":"user-1"}}' > "$CLAUDE_CONFIG_DIR/.claude.json"`,
        );
        await login(world, 'claude');
        const account = world.account('claude', 'work');
        writeFileSync(join(account.home, 'history.jsonl'), 'mine');
        writeFileSync(
          join(account.home, '.claude.json'),
          '{"theme":"dark","oauthAccount":{"accountUuid":"user-1"}}',
        );
        return account;
      },
      login: (world) => login(world, 'claude'),
      after: async (next, account, hasEnded, name) => {
        const now = await settled(next, 'claude');
        if (hasEnded) expect(now.home, name).not.toBe(account.home);
        expect(next.read(join(now.home, 'history.jsonl')), name).toBe('mine');
        expect(JSON.parse(next.read(join(now.home, '.claude.json'))), name).toEqual({
          theme: 'dark',
          oauthAccount: { accountUuid: 'user-1' },
        });
        expect(await loginState(next.ctx, next.tool('claude'), now), name).toMatchObject({
          state: 'loggedIn',
          store: 'keychain',
        });
        expect(leftOf(next, account), name).toHaveLength(now.home === account.home ? 0 : 1);
        if (now.home !== account.home) expect(next.read(account.home), name).toContain(now.home);
      },
    });
    expect(deaths).toBeGreaterThan(30);
  });
});
