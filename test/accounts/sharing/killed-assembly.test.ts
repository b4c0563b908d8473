import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AccountsContext, StoredAccount } from '../../../src/accounts/index.ts';
import { assembleHome } from '../../../src/accounts/sharing/assemble-home.ts';
import { isAssembled } from '../../../src/accounts/sharing/is-assembled.ts';
import { ToolsError } from '../../../src/errors/index.ts';
import { faultyFiles } from '../../support/faulty-files.ts';
import { treeOf } from '../../support/tree.ts';
import {
  bareAccount,
  demoTool,
  dieEverywhere,
  quickFiles,
  type SharingLab,
  sharingLab,
} from './sharing-lab.ts';

const assemble = (ctx: AccountsContext, account: StoredAccount) => assembleHome(ctx, demoTool, account);

/** What stands in files below the folder, links not followed: sorted, each as often as it is there. */
function contentsIn(folder: string): readonly string[] {
  return Object.entries(treeOf(folder))
    .filter(([, entry]) => entry.startsWith('file'))
    .map(([path]) => readFileSync(join(folder, path), 'utf8'));
}

/** Every text that somebody wrote is still in a file of ours that lasts. */
function expectNothingLost(lab: SharingLab, texts: readonly string[]): void {
  const found = contentsIn(join(lab.home, 'ours'));
  for (const text of texts) expect(found.filter((each) => each === text).length, text).toBeGreaterThan(0);
}

/** But for what was being made beside its place, which has a name that no tool asks for. */
function expectNoDanglingLink(home: string): void {
  for (const [path, entry] of Object.entries(treeOf(home)))
    if (entry.startsWith('link') && !path.endsWith('.tmp'))
      expect(existsSync(join(home, path)), path).toBe(true);
}

function expectNoStrayLink(home: string): void {
  const links = Object.entries(treeOf(home)).filter(([, entry]) => entry.startsWith('link'));
  expect(links.filter(([path]) => path.endsWith('.tmp'))).toEqual([]);
}

test('a fresh home: whoever dies while it is put together leaves no link to nothing, and the next completes it', async () => {
  const steps = await dieEverywhere({
    before: async (lab) => bareAccount(lab, 'work'),
    change: assemble,
    after: async (ctx, account) => {
      expectNoDanglingLink(account.home);
      // Before its safe value stands there, nothing that a tool would delete from is a link.
      const isSafe = JSON.parse(settingsOf(account)).cleanupDays === 36500;
      expect(isSafe || !existsSync(join(account.home, 'sessions'))).toBe(true);
      await assemble(ctx, account);
      expect(isAssembled(ctx, demoTool, account)).toBe(true);
      expectNoDanglingLink(account.home);
    },
  });
  expect(steps).toBeGreaterThan(20);
});

test('a home with content: nothing is lost, and the next completes it', async () => {
  const texts = ['own x', 'own y', 'own skill', 'own line\n', 'own login', 'own paths', 'own note'];
  await dieEverywhere({
    before: async (lab) => {
      const account = bareAccount(lab, 'work');
      lab.put(account.home, 'commands/x.md', 'own x');
      lab.put(account.home, 'sessions/2026/y.jsonl', 'own y');
      lab.put(account.home, 'skills/one/SKILL.md', 'own skill');
      lab.put(account.home, 'skills/.system/tool.md', 'system');
      lab.put(account.home, 'history.jsonl', 'own line\n');
      lab.put(account.home, 'auth.json', 'own login');
      lab.put(account.home, 'plugins/known.json', 'own paths');
      lab.put(account.home, 'notes.md', 'own note');
      return account;
    },
    change: assemble,
    after: async (ctx, account, lab) => {
      expectNothingLost(lab, texts);
      await assemble(ctx, account);
      expect(isAssembled(ctx, demoTool, account)).toBe(true);
      expectNothingLost(lab, texts);
      expectNoStrayLink(account.home);
      for (const path of ['auth.json', 'plugins/known.json', 'notes.md', 'skills/.system/tool.md'])
        expect(lstatSync(join(account.home, path)).isFile(), path).toBe(true);
      expect(readdirSync(join(lab.shared, 'skills'))).toEqual(['one']);
    },
  });
});

