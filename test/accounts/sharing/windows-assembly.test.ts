import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountsContext } from '../../../src/accounts/index.ts';
import { assembleHome } from '../../../src/accounts/sharing/assemble-home.ts';
import { isAssembled } from '../../../src/accounts/sharing/is-assembled.ts';
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

  test('a file among children that are linked stays with its account, and that is said', async () => {
    const ctx = windows(true);
    const account = await newAccount(ctx, 'work');
    lab.put(account.home, 'skills/readme.md', 'mine');
    const report = await assembleHome(ctx, demoTool, account);
    expect(report.kept).toEqual([{ path: 'skills/readme.md', why: 'noLinks' }]);
    expect(textOf(account.home, 'skills/readme.md')).toBe('mine');
    expect(isAssembled(ctx, demoTool, account)).toBe(true);
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
