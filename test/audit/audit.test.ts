import { chmodSync, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Claim } from '../../src/audit/book.ts';
import { type AuditWorld, auditWorld, proofOf, verdictsOf } from './audit-world.ts';

const token = (who: string) => `sk-dummy-${who}-4f9aQ2xZ7`;
const codexLogin = (who: string) =>
  JSON.stringify({
    OPENAI_API_KEY: null,
    tokens: { account_id: who, access_token: token(who), refresh_token: `R-${token(who)}` },
  });

let world: AuditWorld;

beforeEach(() => {
  world = auditWorld();
});

describe('a state that is right', () => {
  test('nothing of ours', async () => {
    expect(verdictsOf(await world.audit())).toEqual({});
  });

  test.each(['codex', 'claude', 'gemini', 'qwen', 'copilot', 'opencode'])(
    'two accounts of %s that share, one that does not, one that holds a key where it can',
    async (tool) => {
      for (const label of ['a', 'b']) await world.sharing(tool, label);
      await world.account(tool, 'c');
      if (world.tool(tool).environment?.apiKey) await world.account(tool, 'd', token('d'));
      const result = await world.audit(tool);
      expect(verdictsOf(result)).toEqual({});
      expect(result).toMatchObject({ isClean: true, unknown: [] });
    },
  );

  test('each has a login of its own, the system’s too', async () => {
    for (const label of ['a', 'b'])
      world.put(join((await world.sharing('codex', label)).home, 'auth.json'), codexLogin(label));
    world.put('.codex/auth.json', codexLogin('me'));
    const result = await world.audit();
    expect(verdictsOf(result)).toEqual({});
    expect(result.proofs.find(({ name }) => name === 'oneStore')).toMatchObject({ checked: 6 });
  });
});

describe('oneStore', () => {
  const found = async (...asked: Parameters<AuditWorld['audit']>) =>
    proofOf(await world.audit(...asked), 'oneStore');

  test('a login that was copied from one account to another', async () => {
    const [a, b] = [await world.account('codex', 'a'), await world.account('codex', 'b')];
    const paths = [a, b].map(({ home }) => world.put(join(home, 'auth.json'), codexLogin('same')));
    const { findings } = await found();
    expect(findings).toMatchObject([
      { code: 'CREDENTIAL_IN_TWO_STORES', data: { paths }, hint: 'tools login codex -a b' },
    ]);
    expect(JSON.stringify(findings)).not.toContain(token('same'));
  });

  test('the login of the tool’s own directory, copied into an account', async () => {
    const { home } = await world.account('codex', 'a');
    for (const path of [join(home, 'auth.json'), '.codex/auth.json']) world.put(path, codexLogin('same'));
    expect((await found()).findings).toMatchObject([{ hint: 'tools login codex -a a' }]);
  });

  test('a key that we hold, and that the tool holds as well', async () => {
    const { home } = await world.account('codex', 'a', token('key'));
    world.put(join(home, 'auth.json'), { OPENAI_API_KEY: token('key') });
    expect((await found()).codes).toEqual(['CREDENTIAL_IN_TWO_STORES']);
  });

  test('a key of two tools', async () => {
    world.put(join((await world.account('qwen', 'a')).home, '.env'), `OPENAI_API_KEY=${token('k')}\n`);
    world.put(join((await world.account('codex', 'a')).home, 'auth.json'), { OPENAI_API_KEY: token('k') });
    expect((await found('codex')).codes).toEqual(['CREDENTIAL_IN_TWO_STORES']);
    expect((await found('gemini')).codes).toEqual([]);
  });

  test('a key that the user keeps in two tools’ own directories is the user’s affair', async () => {
    await world.account('qwen', 'a');
    const paths = [
      world.put('.codex/auth.json', { OPENAI_API_KEY: token('k') }),
      world.put('.qwen/.env', `OPENAI_API_KEY=${token('k')}\n`),
    ];
    const { verdict, notes } = await found();
    expect(verdict).toBe('proven');
    expect(notes.filter((note) => paths.every((path) => note.includes(path)))).toHaveLength(1);
  });

  test('a token of an MCP server in settings, under a name of its own', async () => {
    for (const label of ['a', 'b'])
      world.put(join((await world.account('claude', label)).home, '.claude.json'), {
        mcpServers: { db: { env: { DB_PASSWORD: 'correct-horse' } } },
      });
    expect((await found()).codes).toEqual(['CREDENTIAL_IN_TWO_STORES']);
  });

  test.each([
    ['a conflict', 'conflicts/20261130T135548Z-abcdefgh/value.json', (key: string) => JSON.stringify([key])],
    [
      'the journal',
      'journal/20261130T135548Z-abcdefgh/entry.json',
      (key: string) => JSON.stringify({ was: `Bearer ${key}` }),
    ],
    ['a file that is no JSON', 'settings.json', (key: string) => `x = ${key}`],
  ])('a credential in %s', async (_where, path, text) => {
    world.put(join((await world.account('codex', 'a')).home, 'auth.json'), codexLogin('a'));
    const stray = world.put(join(world.ctx.paths.root, path), text(token('a')));
    expect((await found()).findings).toMatchObject([{ code: 'CREDENTIAL_ASTRAY', data: { path: stray } }]);
  });

  test('copies in the trash, and those that the tool makes, are named and no fault', async () => {
    const { home } = await world.account('claude', 'a');
    const { home: codex } = await world.account('codex', 'b');
    for (const path of ['.claude.json', '.claude.json.backup', 'backups/.claude.json.1'])
      world.put(join(home, path), { primaryApiKey: token('a') });
    const removed = join(world.ctx.paths.trash, 'x/content/home');
    for (const folder of [codex, removed]) world.put(join(folder, 'auth.json'), codexLogin('b'));
    const { verdict, notes } = await found();
    expect(verdict).toBe('proven');
    expect(notes).toEqual([
      expect.stringContaining('backups/.claude.json.1'),
      expect.stringContaining('.claude.json.backup'),
      expect.stringContaining(join(removed, 'auth.json')),
    ]);
  });

  test('a name that makes a login usable is no credential, and neither is a word', async () => {
    for (const label of ['a', 'b']) {
      world.put(join((await world.account('copilot', label)).home, 'config.json'), {
        lastLoggedInUser: { login: 'octocat-the-first', host: `https://${label}.example` },
      });
      world.put(
        join((await world.account('qwen', label)).home, '.env'),
        'OPENAI_API_KEY=ollama\nQWEN_MODEL=coder-one-plus\n',
      );
    }
    expect(verdictsOf(await world.audit())).toEqual({});
  });

  test('an account that is asked about alone is compared with all others', async () => {
    for (const label of ['a', 'b', 'c'])
      world.put(
        join((await world.account('codex', label)).home, 'auth.json'),
        codexLogin(label === 'c' ? 'c' : 'same'),
      );
    expect((await found('codex', 'a')).codes).toEqual(['CREDENTIAL_IN_TWO_STORES']);
    expect((await found('codex', 'c')).codes).toEqual([]);
  });
});

