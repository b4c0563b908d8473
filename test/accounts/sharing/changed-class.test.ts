import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountsContext, StoredAccount } from '../../../src/accounts/index.ts';
import { assembleHome } from '../../../src/accounts/sharing/assemble-home.ts';
import { isAssembled } from '../../../src/accounts/sharing/is-assembled.ts';
import { writeLiveMark } from '../../../src/accounts/store/live-mark.ts';
import { joinRoot } from '../../../src/accounts/sync/join-root.ts';
import { type AITool, AIToolRegistry, type PathFact } from '../../../src/registry/index.ts';
import { processTable } from '../store-lab.ts';
import {
  demo,
  demoTool,
  dieEverywhere,
  newAccount,
  type SharingLab,
  sharingLab,
  textOf,
} from './sharing-lab.ts';

/** The demo tool as a later release knows it. */
function later(change: (facts: readonly PathFact[]) => readonly PathFact[]): AITool {
  const registry = new AIToolRegistry();
  registry.register({ ...demo, directories: change(demo.directories ?? []) });
  return registry.tool('demo') as AITool;
}

const reclassed = (path: string, fact: Partial<PathFact>): AITool =>
  later((facts) => facts.map((each) => (each.path === path ? { ...each, ...fact } : each)));

let lab: SharingLab;
let ctx: AccountsContext;
let account: StoredAccount;
beforeEach(async () => {
  lab = sharingLab();
  ctx = lab.process();
  account = await newAccount(ctx, 'work');
  lab.put(account.home, 'commands/c.md', 'a command');
  lab.put(account.home, 'plugins/mine/p.md', 'a plugin');
  lab.put(account.home, 'plugins/p.json', '{}');
  lab.put(account.home, 'history.jsonl', '{"n":1}\n');
  await assembleHome(ctx, demoTool, account);
});

const inHome = (path: string) => join(account.home, path);

describe('what a newer descriptor calls the account’s own', () => {
  test.each([
    [
      'a directory that was one link',
      reclassed('commands', { class: 'identity' }),
      'commands',
      'commands/c.md',
    ],
    [
      'one that is not known any more',
      later((all) => all.filter(({ path }) => path !== 'commands')),
      'commands',
      'commands/c.md',
    ],
    [
      'one whose children were links',
      reclassed('plugins', { class: 'disposable' }),
      'plugins',
      'plugins/mine/p.md',
    ],
    ['a file', reclassed('history.jsonl', { class: 'identity' }), 'history.jsonl', 'history.jsonl'],
  ])(
    '%s: its link goes at the next start, its content stays in the root and is told',
    async (_, tool, path, file) => {
      expect([isAssembled(ctx, demoTool, account), isAssembled(ctx, tool, account)]).toEqual([true, false]);
      const before = textOf(lab.shared, file);
      const joined = await joinRoot(ctx, tool, account);
      expect(joined?.assembly?.parted).toEqual([path]);
      expect(existsSync(inHome(file))).toBe(false);
      expect(lstatSync(inHome(path), { throwIfNoEntry: false })?.isSymbolicLink() ?? false).toBe(false);
      mkdirSync(join(inHome(file), '..'), { recursive: true });
      writeFileSync(inHome(file), 'of this account alone');
      expect(textOf(lab.shared, file)).toBe(before);
      expect(isAssembled(ctx, tool, account)).toBe(true);
      expect((await joinRoot(ctx, tool, account))?.assembly).toBeUndefined();
    },
  );

  test('a directory has an empty one in the place of its link', async () => {
    await assembleHome(ctx, reclassed('commands', { class: 'identity' }), account);
    expect(readdirSync(inHome('commands'))).toEqual([]);
  });

  test('in a directory whose children were links only links of ours go', async () => {
    mkdirSync(join(lab.home, 'dot'));
    lab.put(account.home, 'plugins/known.json', '{"own":1}');
    symlinkSync(join(lab.home, 'dot'), inHome('plugins/dot'));
    await assembleHome(ctx, reclassed('plugins', { class: 'identity' }), account);
    expect(readdirSync(inHome('plugins')).sort()).toEqual(['dot', 'known.json']);
    expect(readlinkSync(inHome('plugins/dot'))).toBe(join(lab.home, 'dot'));
  });

  test('nothing is taken from under a program that runs; its end is waited for', async () => {
    const newer = reclassed('commands', { class: 'identity' });
    const live = lab.process({ processes: processTable(4711, new Set()) });
    writeLiveMark(live, account);
    expect(await assembleHome(ctx, newer, account)).toMatchObject({
      parted: [],
      kept: expect.arrayContaining([{ path: 'commands', why: 'busy' }]),
    });
    expect(lstatSync(inHome('commands')).isSymbolicLink()).toBe(true);
    expect(isAssembled(ctx, newer, account)).toBe(false);
  });

  test('what is shared again is linked again, and what the account made meanwhile joins it', async () => {
    await assembleHome(ctx, reclassed('commands', { class: 'identity' }), account);
    writeFileSync(inHome('commands/d.md'), 'another');
    await assembleHome(ctx, demoTool, account);
    expect(lstatSync(inHome('commands')).isSymbolicLink()).toBe(true);
    expect(readdirSync(inHome('commands')).sort()).toEqual(['c.md', 'd.md']);
  });

  test('a link whose making was cut off before it was noted is noted by the next start', async () => {
    rmSync(join(account.home, '../linked'), { recursive: true });
    expect(isAssembled(ctx, demoTool, account)).toBe(false);
    await assembleHome(ctx, demoTool, account);
    expect(isAssembled(ctx, reclassed('commands', { class: 'identity' }), account)).toBe(false);
  });
});

test('death at any step: the next start finishes it', async () => {
  const newer = later((all) =>
    all.map((each) => (['commands', 'plugins'].includes(each.path) ? { ...each, class: 'identity' } : each)),
  );
  const steps = await dieEverywhere<StoredAccount>({
    before: async (own) => {
      const made = await newAccount(own.process(), 'work');
      own.put(made.home, 'commands/c.md', 'a command');
      own.put(made.home, 'plugins/p/p.md', 'a plugin');
      await assembleHome(own.process(), demoTool, made);
      return made;
    },
    change: (each, made) => assembleHome(each, newer, made),
    after: async (each, made, own) => {
      await assembleHome(each, newer, made);
      expect(isAssembled(each, newer, made)).toBe(true);
      for (const path of ['commands/c.md', 'plugins/p'])
        expect(existsSync(join(made.home, path)), path).toBe(false);
      expect(textOf(own.shared, 'commands/c.md')).toBe('a command');
    },
  });
  expect(steps).toBeGreaterThan(3);
}, 60_000);
