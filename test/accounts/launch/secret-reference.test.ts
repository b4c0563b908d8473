import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  accountStatus,
  addAccount,
  environmentOf,
  findStoredAccount,
  loginAccount,
  logoutAccount,
  planLaunch,
  readKey,
  type StoredAccount,
} from '../../../src/accounts/index.ts';
import { nodeFileSystem } from '../../../src/platform/index.ts';
import { runCaptured } from '../../../src/process/index.ts';
import { readJournal } from '../../../src/state/index.ts';
import { Died, faultyFiles } from '../../support/faulty-files.ts';
import { testHost } from '../../support/temp-home.ts';
import { textsBelow } from '../../support/tree.ts';
import { extensionsOf } from '../extensions-of.ts';
import { type LoginWorld, loginWorld, rejectionOf } from '../login-world.ts';

const key = 'sk-dummy-0000-CANARY-9f3';
const reference = 'op://Work/openai/key';

const saysKey = ({ say }: { say: (text: string) => void }) => say('sk-dummy-0000-CANARY-9f3');

async function referring(world: LoginWorld, keyFrom = reference): Promise<StoredAccount> {
  return addAccount(world.ctx, 'codex', 'ci', { keyFrom });
}

const start = (world: LoginWorld, account: StoredAccount) =>
  planLaunch(world.ctx, world.tool('codex'), account, { command: ['/bin/true'] });

describe('a key that is referred to', () => {
  test('is asked for at the start, by an argv without a shell, and lies nowhere of ours', async () => {
    const world = loginWorld({ env: { MINE: 'mine' } });
    const op = world.fake('op', saysKey);
    const account = await referring(world, 'op://Work/$(touch x)/"key"');
    expect(op.runs()).toEqual([]);

    const plan = await start(world, account);
    expect(plan.env).toMatchObject({ OPENAI_API_KEY: key, CODEX_HOME: account.home });
    expect(plan.set).not.toHaveProperty('OPENAI_API_KEY');
    expect(op.runs()).toMatchObject([
      { argv: ['read', 'op://Work/$(touch x)/"key"'], cwd: world.home, stdin: '', env: { MINE: 'mine' } },
    ]);
    expect(textsBelow(world.ctx.paths.root)).not.toContain('CANARY');
    expect(world.told.join()).not.toContain('CANARY');
  });

  test('is asked for last of all: what stops a start asks nobody', async () => {
    const world = loginWorld();
    world.fake('op', saysKey, { unused: true });
    const account = await referring(world);
    const asked = planLaunch(world.ctx, world.tool('codex'), account, { command: ['nowhere-to-be-found'] });
    expect(await rejectionOf(asked)).toMatchObject({ code: 'PROGRAM_NOT_FOUND' });
  });

  test('is not asked for by a look at the account', async () => {
    const world = loginWorld();
    world.fake('op', saysKey, { unused: true });
    const account = await referring(world);
    expect(await accountStatus(world.ctx, world.tool('codex'), account)).toMatchObject({
      kind: 'key',
      state: 'loggedIn',
      store: 'reference',
      identity: { keySource: 'op' },
      keyFrom: reference,
    });
    expect(await rejectionOf(environmentOf(world.ctx, world.tool('codex'), account))).toMatchObject({
      code: 'KEY_NOT_REVEALED',
    });
  });

  test('is printed by env only when that is asked for', async () => {
    const world = loginWorld();
    world.fake('op', saysKey);
    const account = await referring(world);
    const { set } = await environmentOf(world.ctx, world.tool('codex'), account, { reveal: true });
    expect(set).toMatchObject({ OPENAI_API_KEY: key });
    expect(set.AI_TOOLS_ENV).not.toContain('CANARY');
  });

  test('comes from pass, from secret-tool, from a program of the user’s, from a variable', async () => {
    const world = loginWorld({ env: { CI_KEY: key } });
    const pass = world.fake('pass', ({ say }) => say('sk-dummy-0000-CANARY-9f3\nuser: me\n'));
    const tool = world.fake('secret-tool', saysKey);
    const mine = world.fake('mine', saysKey);
    for (const keyFrom of [
      'pass:ai/codex',
      'keyring:open ai/me',
      `command:["${mine.path}","a b"]`,
      'env:CI_KEY',
    ]) {
      const { account } = await loginAccount(world.ctx, world.tool('codex'), 'ci', {
        keyFrom,
        confirmOther: async () => true,
      });
      expect((await start(world, account)).env, keyFrom).toMatchObject({ OPENAI_API_KEY: key });
    }
    expect(pass.runs()[0]?.argv).toEqual(['show', 'ai/codex']);
    expect(tool.runs()[0]?.argv).toEqual(['lookup', 'service', 'open ai', 'username', 'me']);
    expect(mine.runs()[0]?.argv).toEqual(['a b']);
  });

  test('is the user’s own variable, never what an outer run of ours put there', async () => {
    const world = loginWorld({ env: { OPENAI_API_KEY: 'sk-dummy-users' } });
    const account = await referring(world, 'env:OPENAI_API_KEY');
    const outer = await start(world, account);
    expect(outer.env).toMatchObject({ OPENAI_API_KEY: 'sk-dummy-users' });

    const inner = loginWorld({ env: { ...outer.env } }, world.home);
    expect(await rejectionOf(start(inner, account))).toMatchObject({ code: 'SECRET_UNRESOLVED' });
  });

  test('is asked for in the user’s own directories, not in those of an outer account', async () => {
    const world = loginWorld();
    const op = world.fake('op', saysKey);
    const account = await referring(world);
    const outer = await addAccount(world.ctx, 'opencode', 'work');
    const { env } = await planLaunch(world.ctx, world.tool('opencode'), outer, { command: ['/bin/true'] });
    await start(loginWorld({ env: { ...env } }, world.home), account);
    expect(env).toHaveProperty('XDG_DATA_HOME');
    expect(op.runs()[0]?.env).not.toHaveProperty('XDG_DATA_HOME');
  });
});