describe('what can’t be looked at is not proven', () => {
  const gaps = async (claim: Claim = 'oneStore') => {
    const result = await world.audit();
    expect(result.isClean).toBe(false);
    const { verdict, gaps: all } = proofOf(result, claim);
    return { verdict, gaps: all };
  };

  test('a login that is damaged', async () => {
    const path = world.put(join((await world.account('codex', 'a')).home, 'auth.json'), '{"tokens":');
    expect(await gaps()).toEqual({ verdict: 'notProven', gaps: [{ what: path, why: expect.any(String) }] });
  });

  test('an account that is damaged', async () => {
    const { home } = await world.account('codex', 'a');
    writeFileSync(join(home, '../account.json'), '{');
    expect(await gaps('ownLinks')).toMatchObject({ verdict: 'notProven' });
  });

  test('a home that is on another computer', async () => {
    const { home } = await world.account('codex', 'a');
    rmSync(home, { recursive: true });
    expect(await gaps('guarded')).toMatchObject({ verdict: 'notProven', gaps: [{ what: 'codex#a' }] });
  });

  test('accounts of a tool that nobody describes', async () => {
    mkdirSync(join(world.ctx.paths.root, 'accounts/ghost/abcd1234'), { recursive: true, mode: 0o700 });
    expect(await gaps()).toMatchObject({ gaps: [{ what: 'accounts of ghost' }] });
  });

  test('a root that is gone', async () => {
    await world.sharing('codex', 'a');
    rmSync(join(world.rootOf('codex'), '.root.json'));
    expect(await gaps('nothingUnknownShared')).toMatchObject({ gaps: [{ what: world.rootOf('codex') }] });
  });

  test('a keychain (an injected macOS)', async () => {
    await world.account('claude', 'a');
    const mac = world.as({ platform: 'darwin' });
    const root = world.ctx.paths.root;
    const { host } = mac.ctx;
    const there = auditWorld({ platform: 'darwin', env: { ...host.env, AI_TOOLS_HOME: root } }, world.home);
    const { audit } = await import('../../src/audit/index.ts');
    const ctx = { ...there.ctx, security: async () => ({ code: 0 }) };
    const result = await audit(ctx, { tools: [there.tool('claude')] });
    expect(proofOf(result, 'oneStore')).toMatchObject({
      verdict: 'notProven',
      gaps: expect.arrayContaining([
        { what: 'the login of claude#a', why: expect.stringContaining('keychain') },
      ]),
    });
  });
});

