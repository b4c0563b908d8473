import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type AccountsContext,
  addAccount,
  findStoredAccount,
  importAccount,
  liesElsewhere,
  listAccounts,
  planImport,
  removeAccount,
  updateAccount,
} from '../../src/accounts/index.ts';
import { assembleHome } from '../../src/accounts/sharing/assemble-home.ts';
import type { AITool } from '../../src/registry/index.ts';
import { AIToolRegistry } from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { treeOf } from '../support/tree.ts';
import { killEverywhere, pathsIn, type StoreLab, storeLab } from './store-lab.ts';

const registry = new AIToolRegistry();
for (const tool of builtInTools) registry.register(tool);
registry.register({ id: 'foo', displayName: 'Foo', configDirEnvVar: 'FOO_HOME' });

/** A process that knows the built-in tools, and one of which nothing but a variable is known. */
function world(): { lab: StoreLab; ctx: AccountsContext; put: (path: string, text: string) => string } {
  const lab = storeLab();
  const ctx = { ...lab.process(), registry };
  return {
    lab,
    ctx,
    put: (path, text) => {
      const file = join(lab.home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
  };
}

function tool(id: string): AITool {
  return registry.tool(id) as AITool;
}

const jwt = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
const codexLogin = (user: string) =>
  JSON.stringify({
    tokens: {
      access_token: 'sk-dummy-access',
      account_id: 'org-1',
      id_token: jwt({
        email: `${user}@example.com`,
        'https://api.openai.com/auth': { chatgpt_user_id: user, chatgpt_account_id: 'org-1' },
      }),
    },
  });

describe('importAccount', () => {
  test('the directory stays where it is, to the byte and the minute, and is the home of a private account', async () => {
    const { lab, ctx, put } = world();
    const file = put('.codex-work/auth.json', codexLogin('work'));
    put('.codex-work/sessions/2026/a.jsonl', '{}\n');
    const home = join(lab.home, '.codex-work');
    const old = new Date('2020-01-01T00:00:00Z');
    for (const path of [file, home]) utimesSync(path, old, old);
    const before = treeOf(home);
    const { account, plan } = await importAccount(ctx, tool('codex'), { from: '~/.codex-work' });
    expect(plan).toMatchObject({ login: 'usable', sameLogin: [] });
    expect(account).toMatchObject({
      label: 'work',
      home,
      kind: 'login',
      sharing: { on: false, except: [] },
      identity: { subject: 'work', email: 'work@example.com', organization: 'org-1' },
    });
    expect(treeOf(home)).toEqual(before);
    expect([statSync(file).mtimeMs, statSync(home).mtimeMs]).toEqual([old.getTime(), old.getTime()]);
    expect(existsSync(join(lab.root, 'accounts/codex', account.id, 'home'))).toBe(false);
    expect(liesElsewhere(ctx, account)).toBe(true);
    const raw = JSON.parse(
      readFileSync(join(lab.root, 'accounts/codex', account.id, 'account.json'), 'utf8'),
    );
    expect(raw.home).toBe(home);
    expect(JSON.stringify(raw)).not.toContain('sk-dummy');
  });

  test('removing the account leaves the directory as it is', async () => {
    const { lab, ctx, put } = world();
    put('.codex-work/auth.json', codexLogin('work'));
    const before = treeOf(join(lab.home, '.codex-work'));
    await importAccount(ctx, tool('codex'), { from: '~/.codex-work' });
    const { stays } = await removeAccount(ctx, 'codex', 'work');
    expect(stays).toBe(join(lab.home, '.codex-work'));
    expect(treeOf(join(lab.home, '.codex-work'))).toEqual(before);
    await importAccount(ctx, tool('codex'), { from: '~/.codex-work' });
  });

  test('one that shares gets copies in the place of our links when its account is removed, and others keep theirs', async () => {
    const { lab, ctx, put } = world();
    put('.codex-work/auth.json', codexLogin('work'));
    put('.codex-work/sessions/2026/a.jsonl', 'own');
    const { account } = await importAccount(ctx, tool('codex'), { from: '~/.codex-work' });
    const sharing = await updateAccount(ctx, account, { sharing: { on: true, except: [] } });
    await assembleHome(ctx, tool('codex'), sharing);
    const home = join(lab.home, '.codex-work');
    expect(lstatSync(join(home, 'sessions')).isSymbolicLink()).toBe(true);
    const shared = join(lab.root, 'installations/codex/default/shared/sessions');
    writeFileSync(join(shared, 'b.jsonl'), 'of others');
    expect(await removeAccount(ctx, 'codex', 'work')).toMatchObject({ stays: home });
    expect(Object.values(treeOf(home)).filter((entry) => entry.startsWith('link'))).toEqual([]);
    expect(readFileSync(join(home, 'sessions/2026/a.jsonl'), 'utf8')).toBe('own');
    expect(readFileSync(join(home, 'sessions/b.jsonl'), 'utf8')).toBe('of others');
    expect(readFileSync(join(shared, '2026/a.jsonl'), 'utf8')).toBe('own');
  });

  test.each([
    ['claude', '.claude-work', 'work'],
    ['claude', '.claude_work', 'work'],
    ['claude', 'work-claude', 'work'],
    ['claude', '.claude-me@example.com', 'me@example.com'],
    ['claude', 'client.claude', 'client'],
    ['codex', 'elsewhere', 'elsewhere'],
    ['qwen', '.qwen-a-b', 'a-b'],
  ])('of %s the directory %s becomes the account %s', async (id, directory, label) => {
    const { ctx, put } = world();
    for (const file of ['.claude.json', 'auth.json', 'settings.json']) put(`${directory}/${file}`, '{}');
    expect(await planImport(ctx, tool(id), { from: `~/${directory}` })).toMatchObject({ label });
  });

  test.each(['x/.claude', 'x/claude', 'x/default', 'x/con', 'x/a b'])(
    '%s tells no label, and one is asked for',
    async (directory) => {
      const { ctx, put } = world();
      put(`${directory}/.claude.json`, '{}');
      await expect(planImport(ctx, tool('claude'), { from: `~/${directory}` })).rejects.toMatchObject({
        code: 'IMPORT_LABEL_NEEDED',
        hint: `tools import claude --from "~/${directory}" -a LABEL`,
      });
      const { account } = await importAccount(ctx, tool('claude'), { from: `~/${directory}`, label: 'mine' });
      expect(account.label).toBe('mine');
    },
  );

  test.each([
    ['gemini', 'g-work/.gemini/settings.json', '~/g-work/.gemini', 'g-work'],
    ['gemini', 'g-work/.gemini/settings.json', '~/g-work', 'g-work'],
    ['opencode', 'oc/data/opencode/auth.json', '~/oc/data/opencode', 'oc'],
    ['opencode', 'oc/config/opencode.json', '~/oc/config', 'oc'],
    ['opencode', 'oc/config/opencode.json', '~/oc', 'oc'],
  ])('%s: people name the directory that they see', async (id, file, from, home) => {
    const { lab, ctx, put } = world();
    put(file, '{}');
    expect(await planImport(ctx, tool(id), { from })).toMatchObject({ home: join(lab.home, home) });
  });

  test('the spelling of the user is kept: a link stays the name of the home, a relative path becomes absolute', async () => {
    const { lab, ctx, put } = world();
    put('dot/files/auth.json', codexLogin('work'));
    symlinkSync(join(lab.home, 'dot/files'), join(lab.home, '.codex-work'));
    const { account } = await importAccount(ctx, tool('codex'), { from: 'x/.././/.codex-work/' });
    expect(account.home).toBe(join(lab.home, '.codex-work'));
    await expect(
      importAccount(ctx, tool('codex'), { from: '~/dot/files', label: 'two', acceptSameLogin: true }),
    ).rejects.toMatchObject({ code: 'IMPORT_BELONGS', data: { whose: 'codex#work' } });
  });

  test.each([
    ['codex', '.codex/auth.json', '~/.codex'],
    ['codex', '.codex/auth.json', '~/link'],
    ['gemini', '.gemini/settings.json', '~/.gemini'],
    ['gemini', '.gemini/settings.json', '~'],
    ['opencode', '.config/opencode/opencode.json', '~/.config/opencode'],
    ['opencode', '.local/share/opencode/auth.json', '~/.local/share/opencode'],
  ])("%s's own directory is the account system: %s named %s", async (id, file, from) => {
    const { lab, ctx, put } = world();
    symlinkSync(dirname(put(file, '{}')), join(lab.home, 'link'));
    await expect(planImport(ctx, tool(id), { from, label: 'x' })).rejects.toMatchObject({
      code: 'IMPORT_IS_SYSTEM',
      exit: 2,
      hint: `tools use ${id} system`,
    });
  });

  test.each([
    ['codex', '~', "the user's home directory"],
    ['codex', '~/.claude', "Claude Code's own directory"],
    ['codex', '~/.codex/inner', "Codex's own directory"],
    ['codex', '~/ours', 'our own folder'],
    ['codex', '~/ours/accounts/codex', 'our own folder, or another account'],
    ['codex', '/', "the user's home directory"],
  ])('for %s, %s is refused: it belongs to %s', async (id, from, whose) => {
    const { lab, ctx, put } = world();
    await addAccount(ctx, 'codex', 'other');
    for (const at of ['', '.claude/', '.codex/inner/', 'ours/', 'ours/accounts/codex/'])
      put(`${at}auth.json`, '{}');
    const before = treeOf(lab.home);
    await expect(planImport(ctx, tool(id), { from, label: 'x' })).rejects.toMatchObject({
      code: 'IMPORT_BELONGS',
      data: { whose },
    });
    expect(treeOf(lab.home)).toEqual(before);
  });

  test.each([
    ['~/nowhere', 'IMPORT_UNUSABLE', 'there is no such directory'],
    ['~/file', 'IMPORT_UNUSABLE', 'it is not a directory'],
    ['~/loop', 'IMPORT_UNUSABLE', 'there is no such directory'],
    ['~/project', 'IMPORT_NOTHING_THERE', 'auth.json, config.toml, sessions'],
  ])('%s is refused: %s', async (from, code, said) => {
    const { lab, ctx, put } = world();
    put('file', 'x');
    put('project/AGENTS.md', 'x');
    symlinkSync('loop', join(lab.home, 'loop'));
    await expect(importAccount(ctx, tool('codex'), { from, label: 'x' })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(said),
    });
    expect(listAccounts(ctx)).toEqual([]);
  });

  test.skipIf(process.getuid?.() === 0)('one that we may not read is refused', async () => {
    const { lab, ctx, put } = world();
    put('.codex-work/auth.json', '{}');
    chmodSync(join(lab.home, '.codex-work'), 0o000);
    await expect(importAccount(ctx, tool('codex'), { from: '~/.codex-work' })).rejects.toMatchObject({
      code: 'IMPORT_UNUSABLE',
    });
    chmodSync(join(lab.home, '.codex-work'), 0o700);
  });

  test('a directory that we may only read is imported: nothing is written in it', async () => {
    const { lab, ctx, put } = world();
    put('.codex-work/auth.json', codexLogin('work'));
    chmodSync(join(lab.home, '.codex-work'), 0o500);
    expect((await importAccount(ctx, tool('codex'), { from: '~/.codex-work' })).account.label).toBe('work');
    chmodSync(join(lab.home, '.codex-work'), 0o700);
  });

  test('it has the installation that was asked for, and its root', async () => {
    const { lab, ctx, put } = world();
    put('.codex-work/auth.json', codexLogin('work'));
    const record = { schemaVersion: 1, tool: 'codex', name: 'old', root: 'old', program: { kind: 'path' } };
    put(
      join(lab.root, 'installations/codex/old/installation.json').slice(lab.home.length),
      JSON.stringify(record),
    );
    const { account } = await importAccount(ctx, tool('codex'), {
      from: '~/.codex-work',
      installation: 'old',
    });
    expect(account).toMatchObject({ installation: 'old', root: 'old' });
  });

  test('without a login in it the account is made all the same', async () => {
    const { ctx, put } = world();
    put('.codex-work/config.toml', '');
    const { account, plan } = await importAccount(ctx, tool('codex'), { from: '~/.codex-work' });
    expect(account.identity).toBeNull();
    expect(plan).toMatchObject({ login: 'none', problem: 'auth.json is not there' });
  });

  test('of a tool of which nothing is known any directory can be the home, and nothing is said of a login', async () => {
    const { ctx, put } = world();
    put('foo-work/x', '');
    const { plan } = await importAccount(ctx, tool('foo'), { from: '~/foo-work' });
    expect(plan).toMatchObject({ label: 'work', login: 'unknown', identity: null });
  });

  test('two files of it that name two people are refused', async () => {
    const { ctx, put } = world();
    put('.claude-x/.credentials.json', JSON.stringify({ organizationUuid: 'org-1' }));
    put('.claude-x/.claude.json', JSON.stringify({ oauthAccount: { organizationUuid: 'org-2' } }));
    await expect(importAccount(ctx, tool('claude'), { from: '~/.claude-x' })).rejects.toMatchObject({
      code: 'IDENTITY_CONFLICT',
    });
  });

  test('one live copy: the login of system, or of another account, is named, and needs consent', async () => {
    const { ctx, put } = world();
    put('.codex/auth.json', codexLogin('me'));
    put('.codex-one/auth.json', codexLogin('me'));
    put('.codex-two/auth.json', codexLogin('me'));
    put('.codex-three/auth.json', codexLogin('other'));
    const from = '~/.codex-one';
    await expect(importAccount(ctx, tool('codex'), { from })).rejects.toMatchObject({
      code: 'IMPORT_SAME_LOGIN',
      exit: 4,
      data: { holders: ['codex#system'], who: 'me@example.com (org-1)' },
    });
    await importAccount(ctx, tool('codex'), { from, acceptSameLogin: true });
    expect(await planImport(ctx, tool('codex'), { from: '~/.codex-two' })).toMatchObject({
      sameLogin: ['codex#one', 'codex#system'],
    });
    expect(await planImport(ctx, tool('codex'), { from: '~/.codex-three' })).toMatchObject({ sameLogin: [] });
  });

  test('what names somebody and logs nobody in is no login of theirs', async () => {
    const { ctx, put } = world();
    const named = JSON.stringify({ oauthAccount: { accountUuid: 'one', organizationUuid: 'org-1' } });
    put('.claude.json', named);
    put('.claude-x/.claude.json', named);
    expect(await planImport(ctx, tool('claude'), { from: '~/.claude-x' })).toMatchObject({
      login: 'none',
      sameLogin: [],
    });
  });

  test('a label that is taken: the line to type again has another one', async () => {
    const { ctx, put } = world();
    put('.codex-work/auth.json', codexLogin('work'));
    put('.codex-old/auth.json', codexLogin('old'));
    await importAccount(ctx, tool('codex'), { from: '~/.codex-work' });
    const request = { from: '~/.codex-old', label: 'work' };
    await expect(planImport(ctx, tool('codex'), request)).rejects.toMatchObject({
      code: 'LABEL_TAKEN',
      hint: 'tools import codex --from "~/.codex-old" -a ANOTHER-LABEL',
    });
  });

  test('twice at once by any name, also for another tool, is once: one home, one account', async () => {
    const { lab, put } = world();
    put('.codex-work/auth.json', codexLogin('work'));
    put('.codex-work/settings.json', '{}');
    symlinkSync(join(lab.home, '.codex-work'), join(lab.home, 'link'));
    const asked = [
      ['codex', '~/.codex-work'],
      ['codex', '~/link'],
      ['foo', '~/.codex-work'],
      ['codex', '~/.codex-work/.'],
    ];
    const done = await Promise.allSettled(
      asked.map(([id = '', from = ''], nth) =>
        importAccount({ ...lab.process(), registry }, tool(id), { from, label: `l${nth}` }),
      ),
    );
    const refused = done.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(refused).toEqual(['IMPORT_BELONGS', 'IMPORT_BELONGS', 'IMPORT_BELONGS']);
    expect(listAccounts({ ...lab.process(), registry })).toHaveLength(1);
  });

  test('the name of nothing, as of a variable that is not set, is not the directory one is in', async () => {
    const { ctx, put } = world();
    put('in/auth.json', codexLogin('work'));
    const inside = { ...ctx, host: { ...ctx.host, cwd: join(ctx.host.homeDir, 'in') } };
    await expect(planImport(inside, tool('codex'), { from: '', label: 'x' })).rejects.toThrow(
      expect.objectContaining({ code: 'IMPORT_UNUSABLE' }),
    );
    expect(await planImport(inside, tool('codex'), { from: '.', label: 'x' })).toMatchObject({ label: 'x' });
  });

  test('a label that is taken is told before anything is made', async () => {
    const { lab, ctx, put } = world();
    await addAccount(ctx, 'codex', 'work');
    put('.codex-WORK/auth.json', codexLogin('work'));
    const before = treeOf(lab.root);
    for (const act of [planImport, importAccount] as const)
      await expect(act(ctx, tool('codex'), { from: '~/.codex-WORK' })).rejects.toMatchObject({
        code: 'LABEL_TAKEN',
        data: { existing: 'work' },
      });
    expect(treeOf(lab.root)).toEqual(before);
  });

  test('ended anywhere it leaves no account or the whole one, and the directory as it was', async () => {
    const tried = await killEverywhere({
      before: async (ctx) => {
        mkdirSync(join(ctx.host.homeDir, 'alpha-work'));
        writeFileSync(join(ctx.host.homeDir, 'alpha-work/x'), 'CANARY');
      },
      change: (ctx) => importAccount(ctx, ctx.registry.tool('alpha') as AITool, { from: '~/alpha-work' }),
      after: async (ctx, lab) => {
        const alpha = ctx.registry.tool('alpha') as AITool;
        const made = listAccounts(ctx, 'alpha').length === 1;
        if (!made) await importAccount(ctx, alpha, { from: '~/alpha-work' });
        const { home, id } = findStoredAccount(ctx, 'alpha', 'work', 'test');
        expect(home).toBe(join(lab.home, 'alpha-work'));
        await addAccount(ctx, 'alpha', 'next');
        expect(Object.keys(treeOf(home))).toEqual(['x']);
        expect(pathsIn(lab).filter((path) => path.includes(`${id}/`))).toEqual([
          `accounts/alpha/${id}/account.json`,
        ]);
      },
    });
    expect(tried).toBeGreaterThan(8);
  });
});
