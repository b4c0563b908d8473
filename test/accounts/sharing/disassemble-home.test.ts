import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountsContext, StoredAccount } from '../../../src/accounts/index.ts';
import { assembleHome } from '../../../src/accounts/sharing/assemble-home.ts';
import { copiedPaths } from '../../../src/accounts/sharing/copy-manifest.ts';
import { disassembleHome } from '../../../src/accounts/sharing/disassemble-home.ts';
import { isAssembled } from '../../../src/accounts/sharing/is-assembled.ts';
import { linkedPaths } from '../../../src/accounts/sharing/linked-paths.ts';
import { ensureRoot } from '../../../src/accounts/sharing/shared-root.ts';
import { type FileSystem, nodeFileSystem } from '../../../src/platform/index.ts';
import { treeOf } from '../../support/tree.ts';
import { demoTool, dieEverywhere, newAccount, type SharingLab, sharingLab, textOf } from './sharing-lab.ts';

let lab: SharingLab;
let ctx: AccountsContext;
let account: StoredAccount;
const inHome = (path: string) => join(account.home, path);

/** A root with something of each kind, and an account that has joined it. */
async function joined(at: SharingLab): Promise<StoredAccount> {
  const own = at.process();
  const made = await newAccount(own, 'work');
  at.put(at.shared, 'sessions/one.jsonl', 'session');
  at.put(at.shared, 'commands/deep/c.md', 'command');
  at.put(at.shared, 'skills/a/SKILL.md', 'a');
  at.put(at.shared, 'skills/b/SKILL.md', 'b');
  at.put(at.shared, 'history.jsonl', 'history');
  at.put(made.home, 'auth.json', 'sk-dummy-0000');
  await assembleHome(own, demoTool, made);
  return made;
}

beforeEach(async () => {
  lab = sharingLab();
  account = await joined(lab);
  ctx = lab.process();
});

const links = (folder = account.home) =>
  Object.entries(treeOf(folder))
    .filter(([, entry]) => entry.startsWith('link'))
    .map(([path]) => path);
const shared = () => Object.entries(treeOf(lab.shared)).filter(([path]) => !path.startsWith('.root'));
const all = ['commands', 'history.jsonl', 'locks', 'sessions', 'skills/a', 'skills/b'];

describe('B036 exactly our links go', () => {
  test('and those that were made by hand stay, wherever they lead', async () => {
    mkdirSync(join(lab.home, 'dot'));
    const byHand = {
      'skills/mine': join(lab.home, 'dot'),
      'my-sessions': join(lab.shared, 'sessions'),
      x: '/no',
    };
    for (const [path, target] of Object.entries(byHand)) symlinkSync(target, inHome(path));
    const before = shared();
    expect(links()).toEqual(expect.arrayContaining(all));
    const gone = await disassembleHome(ctx, demoTool, account);
    expect(gone).toEqual(expect.arrayContaining(all));
    expect(links()).toEqual(Object.keys(byHand).sort());
    for (const [path, target] of Object.entries(byHand)) expect(readlinkSync(inHome(path))).toBe(target);
    expect(shared()).toEqual(before);
    expect(textOf(account.home, 'auth.json')).toBe('sk-dummy-0000');
    expect(await disassembleHome(ctx, demoTool, account)).toEqual([]);
  });

  test('also those whose shared thing is gone', async () => {
    rmSync(join(lab.shared, 'skills/a'), { recursive: true });
    rmSync(join(lab.shared, 'commands'), { recursive: true });
    expect(await disassembleHome(ctx, demoTool, account)).toEqual(
      expect.arrayContaining(['commands', 'skills/a']),
    );
    expect(links()).toEqual([]);
  });

  test('also when sharing was switched off before, and when the root can not be reached', async () => {
    rmSync(lab.shared, { recursive: true });
    const off = { ...account, sharing: { on: false, except: [] } };
    expect(await disassembleHome(ctx, demoTool, off)).toEqual(expect.arrayContaining(all));
    expect(links()).toEqual([]);
  });

  test('B024 and nothing of what they lead to, though a junction calls itself a directory (simulated)', async () => {
    const before = shared();
    const places = new Set(links().map(inHome));
    const files: FileSystem = {
      ...nodeFileSystem,
      lstat: (path) => {
        const stat = nodeFileSystem.lstat(path);
        return places.has(path) && stat
          ? Object.assign(Object.create(stat), { isDirectory: () => true, isSymbolicLink: () => false })
          : stat;
      },
    };
    await disassembleHome(lab.process({ files }), demoTool, account);
    expect(links()).toEqual([]);
    expect(shared()).toEqual(before);
  });

  test('of single paths only those at or below them', async () => {
    expect(await disassembleHome(ctx, demoTool, account, { paths: ['skills', 'commands'] })).toEqual([
      'commands',
      'skills/a',
      'skills/b',
    ]);
    expect(links()).toEqual(expect.arrayContaining(['history.jsonl', 'locks', 'sessions']));
    expect(await disassembleHome(ctx, demoTool, account, { paths: ['sess'] })).toEqual([]);
  });
});