test('a second account, whose content meets another’s: the shared one stands, the other is kept', async () => {
  const texts = ['shared x', 'own x', 'own new', 'shared line\n', 'own line\n'];
  await dieEverywhere({
    before: async (lab) => {
      const ctx = lab.process();
      const first = bareAccount(lab, 'first');
      await assemble(ctx, first);
      lab.put(lab.shared, 'commands/x.md', 'shared x');
      lab.put(lab.shared, 'history.jsonl', 'shared line\n');
      const second = bareAccount(lab, 'second');
      lab.put(second.home, 'commands/x.md', 'own x');
      lab.put(second.home, 'commands/new.md', 'own new');
      lab.put(second.home, 'history.jsonl', 'own line\n');
      return { first, second };
    },
    change: (ctx, { second }) => assemble(ctx, second),
    after: async (ctx, { first, second }, lab) => {
      expectNothingLost(lab, texts);
      expect(isAssembled(ctx, demoTool, first)).toBe(true);
      await assemble(ctx, second);
      for (const account of [first, second]) expect(isAssembled(ctx, demoTool, account)).toBe(true);
      expectNothingLost(lab, texts);
      expect(readFileSync(join(second.home, 'commands/x.md'), 'utf8')).toBe('shared x');
      expect(readFileSync(join(first.home, 'commands/new.md'), 'utf8')).toBe('own new');
    },
  });
});

test('a link that is mended: it is there all along, the old one or the new', async () => {
  await dieEverywhere({
    before: async (lab) => {
      const ctx = lab.process();
      const account = bareAccount(lab, 'work');
      await assemble(ctx, account);
      ctx.host.files.unlink(join(account.home, 'commands'));
      ctx.host.files.symlink(join(lab.home, 'nowhere'), join(account.home, 'commands'), 'dir');
      return account;
    },
    change: assemble,
    after: async (ctx, account, lab) => {
      expect([join(lab.home, 'nowhere'), join(lab.shared, 'commands')]).toContain(
        readlinkSync(join(account.home, 'commands')),
      );
      await assemble(ctx, account);
      expect(isAssembled(ctx, demoTool, account)).toBe(true);
      expectNoStrayLink(account.home);
    },
  });
});

test('a disk that is full at any step: that is said, nothing is lost, and the next completes it', async () => {
  const fill = (lab: SharingLab): StoredAccount => {
    const account = bareAccount(lab, 'work');
    lab.put(lab.shared, 'commands/x.md', 'shared x');
    lab.put(account.home, 'commands/x.md', 'own x');
    lab.put(account.home, 'skills/one/SKILL.md', 'own skill');
    return account;
  };
  const counted = sharingLab();
  const counting = faultyFiles(quickFiles);
  await assemble(counted.process({ files: counting.files }), fill(counted));
  for (let n = 1; n <= counting.steps.length; n += 1) {
    const lab = sharingLab();
    const account = fill(lab);
    const faulty = faultyFiles(quickFiles);
    faulty.failAt(n, 'ENOSPC');
    const victim = lab.process({ files: faulty.files });
    await assemble(victim, account).catch((error: unknown) => {
      expect(error, counting.steps[n - 1]).toBeInstanceOf(ToolsError);
    });
    lab.end(victim);
    expectNothingLost(lab, ['shared x', 'own x', 'own skill']);
    expectNoDanglingLink(account.home);
    const ctx = lab.process();
    expect((await assemble(ctx, account)).kept, counting.steps[n - 1]).toEqual([]);
    expect(isAssembled(ctx, demoTool, account), counting.steps[n - 1]).toBe(true);
    expectNoStrayLink(account.home);
    expectNothingLost(lab, ['shared x', 'own x', 'own skill']);
  }
});

function settingsOf({ home }: StoredAccount): string {
  const file = join(home, 'settings.json');
  return existsSync(file) ? readFileSync(file, 'utf8') : '{}';
}
