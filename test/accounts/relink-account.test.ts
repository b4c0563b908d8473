import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AccountsContext, type StoredAccount, writeLiveMark } from '../../src/accounts/index.ts';
import { moveAccount } from '../../src/accounts/move-account.ts';
import { planSharing, type SharingChange, shareAccount } from '../../src/accounts/share-account.ts';
import { ensureRoot } from '../../src/accounts/sharing/shared-root.ts';
import { readAccount } from '../../src/accounts/store/account-file.ts';
import { joinRoot } from '../../src/accounts/sync/join-root.ts';
import { treeOf } from '../support/tree.ts';
import { dieAtEachStep } from './die-at-each-step.ts';
import { demoTool, newAccount, type SharingLab, sharingLab, textOf } from './sharing/sharing-lab.ts';

/** A root in which others have been, and an account that has been launched and has made something since. */
async function sharingPair(lab: SharingLab, sharing: StoredAccount['sharing'] = all): Promise<StoredAccount> {
  const ctx = lab.process();
  await ensureRoot(ctx, 'demo', 'default');
  lab.put(lab.shared, 'sessions/theirs.jsonl', 'theirs');
  const account = await newAccount(ctx, 'work', sharing);
  lab.put(account.home, 'auth.json', '{"token":"sk-dummy-1"}');
  if (sharing.on) await joinRoot(ctx, demoTool, account);
  lab.put(account.home, 'sessions/mine.jsonl', 'mine');
  lab.put(account.home, 'skills/own.md', 'own');
  lab.put(account.home, 'settings.json', '{"theme":"dark","cleanupDays":36500,"private":1}');
  lab.put(lab.home, 'ours/installations/demo/second/installation.json', second);
  return account;
}

const all = { on: true, except: [] };
const nothing = { on: false, except: [] };

const second = JSON.stringify({
  schemaVersion: 1,
  tool: 'demo',
  name: 'second',
  root: 'second',
  program: { kind: 'path' },
});

const linksOf = (account: StoredAccount) =>
  Object.fromEntries(
    Object.entries(treeOf(account.home)).flatMap(([path, entry]) =>
      entry.startsWith('link') ? [[path, entry.slice('link -> '.length)]] : [],
    ),
  );

const current = (ctx: AccountsContext, { tool, id }: StoredAccount) =>
  readAccount(ctx, tool, id) as StoredAccount;

describe('share off', () => {
  test('its links go, what it shared stays for the others, what is its alone stays with it', async () => {
    const lab = sharingLab();
    const account = await sharingPair(lab);
    const ctx = lab.process();
    const { account: after, unlinked } = await shareAccount(ctx, demoTool, account, { kind: 'off' });
    expect(after.sharing).toEqual({ on: false, except: [] });
    expect(unlinked).toEqual(expect.arrayContaining(['commands', 'locks', 'sessions']));
    expect(linksOf(account)).toEqual({});
    expect(existsSync(join(account.home, 'sessions'))).toBe(false);
    expect(textOf(lab.shared, 'sessions/mine.jsonl')).toBe('mine');
    expect(textOf(account.home, 'auth.json')).toBe('{"token":"sk-dummy-1"}');
    expect(JSON.parse(textOf(account.home, 'settings.json'))).toMatchObject({ theme: 'dark', private: 1 });
    expect(JSON.parse(textOf(lab.shared, 'settings.json'))).toEqual({ theme: 'dark' });
    expect(existsSync(join(account.home, '../base'))).toBe(false);
  });

  test('with a copy it begins with what they shared; and on again joins both', async () => {
    const lab = sharingLab();
    const account = await sharingPair(lab);
    const ctx = lab.process();
    const off = await shareAccount(ctx, demoTool, account, { kind: 'off' }, { copy: true });
    expect(readdirSync(join(account.home, 'sessions')).sort()).toEqual(['mine.jsonl', 'theirs.jsonl']);
    expect(linksOf(account)).toEqual({});
    lab.put(account.home, 'sessions/apart.jsonl', 'apart');
    await shareAccount(ctx, demoTool, off.account, { kind: 'on' });
    expect(readdirSync(join(lab.shared, 'sessions')).sort()).toEqual([
      'apart.jsonl',
      'mine.jsonl',
      'theirs.jsonl',
    ]);
    expect(linksOf(account).sessions).toBe(join(lab.shared, 'sessions'));
  });

  test('an account in use is left as it is', async () => {
    const lab = sharingLab();
    const account = await sharingPair(lab);
    const ctx = lab.process();
    writeLiveMark(lab.process(), account);
    const before = treeOf(account.home);
    for (const kind of ['off', 'on'] as const)
      await expect(shareAccount(ctx, demoTool, account, { kind })).rejects.toMatchObject({
        code: 'ACCOUNT_RUNNING',
        exit: 5,
      });
    expect(treeOf(account.home)).toEqual(before);
    expect(current(ctx, account).sharing.on).toBe(true);
  });
});

