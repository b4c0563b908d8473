import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountsContext, StoredAccount } from '../../../src/accounts/index.ts';
import { assembleHome } from '../../../src/accounts/sharing/assemble-home.ts';
import { isAssembled } from '../../../src/accounts/sharing/is-assembled.ts';
import { joinRoot } from '../../../src/accounts/sync/join-root.ts';
import { leaveRoot } from '../../../src/accounts/sync/leave-root.ts';
import type { FileSystem } from '../../../src/platform/index.ts';
import { demoTool, newAccount, quickFiles, type SharingLab, sharingLab, textOf } from './sharing-lab.ts';

let lab: SharingLab;
let made: string[];
beforeEach(() => {
  lab = sharingLab();
  made = [];
});

/** The disk of this computer as a Windows gives it to a user without the right to make links. */
function windows(junctions: boolean): AccountsContext {
  const symlink: FileSystem['symlink'] = (target, path, kind) => {
    if (kind !== 'junction' || !junctions)
      throw Object.assign(new Error('EPERM: injected'), { code: 'EPERM', syscall: 'symlink', path });
    made.push(target);
    quickFiles.symlink(target, path, 'dir');
  };
  return lab.process({ platform: 'win32', path: posix, files: { ...quickFiles, symlink } });
}

describe('B113: Windows, simulated, without the right to make links', () => {
  test('directories are junctions with absolute targets; no file is a link, and the counts say so', async () => {
    const ctx = windows(true);
    const account = await newAccount(ctx, 'work');
    lab.put(account.home, 'commands/x.md', 'x');
    lab.put(account.home, 'skills/one/SKILL.md', 'one');
    const report = await assembleHome(ctx, demoTool, account);
    expect(report).toMatchObject({ kept: [], copied: [], drained: ['commands', 'skills/one'] });
    expect([...report.linked].sort()).toEqual(['commands', 'locks', 'plugins', 'sessions', 'skills']);
    expect(readlinkSync(join(account.home, 'commands'))).toBe(join(lab.shared, 'commands'));
    expect(textOf(lab.shared, 'skills/one/SKILL.md')).toBe('one');
    for (const target of made) expect(posix.isAbsolute(target)).toBe(true);
    expect(existsSync(join(account.home, 'history.jsonl'))).toBe(false);
    expect(isAssembled(ctx, demoTool, account)).toBe(true);
  });

  describe('a file among children that are linked', () => {
    test('is merged as a whole: others see it, and what each changes', async () => {
      const ctx = windows(true);
      const [work, personal] = [await newAccount(ctx, 'work'), await newAccount(ctx, 'personal')];
      const start = async (account: StoredAccount) => joinRoot(windows(true), demoTool, account);
      lab.put(work.home, 'skills/readme.md', 'mine');
      lab.put(work.home, 'plugins/list.json', '{"a":1}');
      lab.put(work.home, 'plugins/known.json', '{"own":1}');
      expect((await start(work))?.assembly?.kept).toEqual([]);
      await start(personal);
      expect(textOf(personal.home, 'skills/readme.md')).toBe('mine');
      expect(existsSync(posix.join(personal.home, 'plugins/known.json'))).toBe(false);
      lab.put(personal.home, 'skills/readme.md', 'ours');
      lab.put(personal.home, 'plugins/list.json', '{"a":1,"b":2}');
      await leaveRoot(windows(true), demoTool, personal);
      const joined = await start(work);
      expect(joined).toMatchObject({ sync: { conflicts: [], held: [], damaged: [] } });
      expect(textOf(work.home, 'skills/readme.md')).toBe('ours');
      expect(JSON.parse(textOf(work.home, 'plugins/list.json'))).toEqual({ a: 1, b: 2 });
      for (const path of ['skills/readme.md', 'plugins/list.json'])
        expect(lstatSync(posix.join(work.home, path)).isFile()).toBe(true);
      expect(isAssembled(ctx, demoTool, work)).toBe(true);
    });

    test('takes no key along', async () => {
      const ctx = windows(true);
      const work = await newAccount(ctx, 'work');
      lab.put(work.home, 'skills/readme.md', `use sk-dummy-${'0'.repeat(20)}`);
      const joined = await joinRoot(ctx, demoTool, work);
      expect(joined?.sync.held).toMatchObject([{ path: 'skills/readme.md', why: 'credential' }]);
      expect(existsSync(join(lab.shared, 'skills/readme.md'))).toBe(false);
    });

    test.each([
      ['a large one', 'x'.repeat(1_000_001)],
      ['one that is no text', 'PK\u0003\u0004\u0000'],
    ])('%s stays with its account, and that is said', async (_, content) => {
      const ctx = windows(true);
      const account = await newAccount(ctx, 'work');
      lab.put(account.home, 'skills/readme.md', content);
      const joined = await joinRoot(ctx, demoTool, account);
      expect(joined?.assembly?.kept).toEqual([{ path: 'skills/readme.md', why: 'noLinks' }]);
      expect(joined?.sync).toMatchObject({ pushed: [], damaged: [] });
      expect(textOf(account.home, 'skills/readme.md')).toBe(content);
      expect(isAssembled(ctx, demoTool, account)).toBe(true);
    });
  });

  test('a junction that another release made with a prefix and a separator is right', async () => {
    const ctx = windows(true);
    const account = await newAccount(ctx, 'work');
    await assembleHome(ctx, demoTool, account);
    const readlink = (path: string) => `\\\\?\\${quickFiles.readlink(path)}\\`;
    const odd = { ...ctx, host: { ...ctx.host, files: { ...quickFiles, readlink } } };
    expect(isAssembled(odd, demoTool, account)).toBe(true);
  });

  test('where junctions fail too, small directories are copies; those of sessions stay, unmoved, and that is said', async () => {
    const ctx = windows(false);
    const account = await newAccount(ctx, 'work');
    lab.put(account.home, 'commands/x.md', 'x');
    lab.put(account.home, 'sessions/s.jsonl', 'session');
    mkdirSync(lab.shared, { recursive: true });
    lab.put(lab.shared, 'commands/y.md', 'y');
    const report = await assembleHome(ctx, demoTool, account);
    expect(report.linked).not.toContain('commands');
    expect(report.copied).toEqual(['commands', 'locks']);
    expect(report.kept).toEqual([{ path: 'sessions', why: 'noLinks' }]);
    expect(textOf(account.home, 'sessions/s.jsonl')).toBe('session');
    for (const folder of [account.home, lab.shared])
      expect(readdirSync(join(folder, 'commands')).sort()).toEqual(['x.md', 'y.md']);
    expect(lstatSync(join(account.home, 'commands')).isDirectory()).toBe(true);
    // Copies have to be looked at each time.
    expect(isAssembled(ctx, demoTool, account)).toBe(false);
    writeFileSync(join(account.home, 'commands/new.md'), 'new');
    await assembleHome(ctx, demoTool, account);
    expect(textOf(lab.shared, 'commands/new.md')).toBe('new');
  });
});