describe('a shared root', () => {
  const all = async () => {
    const result = await world.audit();
    return result.proofs.flatMap(({ name, findings }) =>
      findings.map((finding) => ({ name, code: finding.code, data: finding.data })),
    );
  };

  beforeEach(async () => {
    await world.sharing('claude', 'a');
    await world.sharing('codex', 'a');
  });

  test.each([
    ['an identity file', 'codex', 'auth.json', 'nothingPrivateShared', 'identity'],
    ['the same on a disk without case', 'codex', 'AUTH.json', 'nothingUnknownShared', 'unknown'],
    [
      'what is of use to one account only',
      'claude',
      'plugins/installed_plugins.json',
      'nothingPrivateShared',
      'identity',
    ],
    ['something unknown', 'codex', 'what/ever', 'nothingUnknownShared', 'unknown'],
    ['a name that steers a terminal', 'codex', '\u001b[2Jx', 'nothingUnknownShared', 'unknown'],
  ])('%s in it', async (_what, tool, path, name, what) => {
    world.put(join(world.rootOf(tool), path), 'x');
    expect(await all()).toMatchObject([{ name, code: 'SHARED_BY_MISTAKE', data: { what } }]);
  });

  test.each([
    [
      'an identity key',
      '.claude.json',
      { oauthAccount: { emailAddress: 'x' } },
      'KEY_SHARED',
      '/oauthAccount',
    ],
    ['a key that no rule names', '.claude.json', { whatever: 1 }, 'KEY_SHARED', '/whatever'],
    [
      'an env block',
      '.claude.json',
      { mcpServers: { s: { env: { A: 'b' } } } },
      'KEY_SHARED',
      '/mcpServers/s/env',
    ],
    [
      'a helper in a list',
      'settings.json',
      { hooks: { Stop: [{ headersHelper: 'x' }] } },
      'KEY_SHARED',
      '/hooks/Stop/0/headersHelper',
    ],
    [
      'a token among arguments',
      '.claude.json',
      { mcpServers: { s: { args: [token('x')] } } },
      'CREDENTIAL_SHARED',
      '/mcpServers/s/args/0',
    ],
    [
      'a password in an address',
      '.claude.json',
      { mcpServers: { s: { url: 'https://me:pw@x.dev' } } },
      'CREDENTIAL_SHARED',
      '/mcpServers/s/url',
    ],
    [
      'a credential as a key',
      '.claude.json',
      { mcpServers: { [token('x')]: {} } },
      'CREDENTIAL_SHARED',
      '/mcpServers/…',
    ],
    [
      'a credential in a file that is shared whole',
      'keybindings.json',
      { a: token('x') },
      'CREDENTIAL_SHARED',
      '/a',
    ],
    [
      'headers in a file that is shared whole',
      'keybindings.json',
      { a: [{ headers: { X: 'y' } }] },
      'KEY_SHARED',
      '/a/0/headers',
    ],
  ])('%s in a merged file', async (_what, path, content, code, pointer) => {
    world.put(join(world.rootOf('claude'), path), content);
    const found = await all();
    expect(found).toMatchObject([{ code, data: { pointer } }]);
    expect(JSON.stringify(found)).not.toContain('sk-dummy');
  });

  test.each([
    ['.claude.json', JSON.stringify({ mcpServers: { s: { args: ['hunter22'] } } })],
    ['CLAUDE.md', 'Log in with `hunter22`.\n'],
  ])('a short password of one account, known by nothing but being it, in %s', async (path, text) => {
    const { home } = await world.account('claude', 'b');
    world.put(join(home, '.claude.json'), { mcpServers: { s: { env: { DB_PASSWORD: 'hunter22' } } } });
    world.put(join(world.rootOf('claude'), path), text);
    expect(await all()).toMatchObject([{ name: 'oneStore', code: 'CREDENTIAL_ASTRAY' }]);
  });

  test('a merged file that is damaged is not proven', async () => {
    world.put(join(world.rootOf('claude'), '.claude.json'), '{');
    expect(verdictsOf(await world.audit('claude'))).toEqual({
      noSecretShared: 'notProven',
      nothingPrivateShared: 'notProven',
    });
  });

  test('a link in it that leads into a home, and one that leads to what holds all homes', async () => {
    const { home } = await world.account('codex', 'b');
    world.link(home, join(world.rootOf('codex'), 'skills/all'));
    world.link(world.home, join(world.rootOf('codex'), 'sessions/all'));
    world.link(join(world.home, '.codex/auth.json'), join(world.rootOf('codex'), 'prompts/x.md'));
    world.put('.codex/auth.json', codexLogin('me'));
    expect((await all()).map(({ name, code }) => [name, code])).toEqual(
      Array(3).fill(['noSecretShared', 'LINK_LEADS_ASTRAY']),
    );
  });

  test('what a tool or we ourselves leave beside a file for a moment is the file’s', async () => {
    world.put(join(world.rootOf('claude'), 'history.jsonl.lock/x'), '');
    world.put(join(world.rootOf('claude'), '.settings.json.ab12cd34.tmp'), '{"env":{"A":"b"}}');
    expect(await all()).toMatchObject([{ code: 'KEY_SHARED', data: { pointer: '/env' } }]);
  });

  test('B026 a link in it to what the user shares anyway is right', async () => {
    world.put('dot/commands/x.md', 'x');
    world.put('.codex/skills/x/SKILL.md', 'x');
    world.link(join(world.home, 'dot/commands'), join(world.rootOf('claude'), 'commands/mine'));
    world.link(join(world.home, '.codex/skills/x'), join(world.rootOf('codex'), 'skills/x'));
    expect(await all()).toEqual([]);
  });

  test('a second name of an account’s login', async () => {
    const auth = world.put(join((await world.account('codex', 'b')).home, 'auth.json'), codexLogin('b'));
    mkdirSync(join(world.rootOf('codex'), 'sessions'), { recursive: true });
    linkSync(auth, join(world.rootOf('codex'), 'sessions/x'));
    expect(await all()).toMatchObject([{ code: 'LINK_LEADS_ASTRAY', data: { to: auth } }]);
  });
});