describe('share on', () => {
  test('what would be moved, and which files differ, is known before', async () => {
    const lab = sharingLab();
    const account = await sharingPair(lab, nothing);
    lab.put(account.home, 'sessions/theirs.jsonl', 'not theirs');
    const ctx = lab.process();
    const before = treeOf(join(lab.home, 'ours'));
    expect(await planSharing(ctx, demoTool, account, { kind: 'on' })).toMatchObject({
      moves: [
        { path: 'sessions', files: 2, bytes: 14 },
        { path: 'skills/own.md', files: 1, bytes: 3 },
      ],
      conflicts: ['sessions/theirs.jsonl'],
      merges: ['settings.json'],
      loses: [],
    });
    expect(treeOf(join(lab.home, 'ours'))).toEqual(before);
    const { joined } = await shareAccount(ctx, demoTool, account, { kind: 'on' });
    const [lost] = joined?.assembly?.conflicts ?? [];
    expect(readFileSync(lost?.kept ?? '', 'utf8')).toBe('not theirs');
    expect(textOf(lab.shared, 'sessions/theirs.jsonl')).toBe('theirs');
    expect(textOf(lab.shared, 'skills/own.md')).toBe('own');
  });

  test('a root that is gone changes nothing', async () => {
    const lab = sharingLab();
    const account = await sharingPair(lab, nothing);
    const ctx = lab.process();
    rmSync(lab.shared, { recursive: true });
    await expect(shareAccount(ctx, demoTool, account, { kind: 'on' })).rejects.toMatchObject({
      code: 'ROOT_GONE',
    });
    expect(current(ctx, account).sharing.on).toBe(false);
    expect(existsSync(lab.shared)).toBe(false);
  });
});

describe('share remove and share add', () => {
  test('a path of its own, and shared again; what it guards goes and comes with it', async () => {
    const lab = sharingLab();
    const account = await sharingPair(lab);
    const ctx = lab.process();
    const removed = await shareAccount(ctx, demoTool, account, { kind: 'remove', paths: ['locks/'] });
    expect(removed.account.sharing).toEqual({ on: true, except: ['locks'] });
    expect(Object.keys(linksOf(account))).not.toEqual(expect.arrayContaining(['locks']));
    expect(Object.keys(linksOf(account))).not.toEqual(expect.arrayContaining(['sessions']));
    expect(linksOf(account).commands).toBe(join(lab.shared, 'commands'));
    const added = await shareAccount(ctx, demoTool, removed.account, { kind: 'add', paths: ['locks'] });
    expect(added.account.sharing.except).toEqual([]);
    expect(linksOf(account).sessions).toBe(join(lab.shared, 'sessions'));
  });

  test('what lies behind a link of the home is shared already: of it nothing would be moved', async () => {
    const lab = sharingLab();
    const account = await sharingPair(lab);
    const ctx = lab.process();
    await joinRoot(ctx, demoTool, account);
    const change: SharingChange = { kind: 'remove', paths: ['sessions/theirs.jsonl'] };
    const plan = await planSharing(ctx, demoTool, account, change);
    expect(plan).toMatchObject({ loses: ['sessions/theirs.jsonl'], moves: [], conflicts: [], merges: [] });
  });

  test('one entry of a shared directory makes that directory real, with the others linked in it', async () => {
    const lab = sharingLab();
    const account = await sharingPair(lab);
    lab.put(lab.shared, 'commands/a.md', 'a');
    lab.put(lab.shared, 'commands/b.md', 'b');
    const ctx = lab.process();
    const change: SharingChange = { kind: 'remove', paths: ['commands/a.md'] };
    expect((await planSharing(ctx, demoTool, account, change)).loses).toEqual(['commands/a.md']);
    await shareAccount(ctx, demoTool, account, change);
    expect(readdirSync(join(account.home, 'commands'))).toEqual(['b.md']);
    expect(lstatSync(join(account.home, 'commands')).isSymbolicLink()).toBe(false);
    expect(readdirSync(join(lab.shared, 'commands'))).toEqual(['a.md', 'b.md']);
  });

  test.each([
    ['auth.json', 'identity, one account’s alone'],
    ['skills/.system', 'disposable, each account’s own'],
    ['plugins/known.json', 'full of paths of one home'],
    ['unheard-of', 'not known, and so one account’s alone'],
    ['../work', 'not known, and so one account’s alone'],
    ['', 'not known, and so one account’s alone'],
  ])('%j is refused: %s', async (path, what) => {
    const lab = sharingLab();
    const account = await sharingPair(lab);
    for (const kind of ['add', 'remove'] as const)
      await expect(
        shareAccount(lab.process(), demoTool, account, { kind, paths: [path] }),
      ).rejects.toMatchObject({ code: 'SHARE_PATH_REFUSED', exit: 2, data: { what } });
  });

  test('nothing can be parted from an account that shares nothing', async () => {
    const lab = sharingLab();
    const account = await sharingPair(lab, nothing);
    await expect(
      shareAccount(lab.process(), demoTool, account, { kind: 'remove', paths: ['skills'] }),
    ).rejects.toMatchObject({ code: 'SHARING_IS_OFF', hint: 'tools share on demo -a work' });
  });
});