describe('with a copy', () => {
  test('what is shared is in the home, with its modes and times, and is the home’s alone', async () => {
    utimesSync(join(lab.shared, 'sessions/one.jsonl'), 1000, 2000);
    const before = shared();
    expect(await disassembleHome(ctx, demoTool, account, { copy: true })).toEqual(
      expect.arrayContaining(all),
    );
    expect(links()).toEqual([]);
    for (const [path, text] of Object.entries({
      'sessions/one.jsonl': 'session',
      'commands/deep/c.md': 'command',
      'skills/a/SKILL.md': 'a',
      'skills/b/SKILL.md': 'b',
      'history.jsonl': 'history',
    })) {
      expect(textOf(account.home, path)).toBe(text);
      expect(statSync(inHome(path)).ino).not.toBe(statSync(join(lab.shared, path)).ino);
    }
    expect(statSync(inHome('sessions/one.jsonl')).mtimeMs).toBe(2_000_000);
    expect(shared()).toEqual(before);
    const root = await ensureRoot(ctx, 'demo', 'default');
    expect(linkedPaths(ctx, account, root).size).toBe(0);
  });

  test('a root that can not be reached is refused: there is nothing to copy, and the links stay', async () => {
    rmSync(lab.shared, { recursive: true });
    const before = links();
    await expect(disassembleHome(ctx, demoTool, account, { copy: true })).rejects.toThrow(
      expect.objectContaining({ code: 'ROOT_GONE' }),
    );
    expect(links()).toEqual(before);
  });

  test('of single paths; the others stay links', async () => {
    await disassembleHome(ctx, demoTool, account, { copy: true, paths: ['commands'] });
    expect(lstatSync(inHome('commands')).isDirectory()).toBe(true);
    expect(textOf(account.home, 'commands/deep/c.md')).toBe('command');
    expect(lstatSync(inHome('sessions')).isSymbolicLink()).toBe(true);
  });

  test('B026 a directory that the root has by a link of the user’s is copied by what is in it', async () => {
    const outside = join(lab.home, 'dot');
    execFileSync('mv', [join(lab.shared, 'commands'), outside]);
    symlinkSync(outside, join(lab.shared, 'commands'));
    await disassembleHome(ctx, demoTool, account, { copy: true });
    expect(lstatSync(inHome('commands')).isDirectory()).toBe(true);
    expect(textOf(account.home, 'commands/deep/c.md')).toBe('command');
  });

  test('a socket in it does not stop it', async () => {
    execFileSync('mkfifo', [join(lab.shared, 'commands/pipe')]);
    await disassembleHome(ctx, demoTool, account, { copy: true });
    expect(readdirSync(inHome('commands'))).toEqual(['deep']);
  });
});

test('a directory that is a copy, because no link can be made, is plain content afterwards', async () => {
  const linkless: FileSystem = {
    ...nodeFileSystem,
    symlink: () => {
      throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    },
  };
  const other = await newAccount(ctx, 'other');
  await assembleHome(lab.process({ files: linkless }), demoTool, other);
  const root = await ensureRoot(ctx, 'demo', 'default');
  expect(copiedPaths(ctx, other, root)).toContain('commands');
  expect(await disassembleHome(ctx, demoTool, other)).toContain('commands');
  expect([copiedPaths(ctx, other, root), textOf(other.home, 'commands/deep/c.md')]).toEqual([[], 'command']);
});

test('what was taken apart is put together again by the next assembly, with what was changed meanwhile', async () => {
  await disassembleHome(ctx, demoTool, account, { copy: true });
  lab.put(account.home, 'commands/new.md', 'new');
  await assembleHome(ctx, demoTool, account);
  expect(isAssembled(ctx, demoTool, account)).toBe(true);
  expect(textOf(lab.shared, 'commands/new.md')).toBe('new');
});

test.each([{ copy: false }, { copy: true }])(
  'death at any step: the root is as it was, and the next call completes it (%j)',
  async ({ copy }) => {
    const steps = await dieEverywhere({
      before: async (at) => ({ account: await joined(at), before: treeOf(at.shared) }),
      change: (at, given) => disassembleHome(at, demoTool, given.account, { copy }),
      after: async (at, given, world) => {
        const { home } = given.account;
        expect(treeOf(world.shared)).toEqual(given.before);
        await disassembleHome(at, demoTool, given.account, { copy });
        expect(links(home)).toEqual([]);
        expect(treeOf(world.shared)).toEqual(given.before);
        const texts = ['sessions/one.jsonl', 'commands/deep/c.md', 'skills/a/SKILL.md', 'history.jsonl'];
        if (copy) for (const path of texts) expect(textOf(home, path)).toBe(textOf(world.shared, path));
        else
          expect(readdirSync(home).filter((name) => name !== 'skills' && name !== 'plugins')).toEqual([
            'auth.json',
            'settings.json',
          ]);
      },
    });
    expect(steps).toBeGreaterThan(copy ? 30 : 6);
  },
  240_000,
);
