import { existsSync, lstatSync, readlinkSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AccountsContext, type StoredAccount, shareAccount } from '../../../src/accounts/index.ts';
import { isAssembled } from '../../../src/accounts/sharing/is-assembled.ts';
import { writeLiveMark } from '../../../src/accounts/store/live-mark.ts';
import { joinRoot } from '../../../src/accounts/sync/join-root.ts';
import { leaveRoot } from '../../../src/accounts/sync/leave-root.ts';
import { demoTool, newAccount, type SharingLab, sharingLab, textOf } from '../sharing/sharing-lab.ts';

let lab: SharingLab;
let work: StoredAccount;
let personal: StoredAccount;

/** A launch of ours that has brought what was there, and whose own process goes on. */
async function launched(account: StoredAccount): Promise<AccountsContext> {
  const ctx = lab.process();
  await joinRoot(ctx, demoTool, account);
  writeLiveMark(ctx, account);
  return ctx;
}

const isLink = (account: StoredAccount, path: string) =>
  lstatSync(join(account.home, path), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

beforeEach(async () => {
  lab = sharingLab();
  work = await newAccount(lab.process(), 'work');
  personal = await newAccount(lab.process(), 'personal');
  lab.put(work.home, 'skills/.system/s.md', 'of the tool itself');
  for (const account of [work, personal]) lab.end(await launched(account));
});

describe('what a program makes in a directory whose children are links', () => {
  test('is shared when its run is over', async () => {
    const run = await launched(work);
    lab.put(work.home, 'skills/new/SKILL.md', '# new');
    lab.put(work.home, 'plugins/p.json', '{}');
    expect(await leaveRoot(run, demoTool, work)).toBe(true);
    expect([isLink(work, 'skills/new'), isLink(work, 'plugins/p.json')]).toEqual([true, true]);
    await launched(personal);
    expect(textOf(personal.home, 'skills/new/SKILL.md')).toBe('# new');
    expect(isLink(personal, 'skills/.system')).toBe(false);
  });

  test('is shared with the next launch of any account, when nobody was left to do it', async () => {
    const run = await launched(work);
    lab.put(work.home, 'skills/new/SKILL.md', '# new');
    const log = join(work.home, 'history.jsonl');
    unlinkSync(log);
    writeFileSync(log, 'saved by renaming');
    lab.end(run);
    await launched(personal);
    expect(textOf(personal.home, 'skills/new/SKILL.md')).toBe('# new');
    expect(textOf(personal.home, 'history.jsonl')).toBe('saved by renaming');
    expect(isAssembled(lab.process(), demoTool, work)).toBe(true);
  });

  test('stays where it is as long as the program runs', async () => {
    const run = await launched(work);
    lab.put(work.home, 'skills/new/SKILL.md', '# new');
    lab.end(await launched(personal));
    expect([isLink(work, 'skills/new'), existsSync(join(lab.shared, 'skills/new'))]).toEqual([false, false]);
    lab.end(run);
    await launched(personal);
    expect([isLink(work, 'skills/new'), isLink(personal, 'skills/new')]).toEqual([true, true]);
  });

  test('two of one name are both kept', async () => {
    const [one, other] = [await launched(work), await launched(personal)];
    lab.put(work.home, 'skills/new/SKILL.md', 'of work');
    lab.put(personal.home, 'skills/new/SKILL.md', 'of personal');
    lab.end(one);
    lab.end(other);
    const joined = await joinRoot(lab.process(), demoTool, personal);
    expect(textOf(lab.shared, 'skills/new/SKILL.md')).toBe('of work');
    expect(joined?.assembly?.conflicts).toMatchObject([{ path: 'skills/new/SKILL.md' }]);
  });

  test('a home that can not be mended stops nobody else, and is tried again', async () => {
    const run = await launched(work);
    lab.put(work.home, 'skills/new/SKILL.md', '# new');
    lab.end(run);
    const ctx = lab.process();
    const { files } = ctx.host;
    const failing = {
      ...files,
      rename: (from: string, to: string) => {
        if (to.startsWith(join(work.home, 'skills')) || from.startsWith(join(work.home, 'skills')))
          throw Object.assign(new Error('EIO'), { code: 'EIO' });
        files.rename(from, to);
      },
      symlink: (target: string, path: string, kind: 'file' | 'dir' | 'junction') => {
        if (path.startsWith(join(work.home, 'skills')))
          throw Object.assign(new Error('EIO'), { code: 'EIO' });
        files.symlink(target, path, kind);
      },
    };
    const broken = { ...ctx, host: { ...ctx.host, files: failing } };
    const joined = await joinRoot(broken, demoTool, personal);
    expect(joined?.sync.skipped).toMatchObject([{ label: 'work', path: 'skills', why: 'failed' }]);
    await launched(personal);
    expect(isLink(work, 'skills/new')).toBe(true);
  });
});

describe('one of the links taken away', () => {
  beforeEach(async () => {
    const run = await launched(work);
    lab.put(work.home, 'skills/one/SKILL.md', '# one');
    await leaveRoot(run, demoTool, work);
    lab.end(run);
    lab.end(await launched(personal));
  });

  test('is back with the next start: what is shared goes only where it lies', async () => {
    rmSync(join(work.home, 'skills/one'), { recursive: true });
    expect(textOf(personal.home, 'skills/one/SKILL.md')).toBe('# one');
    await launched(work);
    expect(readlinkSync(join(work.home, 'skills/one'))).toBe(join(lab.shared, 'skills/one'));
  });

  test('by share remove stays away, and the others have it still', async () => {
    const change = { kind: 'remove', paths: ['skills/one'] } as const;
    const { account } = await shareAccount(lab.process(), demoTool, work, change);
    await launched(account);
    expect(existsSync(join(work.home, 'skills/one'))).toBe(false);
    expect(textOf(personal.home, 'skills/one/SKILL.md')).toBe('# one');
  });

  test('is away everywhere when it is deleted where it lies', async () => {
    renameSync(join(lab.shared, 'skills/one'), join(lab.home, 'gone'));
    for (const account of [work, personal]) {
      await launched(account);
      expect(isLink(account, 'skills/one')).toBe(false);
    }
  });
});
