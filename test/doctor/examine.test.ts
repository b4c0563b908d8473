import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AccountsContext,
  addAccount,
  findStoredAccount,
  type StoredAccount,
  updateAccount,
} from '../../src/accounts/index.ts';
import { joinRoot } from '../../src/accounts/sync/join-root.ts';
import { examine } from '../../src/doctor/index.ts';
import { type AITool, AIToolRegistry, type ToolDescriptor } from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { codexLogin, loginWorld } from '../accounts/login-world.ts';
import { cliRegistry } from '../cli/cli-world.ts';
import { tempHome } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

const registry = cliRegistry();

/** Somebody's computer with codex on it and one account of it; nothing else in PATH is a tool. */
interface World {
  readonly home: string;
  /** Our folder. */
  readonly root: string;
  readonly ctx: AccountsContext;
  put(path: string, content: string): string;
}

let world: World;
/** Of the account. */
let home: string;

beforeEach(async () => {
  world = worldWith(tempHome());
  chmodSync(world.put('bin/codex', '#!/bin/sh\necho codex-cli 1.2.3\n'), 0o755);
  home = (await addAccount(world.ctx, 'codex', 'work')).home;
});

function worldWith(at: string, env: Record<string, string> = {}): World {
  const { ctx, put } = loginWorld({ cwd: at, env: { PATH: `${at}/bin:/usr/bin:/bin`, ...env } }, at);
  return { home: at, root: ctx.paths.root, put, ctx: { ...ctx, registry } };
}

/** Looks at one tool, and checks that looking changes nothing. */
async function doctor(env: Record<string, string> = {}, id = 'codex') {
  const before = { ...treeOf(world.home), ourFolder: statSync(world.root).ctimeMs };
  const { ctx } = worldWith(world.home, env);
  const { findings, programs } = await examine(
    ctx,
    registry.all().filter((tool) => tool.id === id),
  );
  expect({ ...treeOf(world.home), ourFolder: statSync(world.root).ctimeMs }).toEqual(before);
  const plain = findings.map(({ code, message, hint }) => ({ code, message, hint }));
  return { codes: plain.map(({ code }) => code), findings: plain, programs };
}

/** What doctor finds where looks at some paths end otherwise than the disk would have it. */
async function codesWhere(
  look: 'stat' | 'readdir',
  answer: (path: string) => string | undefined,
  env: Record<string, string> = {},
): Promise<readonly string[]> {
  const { ctx } = worldWith(world.home, env);
  const { files } = ctx.host;
  const asked = (path: string) => {
    const code = answer(path);
    if (code === undefined) return files[look](path);
    throw Object.assign(new Error(code), { code, path, syscall: look === 'stat' ? 'stat' : 'scandir' });
  };
  const host = { ...ctx.host, files: { ...files, [look]: asked } };
  const { findings } = await examine(
    { ...ctx, host },
    registry.all().filter((tool) => tool.id === 'codex'),
  );
  return findings.map(({ code }) => code);
}

const endedPid = 2 ** 22 + 1;

function log(path: string, text: string, mode = 0o600): void {
  writeFileSync(path, text);
  chmodSync(path, mode);
}