describe('a home', () => {
  test.each([
    ['another account’s', (other: string) => join(other, 'sessions')],
    ['the tool’s own', () => '.codex'],
  ])('with a link into %s directory', async (_whose, target) => {
    const [a, b] = [await world.account('codex', 'a'), await world.account('codex', 'b')];
    mkdirSync(join(b.home, 'sessions'), { recursive: true });
    world.put('.codex/x', 'x');
    const to = target(b.home);
    rmSync(join(a.home, 'sessions'), { recursive: true, force: true });
    world.link(to.startsWith('/') ? to : join(world.home, to), join(a.home, 'sessions'));
    const { codes } = proofOf(await world.audit(), 'ownLinks');
    expect(codes).toEqual(['LINK_LEADS_ASTRAY']);
  });

  test('whose login is a link', async () => {
    const { home } = await world.account('codex', 'a');
    const to = world.put('safe/auth.json', codexLogin('a'));
    world.link(to, join(home, 'auth.json'));
    expect(proofOf(await world.audit(), 'ownLinks').findings).toMatchObject([
      { code: 'IDENTITY_LINKED', data: { to }, hint: `rm "${join(home, 'auth.json')}"` },
    ]);
  });

  test('whose settings are the user’s own link is right', async () => {
    const { home } = await world.account('claude', 'a');
    rmSync(join(home, 'settings.json'), { force: true });
    world.link(world.put('dot/settings.json', {}), join(home, 'settings.json'));
    expect(verdictsOf(await world.audit())).toEqual({});
  });

  test('with a link into the root that nobody planned', async () => {
    const { home } = await world.sharing('codex', 'a');
    world.link(world.rootOf('codex'), join(home, 'everything'));
    expect(proofOf(await world.audit(), 'nothingUnknownShared').findings).toMatchObject([
      { code: 'LINK_LEADS_ASTRAY', hint: `rm "${join(home, 'everything')}"` },
    ]);
  });

  test('law 5: sessions that are shared while the locks of their writers are not', async () => {
    const { home } = await world.sharing('codex', 'a');
    rmSync(join(home, 'thread-writer-locks'));
    mkdirSync(join(home, 'thread-writer-locks'));
    const { findings } = proofOf(await world.audit(), 'guarded');
    expect(findings.map(({ code, data }) => [code, data])).toEqual(
      ['archived_sessions', 'sessions'].map((path) => [
        'GUARD_NOT_SHARED',
        { tool: 'codex', label: 'a', path, guard: 'thread-writer-locks', by: 'run' },
      ]),
    );
  });

  test.each([
    ['gone', () => ({})],
    ['another', () => ({ cleanupPeriodDays: 30 })],
  ])('law 1: the value that keeps a home from deleting is %s', async (_what, content) => {
    const { home } = await world.sharing('claude', 'a');
    world.put(join(home, 'settings.json'), content());
    expect(proofOf(await world.audit(), 'retained').findings).toMatchObject([
      { code: 'RETENTION_NOT_IN_FORCE', hint: 'tools run claude -a a' },
    ]);
  });

  test('laws 1 and 5 hold for whoever has links into the root, also unasked, also the tool’s own directory', async () => {
    await world.sharing('claude', 'a');
    await world.sharing('codex', 'a');
    const { home } = await world.account('claude', 'b');
    world.link(join(world.rootOf('claude'), 'projects'), join(home, 'projects'));
    world.link(join(world.rootOf('claude'), 'projects'), join(world.home, '.claude/projects'));
    world.link(join(world.rootOf('codex'), 'sessions'), join(world.home, '.codex/sessions'));
    const result = await world.audit();
    expect(proofOf(result, 'retained').findings.map(({ hint }) => hint)).toEqual([
      'tools share on claude -a b',
      'tools adopt claude --undo && tools adopt claude --set-retention',
    ]);
    expect(proofOf(result, 'guarded').findings).toMatchObject([
      { data: { label: 'system', path: 'sessions' } },
    ]);
  });

  test.each([
    ['home', (home: string) => home],
    ['login', (home: string) => join(home, 'auth.json')],
    ['file of a key', (home: string) => join(home, '../secret.json')],
  ])('whose %s others can look into', async (_what, place) => {
    const { home } = await world.account('codex', 'a', token('a'));
    world.put(join(home, 'auth.json'), codexLogin('a'));
    chmodSync(place(home), 0o755);
    expect(proofOf(await world.audit(), 'closed').codes).toEqual(['MODE_TOO_WIDE']);
  });
});