describe('account move', () => {
  test('to the root of another installation: what it leaves stays, its own goes along', async () => {
    const lab = sharingLab();
    const account = await sharingPair(lab);
    const ctx = lab.process();
    const { account: moved } = await moveAccount(ctx, demoTool, account, 'second');
    expect(moved).toMatchObject({ root: 'second', installation: 'second', home: account.home });
    const there = join(lab.home, 'ours/installations/demo/second/shared');
    expect(linksOf(account).sessions).toBe(join(there, 'sessions'));
    expect(Object.values(linksOf(account)).filter((target) => !target.startsWith(there))).toEqual([]);
    expect(textOf(lab.shared, 'sessions/mine.jsonl')).toBe('mine');
    expect(readdirSync(join(there, 'sessions'))).toEqual([]);
    expect(textOf(account.home, 'auth.json')).toContain('sk-dummy-1');
  });

  test('an installation that is not there is named', async () => {
    const lab = sharingLab();
    const account = await sharingPair(lab);
    await expect(moveAccount(lab.process(), demoTool, account, 'third')).rejects.toMatchObject({
      code: 'INSTALLATION_NOT_FOUND',
    });
    expect(current(lab.process(), account).root).toBe('default');
  });
});

describe('death at any step', () => {
  const contents = (folder: string) =>
    Object.entries(treeOf(folder)).flatMap(([path, entry]) =>
      entry.startsWith('file') && /\.jsonl$|own\.md$/.test(path)
        ? [readFileSync(join(folder, path), 'utf8')]
        : [],
    );

  const shareIt =
    (change: SharingChange, copy = false) =>
    (ctx: AccountsContext, account: StoredAccount) =>
      shareAccount(ctx, demoTool, account, change, { copy });

  test.each([
    ['share off', all, shareIt({ kind: 'off' })],
    ['share off --copy', all, shareIt({ kind: 'off' }, true)],
    ['share on', nothing, shareIt({ kind: 'on' })],
    ['share remove', all, shareIt({ kind: 'remove', paths: ['sessions', 'skills'] })],
    [
      'share add',
      { on: true, except: ['sessions', 'skills'] },
      shareIt({ kind: 'add', paths: ['sessions', 'skills'] }),
    ],
    [
      'account move',
      all,
      (ctx: AccountsContext, account: StoredAccount) => moveAccount(ctx, demoTool, account, 'second'),
    ],
  ])(
    'of %s loses nothing: the next launch goes back or completes, and doing it again ends it',
    async (_name, sharing, change) => {
      const steps = await dieAtEachStep(
        (lab) => sharingPair(lab, sharing),
        change,
        async (ctx, account, lab) => {
          const ours = join(lab.home, 'ours');
          const all = () => new Set([...contents(account.home), ...contents(join(ours, 'installations'))]);
          for (const each of ['theirs', 'mine', 'own']) expect(all()).toContain(each);
          const found = current(ctx, account);
          await joinRoot(ctx, demoTool, found);
          const root = join(ours, 'installations/demo', found.root, 'shared');
          const links = Object.values(linksOf(found));
          const sharesAll = found.sharing.on && found.sharing.except.length === 0;
          expect(linksOf(found).sessions).toBe(sharesAll ? join(root, 'sessions') : undefined);
          if (!found.sharing.on) expect(links).toEqual([]);
          expect(links.filter((target) => !target.startsWith(root))).toEqual([]);
          await change(ctx, current(ctx, account));
          for (const each of ['theirs', 'mine', 'own']) expect(all()).toContain(each);
          expect(textOf(account.home, 'auth.json')).toContain('sk-dummy-1');
        },
      );
      expect(steps).toBeGreaterThan(10);
    },
    240_000,
  );
});