describe('a key that can’t be had stops the start: exit 4, and not a word of what was said', () => {
  afterEach(() => void vi.useRealTimers());

  test.each<[string, Parameters<LoginWorld['fake']>[1], RegExp]>([
    ['it fails', ({ say, exit }) => exit(say('sk-dummy-0000-CANARY-9f3') ?? 3), /it ended with 3/],
    ['it is ended', ({ kill }) => kill('SIGKILL'), /by a signal/],
    ['it says nothing', () => 0, /is empty/],
    ['it begins with an empty line', ({ say }) => say('\nsk-dummy-0000-CANARY-9f3'), /is empty/],
    ['it says a sentence', ({ say }) => say('sk-dummy-0000-CANARY-9f3 is your key'), /is no key/],
    ['it says what no key can hold', ({ say }) => say('sk-dummy-0000-CANARY-9f3\u001b[2J'), /is no key/],
    ['it never stops', ({ say }) => say('sk-dummy-0000-CANARY-9f3'.repeat(9000)), /too much/],
  ])('when %s', async (_case, act, why) => {
    const world = loginWorld();
    world.fake('op', act);
    const account = await referring(world);
    const error = (await rejectionOf(start(world, account))) as Error & { exit: number; hint: string };
    expect(error).toMatchObject({ code: 'SECRET_UNRESOLVED', exit: 4 });
    expect(error.message).toMatch(why);
    expect(error.hint).toBe('op read op://Work/openai/key > /dev/null');
    expect(JSON.stringify([error.message, error.hint, error])).not.toContain('CANA');
  });

  test('when it gives no answer within a minute; after a moment the user is told what is waited for', async () => {
    const world = loginWorld();
    const op = world.fake('op', ({ sleep }) => sleep(600_000));
    const account = await referring(world);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const failure = rejectionOf(start(world, account));
    await vi.waitUntil(() => op.runs().length > 0, { timeout: 20_000 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(world.told).toEqual(['waiting for op: the key of codex#ci']);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(await failure).toMatchObject({
      code: 'SECRET_UNRESOLVED',
      data: { why: expect.stringMatching(/minute/) },
    });
  });

  test.each([
    ['the program is not there', reference, 'op is not on PATH'],
    ['the variable is not there', 'env:CI_KEY', 'is not set'],
    ['it can’t be started', 'command:["/etc"]', 'could not be started'],
  ])('when %s', async (_case, keyFrom, why) => {
    const world = loginWorld({ env: { PATH: '/nowhere' } });
    const account = await referring(world, keyFrom);
    const error = (await rejectionOf(start(world, account))) as Error;
    expect(error).toMatchObject({ code: 'SECRET_UNRESOLVED' });
    expect(error.message).toContain(why);
  });

  test('what is known to stop it is told before, without asking', async () => {
    const world = loginWorld({ env: { PATH: '/nowhere' } });
    const account = await referring(world, 'env:CI_KEY');
    expect(await accountStatus(world.ctx, world.tool('codex'), account)).toMatchObject({
      state: 'unknown',
      store: 'reference',
      reason: 'the variable CI_KEY is not set',
    });
  });

  test('a program that asks us for that very key is not asked again', async () => {
    const world = loginWorld();
    const account = await referring(world, 'command:["mine"]');
    const mine = world.fake('mine', saysKey);
    await start(world, account);
    const inner = world.as({ env: { AI_TOOLS_ASKING: mine.runs()[0]?.env.AI_TOOLS_ASKING ?? '' } });
    expect(await rejectionOf(start(inner, account))).toMatchObject({
      code: 'SECRET_UNRESOLVED',
      data: { why: 'it asks us for that very key' },
    });
    expect(mine.runs()).toHaveLength(1);
  });
});

describe('a key in the keychain of macOS (simulated: darwin, a `security` that is a script)', () => {
  const keychain = (script: string) => {
    const asked: (readonly string[])[] = [];
    const host = testHost();
    const file = join(host.homeDir, 'security');
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    return {
      asked,
      security: (args: readonly string[]) => {
        asked.push(args);
        const given = { file, args, env: { PATH: '/usr/bin:/bin' }, cwd: '/' };
        return runCaptured(host, given, { timeoutMs: 10_000, maxBytes: 65_536 });
      },
    };
  };

  test('is asked for by service and account, with the one argument that prints it', async () => {
    const { asked, security } = keychain(`echo ${key}`);
    const world = loginWorld({ platform: 'darwin', security });
    const account = await referring(world, 'keyring:openai/me');
    expect((await start(world, account)).env).toMatchObject({ OPENAI_API_KEY: key });
    expect(asked).toEqual([['find-generic-password', '-s', 'openai', '-a', 'me', '-w']]);
  });

  test.each([
    [44, 'there is no such item'],
    [36, 'the keychain is locked, and nobody can be asked here'],
    [1, 'there is no such item'],
    [128, 'the question was answered with no'],
  ])('exit %i says why, and how to look without seeing it', async (code, why) => {
    const { security } = keychain(`exit ${code}`);
    const world = loginWorld({ platform: 'darwin', security });
    const error = await rejectionOf(start(world, await referring(world, 'keyring:openai/me')));
    expect(error).toMatchObject({
      code: 'SECRET_UNRESOLVED',
      data: { why, ask: '/usr/bin/security find-generic-password -s openai -a me > /dev/null' },
    });
  });
});

describe('a reference and a key take each other’s place', () => {
  const secretOf = (world: LoginWorld, { id }: StoredAccount) =>
    join(world.ctx.paths.accountFolder('codex', id), 'secret.json');

  test('a reference ends the key that we held, and the other way round; neither without being asked', async () => {
    const world = loginWorld();
    const tool = world.tool('codex');
    const held = await addAccount(world.ctx, 'codex', 'ci', { key });
    const refused = await rejectionOf(loginAccount(world.ctx, tool, 'ci', { keyFrom: reference }));
    expect(refused).toMatchObject({
      code: 'IDENTITY_MISMATCH',
      hint: `tools login codex -a ci --secret-ref '${reference}' --yes`,
    });
    expect(readKey(world.ctx, held)).toBe(key);

    const yes = { confirmOther: async () => true };
    const { account } = await loginAccount(world.ctx, tool, 'ci', { keyFrom: reference, ...yes });
    expect(account).toMatchObject({ id: held.id, kind: 'key', keyFrom: reference });
    expect(existsSync(secretOf(world, account))).toBe(false);
    expect(textsBelow(world.ctx.paths.root)).not.toContain('CANARY');
    const [record] = readJournal(world.ctx.host, world.ctx.paths).records.filter(({ verb }) =>
      verb.includes('secret-ref'),
    );
    expect(record).toMatchObject({ what: { former: null, hadKey: true, keyFrom: reference } });

    const { account: back } = await loginAccount(world.ctx, tool, 'ci', { key, ...yes });
    expect(back).not.toHaveProperty('keyFrom');
    expect(back.identity).toMatchObject({ keyFingerprint: expect.stringMatching(/^local:/) });
    expect(back.identity).not.toHaveProperty('keySource');
    expect(readKey(world.ctx, back)).toBe(key);
  });

  test('the same reference again is no other key', async () => {
    const world = loginWorld();
    await referring(world);
    const again = await loginAccount(world.ctx, world.tool('codex'), 'ci', { keyFrom: reference });
    expect(again).toMatchObject({ renewed: true, account: { keyFrom: reference } });
  });

  test('an account with a login of the tool’s own can’t refer to a key', async () => {
    const world = loginWorld();
    await addAccount(world.ctx, 'codex', 'ci');
    const refused = loginAccount(world.ctx, world.tool('codex'), 'ci', { keyFrom: reference });
    expect(await rejectionOf(refused)).toMatchObject({ code: 'ACCOUNT_KIND_FIXED' });
  });

  test('a tool that takes no key takes no reference', async () => {
    const world = loginWorld();
    const refused = addAccount(world.ctx, 'opencode', 'ci', { keyFrom: reference });
    expect(await rejectionOf(refused)).toMatchObject({ code: 'KEY_NOT_SUPPORTED' });
  });

  test('a logout takes the reference away', async () => {
    const world = loginWorld();
    const account = await referring(world);
    expect(await logoutAccount(world.ctx, world.tool('codex'), account)).toEqual({ wasLoggedIn: true });
    const left = findStoredAccount(world.ctx, 'codex', 'ci', 'test');
    expect(left).toMatchObject({ kind: 'key', identity: null });
    expect(left).not.toHaveProperty('keyFrom');
    expect(await rejectionOf(start(world, left))).toMatchObject({ code: 'KEY_MISSING' });
  });

  test('both at once, as a release that knows no references would leave them, start nothing', async () => {
    const world = loginWorld();
    world.fake('op', saysKey, { unused: true });
    const account = await referring(world);
    // Such a release sees an account whose key is not there, and says how to give it one.
    expect(() => readKey(world.ctx, account)).toThrow(/neither one in/);
    writeFileSync(secretOf(world, account), `{"schemaVersion":1,"key":"${key}"}`);
    expect(await rejectionOf(start(world, account))).toMatchObject({ code: 'KEY_UNCLEAR', exit: 4 });
    expect(await rejectionOf(accountStatus(world.ctx, world.tool('codex'), account))).toMatchObject({
      code: 'KEY_UNCLEAR',
    });
    const { account: clear } = await loginAccount(world.ctx, world.tool('codex'), 'ci', {
      keyFrom: reference,
    });
    expect(existsSync(secretOf(world, clear))).toBe(false);
  });

  test('died at any step, a change leaves the key, the reference, or what starts nothing and says so', async () => {
    for (let step = 1, isOver = false; !isOver; step += 1) {
      for (const when of ['before', 'after', 'half'] as const) {
        const plain = loginWorld();
        const held = await addAccount(plain.ctx, 'codex', 'ci', { key });
        const faulty = faultyFiles(nodeFileSystem);
        const world = plain.as({ files: faulty.files });
        faulty.dieAt(step, when);
        const options = { keyFrom: reference, confirmOther: async () => true };
        const outcome = await rejectionOf(
          loginAccount(world.ctx, world.tool('codex'), 'ci', options).then(() => Promise.reject('over')),
        );
        isOver = outcome === 'over';
        if (!isOver) expect(outcome).toBeInstanceOf(Died);
        const after = findStoredAccount(plain.ctx, 'codex', 'ci', 'test');
        const hasFile = existsSync(secretOf(plain, held));
        expect(after.keyFrom === reference || hasFile, `${when} ${step}`).toBe(true);
        if (isOver) expect([after.keyFrom, hasFile]).toEqual([reference, false]);
        expect(JSON.parse(readFileSync(join(held.home, '../account.json'), 'utf8'))).toBeTruthy();
      }
    }
  });
});

describe('a key that a plugin answers for', () => {
  const vault = 'vault://kv/openai';
  const keptBy = (resolve: (reference: string) => Promise<string>) =>
    extensionsOf({ secretReference: [{ scheme: 'vault', resolve }] });

  test('is asked for at each start, by the whole reference, and lies nowhere of ours', async () => {
    const asked: string[] = [];
    const extensions = keptBy(async (reference) => {
      asked.push(reference);
      return `${key}\nmore`;
    });
    const world = loginWorld({ extensions });
    const account = await referring(world, vault);
    expect(account).toMatchObject({ keyFrom: vault, identity: { keySource: 'vault' } });
    expect(await accountStatus(world.ctx, world.tool('codex'), account)).toMatchObject({
      state: 'loggedIn',
      store: 'reference',
    });
    expect(asked).toEqual([]);

    for (const _ of [1, 2]) expect((await start(world, account)).env).toMatchObject({ OPENAI_API_KEY: key });
    expect(asked).toEqual([vault, vault]);
    expect(textsBelow(world.ctx.paths.root)).not.toContain('CANARY');
    expect(world.told.join()).not.toContain('CANARY');
  });

  test.each([
    ['fails, whatever it says', async () => Promise.reject(new Error(`no ${key}`)), 'it failed'],
    ['says nothing', async () => '', 'its answer is empty'],
    ['says what is no key', async () => `${key} and more`, 'its first line is no key'],
  ])('nothing starts where it %s, and that is never told', async (_, resolve, why) => {
    const world = loginWorld({ extensions: keptBy(resolve) });
    const account = await referring(world, vault);
    const error = await rejectionOf(start(world, account));
    expect(error).toMatchObject({
      code: 'SECRET_UNRESOLVED',
      exit: 4,
      message: `the key of codex#ci could not be had from the plugin "acme": ${why}. Nothing was started.`,
      hint: 'tools plugin info acme',
    });
    expect(JSON.stringify(error)).not.toContain('CANARY');
  });

  test('only the first plugin of a scheme is asked: the next would give another key', async () => {
    const failing = { scheme: 'vault', resolve: async () => Promise.reject(new Error('down')) };
    const other = { scheme: 'vault', resolve: async () => key };
    const world = loginWorld({ extensions: extensionsOf({ secretReference: [failing, other] }) });
    const account = await referring(world, vault);
    expect(await rejectionOf(start(world, account))).toMatchObject({ code: 'SECRET_UNRESOLVED' });
  });

  test('can’t be had while the plugin is gone, is as good as before, and that is said', async () => {
    const world = loginWorld({ extensions: keptBy(async () => key) });
    const account = await referring(world, vault);
    const without = loginWorld({}, world.home);
    expect(await rejectionOf(start(without, account))).toMatchObject({
      code: 'SECRET_REF_UNUSABLE',
      message: expect.stringContaining('no plugin that is enabled answers for vault://'),
      hint: 'tools plugin list',
    });
    expect(await accountStatus(without.ctx, without.tool('codex'), account)).toMatchObject({
      state: 'unknown',
      reason: 'no plugin that is enabled answers for it',
      keyFrom: vault,
    });
    expect((await start(world, account)).env).toMatchObject({ OPENAI_API_KEY: key });
  });

  test('is refused when nobody answers for it, and nothing is made', async () => {
    const world = loginWorld();
    expect(await rejectionOf(referring(world, vault))).toMatchObject({
      code: 'SECRET_REF_UNUSABLE',
      exit: 2,
    });
    expect(existsSync(join(world.ctx.paths.accounts, 'codex'))).toBe(false);
  });
});