describe('what is unknown', () => {
  test('paths and keys are listed with the rule for a descriptor, and are no fault', async () => {
    const { home } = await world.account('claude', 'a');
    for (const path of ['novel/deep/x', 'new.json', 'plugins/known/x', 'a:b'])
      world.put(join(home, path), 'CANARY');
    world.put(join(home, '.claude.json'), { fresh: 'CANARY', theme: 'x', [token('x')]: 1 });
    const result = await world.audit();
    expect(result.isClean).toBe(true);
    expect(result.unknown).toEqual([
      {
        tool: 'claude',
        label: 'a',
        paths: [
          { path: 'a:b', rule: null },
          { path: 'new.json', rule: { path: 'new.json', class: 'identity', kind: 'file' } },
          { path: 'novel', rule: { path: 'novel', class: 'identity', kind: 'directory' } },
        ],
        keys: [
          { file: '.claude.json', pointer: '/fresh', rule: { pointer: '/fresh', class: 'identity' } },
          { file: '.claude.json', pointer: '/…', rule: null },
        ],
        more: 0,
      },
    ]);
    expect(JSON.stringify(result)).not.toMatch(/CANARY|sk-dummy/);
  });

  test('a path of another root says so', async () => {
    const { home } = await world.account('opencode', 'a');
    world.put(join(home, 'data/opencode/new'), 'x');
    world.put(join(home, 'config/new'), 'x');
    expect((await world.audit()).unknown[0]?.paths.map(({ rule }) => rule)).toEqual([
      { path: 'new', class: 'identity', kind: 'file' },
      { path: 'new', root: 'data', class: 'identity', kind: 'file' },
    ]);
  });
});

test('the root of a home may be closed to us: then that is not proven', async () => {
  const { home } = await world.account('codex', 'a');
  const closed = join(home, 'sessions');
  mkdirSync(closed, { recursive: true });
  const { host } = world.ctx;
  const readdir = (path: string) => {
    if (path === closed) throw Object.assign(new Error('no'), { code: 'EACCES' });
    return host.files.readdir(path);
  };
  const blind = world.as({ files: { ...host.files, readdir } });
  expect(proofOf(await blind.audit('codex'), 'ownLinks')).toMatchObject({
    verdict: 'notProven',
    gaps: [{ what: closed, why: 'EACCES' }],
  });
  expect(statSync(closed).isDirectory()).toBe(true);
});