describe('B134: doctor', () => {
  describe('names what is wrong with what accounts share', () => {
    const codex = builtInTools.find(({ id }) => id === 'codex') as ToolDescriptor;
    const real = new AIToolRegistry();
    real.register(codex);
    const tool = real.tool('codex') as AITool;
    let account: StoredAccount;
    const place = () => join(account.home, 'sessions');
    const shared = () => world.ctx.paths.sharedFolder('codex', 'default');
    const found = async () => (await examine({ ...world.ctx, registry: real }, [tool])).findings;

    beforeEach(async () => {
      account = await updateAccount(world.ctx, findStoredAccount(world.ctx, 'codex', 'work', 'run'), {
        sharing: { on: true, except: [] },
      });
      await joinRoot({ ...world.ctx, registry: real }, tool, account);
    });

    test.each([
      ['whose folder is gone', () => rmSync(join(shared(), 'sessions'), { recursive: true })],
      [
        'that leads nowhere at all',
        () => {
          rmSync(place());
          symlinkSync('/nowhere/sessions', place());
        },
      ],
    ])('a link %s', async (_, breakIt) => {
      expect((await found()).map(({ code }) => code)).not.toContain('SHARE_LINKS_DANGLE');
      breakIt();
      expect(await found()).toContainEqual(
        expect.objectContaining({
          code: 'SHARE_LINKS_DANGLE',
          message: expect.stringContaining(
            `codex#work has links that lead nowhere: sessions in ${account.home}`,
          ),
          hint: 'tools run codex -a work',
        }),
      );
    });

    test.each([
      ['the root', () => join(shared(), 'config.toml')],
      ['a home', () => join(account.home, 'config.toml')],
    ])('a file that is merged and was cut off, in %s, once', async (_, place) => {
      log(place(), 'model = "big');
      const before = treeOf(world.home);
      const damaged = (await found()).filter(({ code }) => code === 'TOOL_FILE_DAMAGED');
      expect(damaged.map(({ message }) => message)).toEqual([expect.stringContaining(place())]);
      expect(treeOf(world.home)).toEqual(before);
    });

    test('a root that is not in its place', async () => {
      rmSync(shared(), { recursive: true });
      expect((await found()).map(({ code }) => code)).toContain('ROOT_GONE');
    });
  });

  test.each(builtInTools.filter(({ relocation }) => relocation?.settings).map(({ id }) => id))(
    'an account of %s that was just made has the settings that keep it apart, whether it shares or not',
    async (id) => {
      const real = new AIToolRegistry();
      real.register(builtInTools.find((each) => each.id === id) as ToolDescriptor);
      const ctx = { ...worldWith(tempHome()).ctx, registry: real };
      await addAccount(ctx, id, 'new', { sharing: { wanted: 'share' } });
      await addAccount(ctx, id, 'own', { sharing: { wanted: 'private' } });
      const { findings } = await examine(ctx, real.all());
      expect(findings.map(({ code }) => code)).not.toContain('SETTING_NOT_IN_FORCE');
    },
  );

  test('finds nothing in a healthy state', async () => {
    expect((await doctor()).codes).toEqual([]);
  });

  test('a credential that others can read', async () => {
    log(join(home, 'auth.json'), codexLogin('user-1'), 0o644);
    const { findings } = await doctor();
    expect(findings).toEqual([
      {
        code: 'MODE_TOO_WIDE',
        message: expect.stringContaining('auth.json has mode 0644'),
        hint: `chmod 600 "${join(home, 'auth.json')}"`,
      },
    ]);
  });

  test.each([
    ['no login', '{"ui":{}}', []],
    ['a key', '{"env":{"OPENAI_API_KEY":"sk-dummy"}}', ['MODE_TOO_WIDE']],
    ['who knows what', '{', ['MODE_TOO_WIDE']],
  ])('settings that others can read, and that hold %s', async (_holds, text, expected) => {
    const qwen = new AIToolRegistry();
    for (const tool of builtInTools.filter(({ id }) => id === 'qwen')) qwen.register(tool);
    const ctx = { ...world.ctx, registry: qwen };
    const account = await addAccount(ctx, 'qwen', 'work');
    log(join(account.home, 'settings.json'), text, 0o644);
    const codes = (await examine(ctx, qwen.all())).findings.map(({ code }) => code);
    expect(codes.filter((code) => code === 'MODE_TOO_WIDE')).toEqual(expected);
  });

  test.each(['', 'accounts', 'accounts/codex', 'labels', 'layout.json'])(
    'our own %s that others can read',
    async (name) => {
      const path = join(world.root, name);
      chmodSync(path, 0o755);
      expect((await doctor()).codes).toEqual(['MODE_TOO_WIDE']);
    },
  );

  test('a configuration that is no TOML although it holds the expected line', async () => {
    log(join(home, 'config.toml'), '[features]\ndaemon_auto_start = false\n= broken');
    const { codes, findings } = await doctor();
    expect(codes).toEqual(['TOOL_FILE_DAMAGED']);
    expect(findings[0]?.message).toContain(join(home, 'config.toml'));
  });

  test('a setting that keeps accounts apart and is not there', async () => {
    log(join(home, 'config.toml'), '[features]\ndaemon_auto_start = true\n');
    expect((await doctor()).codes).toEqual(['SETTING_NOT_IN_FORCE']);
  });

  test('B057: an account whose directory is gone', async () => {
    rmSync(home, { recursive: true });
    expect((await doctor()).codes).toEqual(['ACCOUNT_HOME_MISSING']);
  });

  test('two accounts with one identity', async () => {
    const second = await addAccount(world.ctx, 'codex', 'second');
    for (const each of [home, second.home]) log(join(each, 'auth.json'), codexLogin('user-1'));
    const { codes, findings } = await doctor();
    expect(codes).toEqual(['IDENTITY_SHARED']);
    expect(findings[0]?.message).toBe('codex#second and codex#work are one login: user-1.');
  });

  test('a key that can’t be read, without a word of it', async () => {
    const held = await addAccount(world.ctx, 'codex', 'held', { key: 'sk-dummy-CANARY-1' });
    const secret = join(held.home, '../secret.json');
    log(secret, '{"schemaVersion":1,"key":"sk-dummy-CANARY');
    const { codes, findings } = await doctor();
    expect(codes).toEqual(['STATE_DAMAGED']);
    expect(findings[0]?.message).toContain(world.root);
    expect(JSON.stringify(findings)).not.toContain('CANARY');
    rmSync(secret);
    expect((await doctor()).codes).toEqual([]);
  });

  test('an account whose directory is a link to the tool’s own', async () => {
    mkdirSync(join(world.home, '.codex'));
    rmSync(home, { recursive: true });
    symlinkSync(join(world.home, '.codex'), home);
    const { codes, findings } = await doctor();
    expect(codes).toEqual(['ACCOUNT_HOME_FOREIGN']);
    expect(findings[0]?.message).toContain(home);
  });

  test('what may not be looked at is named, and hides nothing else', async () => {
    mkdirSync(join(world.root, 'accounts/codex/.abcd1234.lock'), { mode: 0o700 });
    const isClosed = (path: string) => (path.startsWith('/closed') ? 'EACCES' : undefined);
    const env = { CODEX_HOME: '/closed/home', AI_TOOLS_ACCOUNT_NOBODY: 'work' };
    expect((await codesWhere('stat', isClosed, env)).toSorted()).toEqual([
      'LOCK_EMPTY',
      'STATE_UNREADABLE',
      'VARIABLE_STALE',
    ]);
  });

  test('a lock that is given up while doctor looks is no fault', async () => {
    const lock = join(world.root, 'accounts/codex/.abcd1234.lock');
    mkdirSync(lock, { mode: 0o700 });
    const giveUp = (path: string) => {
      if (path !== lock) return undefined;
      rmSync(lock, { recursive: true, force: true });
      return 'ENOENT';
    };
    expect(await codesWhere('readdir', giveUp)).toEqual([]);
  });

  test('a lock of a process that ended', async () => {
    const lock = join(world.root, 'accounts/codex/.abcd1234.lock');
    mkdirSync(lock, { mode: 0o700 });
    const { self } = world.ctx.host.processes;
    log(
      join(lock, 'holder.json'),
      JSON.stringify({ process: { ...self, pid: endedPid }, since: '2026-01-01T00:00:00Z', nonce: 'n' }),
    );
    expect((await doctor()).codes).toEqual(['LOCK_DEAD']);
  });

  test.each([
    ['an empty folder', (lock: string) => mkdirSync(lock, { mode: 0o700 }), 'LOCK_EMPTY'],
    ['a file', (lock: string) => log(lock, ''), 'LOCK_UNUSABLE'],
    ['a link that leads nowhere', (lock: string) => symlinkSync('/nowhere', lock), 'LOCK_UNUSABLE'],
  ])('a lock that is %s', async (_what, make, code) => {
    make(join(world.root, 'accounts/codex/.abcd1234.lock'));
    expect((await doctor()).codes).toEqual([code]);
  });

  test.each(['config.toml', 'auth.json'])('a %s that is a link to nothing', async (file) => {
    rmSync(join(home, file), { force: true });
    symlinkSync('/nowhere', join(home, file));
    const { codes, findings } = await doctor();
    expect(codes).toEqual(['TOOL_FILE_DANGLING']);
    expect(findings[0]?.message).toContain(join(home, file));
  });

  test('a login that is no JSON', async () => {
    log(join(home, 'auth.json'), '{');
    const { codes, findings } = await doctor();
    expect(codes).toEqual(['TOOL_FILE_DAMAGED']);
    expect(findings[0]?.message).toContain(join(home, 'auth.json'));
  });

  test('B140: an old file of the user’s that the tool reads elsewhere, which stays as it is', async () => {
    const stale = world.put('.claude/.claude.json', '{"oauthAccount":{"accountUuid":"user-2"}}');
    const { findings } = await doctor({}, 'claude');
    expect(findings).toContainEqual({
      code: 'TOOL_FILE_STALE',
      message: `claude does not read ${stale}: without its variable it reads ${join(world.home, '.claude.json')}.`,
      hint: expect.stringContaining(stale),
    });
  });

  test('an account that was never finished', async () => {
    const folder = join(world.root, 'accounts/codex/abcd1234');
    mkdirSync(folder, { mode: 0o700 });
    log(
      join(folder, 'pending.json'),
      JSON.stringify({
        schemaVersion: 1,
        label: 'x',
        process: { ...world.ctx.host.processes.self, pid: endedPid },
        startedAt: '2026-01-01T00:00:00Z',
      }),
    );
    expect((await doctor()).codes).toEqual(['PENDING_DEAD']);
  });

  test('a label that is claimed for nobody, and one that is not claimed', async () => {
    log(join(world.root, 'labels/codex/ghost'), 'zzzzzzzz\n');
    expect((await doctor()).codes).toEqual(['LABEL_CLAIM_STRAY']);
    rmSync(join(world.root, 'labels/codex/ghost'));
    rmSync(join(world.root, 'labels/codex/work'));
    expect((await doctor()).codes).toEqual(['LABEL_CLAIM_STRAY']);
  });

  test('a damaged account.json', async () => {
    log(join(home, '../account.json'), '{');
    expect((await doctor()).codes).toContain('STATE_DAMAGED');
  });

  test('B057: variables of this shell that lead nowhere', async () => {
    expect((await doctor({ CODEX_HOME: join(world.home, 'login-gone') })).findings).toEqual([
      { code: 'VARIABLE_STALE', message: expect.stringContaining('CODEX_HOME='), hint: 'unset CODEX_HOME' },
    ]);
    expect((await doctor({ CODEX_HOME: join(home, '../../gone1234/home') })).findings).toMatchObject([
      { code: 'VARIABLE_STALE', hint: 'eval "$(tools env codex --unset)"' },
    ]);
    expect((await doctor({ AI_TOOLS_ACCOUNT_CODXE: 'work' })).codes).toEqual(['VARIABLE_STALE']);
    expect((await doctor({ AI_TOOLS_ACCOUNT_CODEX: 'gone' })).codes).toEqual(['ACCOUNT_NOT_FOUND']);
    expect((await doctor({ CODEX_HOME: home, AI_TOOLS_ACCOUNT_CODEX: 'work' })).codes).toEqual([]);
  });

  test('B141: a tool of which nobody has shown that its variable isolates', async () => {
    const { codes, findings } = await doctor({}, 'foo');
    expect(codes).toContain('ISOLATION_NOT_SHOWN');
    expect(findings[0]?.message).toContain('foo: isolation not shown');
  });

  test('B084: the programs, which one is used, and why others are not', async () => {
    const dir = join(world.home, 'd');
    mkdirSync(join(dir, '1/codex'), { recursive: true });
    for (const name of ['2', '3', '4', '5']) mkdirSync(join(dir, name));
    log(join(dir, '2/codex'), '#!/bin/sh\n', 0o644);
    symlinkSync('/nowhere', join(dir, '3/codex'));
    for (const name of ['4', '5'])
      log(join(dir, name, 'codex'), `#!/bin/sh\necho codex-cli 1.0.${name}\n`, 0o755);
    const { codes, programs } = await doctor({
      PATH: ['1', '2', '3', '4', '5'].map((name) => join(dir, name)).join(':'),
    });
    expect(codes).toEqual([]);
    expect(programs).toEqual([
      {
        tool: 'codex',
        installation: 'default',
        found: [
          { path: join(dir, '4/codex'), version: '1.0.4', used: true },
          { path: join(dir, '5/codex'), version: '1.0.5', used: false },
        ],
        rejected: [
          { path: join(dir, '1/codex'), reason: 'directory' },
          { path: join(dir, '2/codex'), reason: 'not executable' },
          { path: join(dir, '3/codex'), reason: 'dangling link' },
        ],
      },
    ]);
  });

  test('the leaks that are known of a tool with accounts, with the versions that were looked at', async () => {
    const claude = builtInTools.find(({ id }) => id === 'claude') as ToolDescriptor;
    const real = new AIToolRegistry();
    real.register(claude);
    const ctx = { ...world.ctx, registry: real };
    expect((await examine(ctx, real.all())).leaks).toEqual([]);
    await addAccount(ctx, 'claude', 'work');
    const [known] = (await examine(ctx, real.all())).leaks;
    expect(known).toMatchObject({ tool: 'claude', version: null });
    expect(known?.leaks).toHaveLength(claude.relocation?.leaks?.length ?? 0);
    expect(new Set(known?.leaks.map(({ state }) => state))).toContain('watched');
  });

  test('a foreign login that would be used instead', async () => {
    await addAccount(world.ctx, 'claude', 'work');
    mkdirSync(join(world.home, '.claude'));
    log(join(world.home, '.claude/settings.json'), '{"env":{"ANTHROPIC_AUTH_TOKEN":"CANARY-9f3"}}');
    const { codes, findings } = await doctor({}, 'claude');
    expect(codes).toContain('LEAK_FOUND');
    expect(JSON.stringify(findings)).not.toContain('CANA');
  });

  test('an installation whose program is gone, one that was never finished, an account that has none', async () => {
    const installation = (name: string, program: object, root = name) =>
      world.put(
        `.local/share/ai-tools/installations/codex/${name}/installation.json`,
        JSON.stringify({ schemaVersion: 1, tool: 'codex', name, root, program }),
      );
    const file = installation('mine', { kind: 'path', file: join(world.home, 'gone') });
    for (const path of [file, join(file, '..'), join(file, '../..'), join(file, '../../..')])
      chmodSync(path, path === file ? 0o600 : 0o700);
    mkdirSync(join(world.root, 'installations/codex/half/versions'), { recursive: true });
    chmodSync(join(world.root, 'installations/codex/half'), 0o700);
    await updateAccount(world.ctx, findStoredAccount(world.ctx, 'codex', 'work', 'doctor'), {
      installation: 'nowhere',
    });
    const { findings, programs } = await doctor();
    expect(findings.map(({ code, hint }) => [code, hint])).toEqual([
      ['INSTALLATION_UNFINISHED', 'tools installations remove codex half'],
      ['INSTALLATION_NOT_FOUND', 'tools installations list codex'],
      ['PROGRAM_NOT_FOUND', 'tools installations show codex mine'],
    ]);
    expect(programs.map(({ installation: name, found }) => [name, found.length])).toEqual([
      ['default', 1],
      ['mine', 0],
    ]);
  });
});
