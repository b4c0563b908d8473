import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AccountsContext, adoptionOf, adoptSystem, undoAdoption } from '../../../src/accounts/index.ts';
import { assembleHome } from '../../../src/accounts/sharing/assemble-home.ts';
import { ensureRoot } from '../../../src/accounts/sharing/shared-root.ts';
import { copyTree } from '../../../src/state/index.ts';
import { treeOf } from '../../support/tree.ts';
import { newAccount, textOf } from '../sharing/sharing-lab.ts';
import { files, type SharingLab, sharingLab, stampedTree, tool, usedDirectory } from './adopt-lab.ts';

const adopt = (ctx: AccountsContext) => adoptSystem(ctx, tool, { root: 'default', setRetention: true });

interface World {
  readonly lab: SharingLab;
  readonly ctx: AccountsContext;
  readonly own: string;
}

const situations: readonly (readonly [string, (world: World) => unknown])[] = [
  ['an empty root', () => undefined],
  [
    'a root with sessions of its own',
    async ({ lab, ctx }) => {
      await ensureRoot(ctx, 'demo', 'default');
      lab.put(lab.shared, 'sessions/2020/01/w.jsonl', 'of work');
      lab.put(lab.shared, 'sessions/2026/w.jsonl', 'of work');
      lab.put(lab.shared, 'plugins/other/x', 'of work');
    },
  ],
  [
    'a root that was filled from it before',
    async ({ lab, ctx, own }) => {
      await ensureRoot(ctx, 'demo', 'default');
      for (const path of ['sessions', 'commands'])
        copyTree(ctx.host, join(own, path), join(lab.shared, path));
      unlinkSync(join(lab.shared, 'commands/relative'));
    },
  ],
  [
    'an account that shares',
    async ({ lab, ctx }) => {
      const { home } = await newAccount(ctx, 'work');
      lab.put(home, 'sessions/2026/w.jsonl', 'of work');
      await assembleHome(ctx, tool, await newAccount(ctx, 'other'));
    },
  ],
  ['settings without the value', ({ own }) => write(own, 'settings.json', '{"theme":"dark"}\n')],
  [
    'settings with another value, last',
    ({ own }) => write(own, 'settings.json', '{"a":[1,2],"cleanupDays":3}'),
  ],
  [
    'settings with a longer one',
    ({ own }) => write(own, 'settings.json', '{"cleanupDays": 365000000, "a": 365}'),
  ],
  ['empty settings', ({ own }) => write(own, 'settings.json', '')],
  [
    'settings with a mark at the start and other line ends',
    ({ own }) => write(own, 'settings.json', '\ufeff{\r\n\t"theme": "ü"\r\n}\r\n'),
  ],
  ['no settings', ({ own }) => unlinkSync(join(own, 'settings.json'))],
  [
    'settings that are a link',
    ({ lab, own }) => {
      unlinkSync(join(own, 'settings.json'));
      write(lab.home, 'dot/settings.json', '{ "cleanupDays" : 1 }');
      symlinkSync('../dot/settings.json', join(own, 'settings.json'));
    },
  ],
  ['hardly anything there', ({ own }) => rmSync(join(own, 'sessions'), { recursive: true })],
  ['a directory that may not be written', ({ own }) => chmodSync(join(own, 'commands'), 0o555)],
];

function write(folder: string, path: string, text: string): void {
  writeFileSync(join(folder, path), text);
  const old = new Date('2019-05-06T07:08:09.123Z');
  utimesSync(join(folder, path), old, old);
}

async function world(prepare: (world: World) => unknown = () => undefined): Promise<World> {
  const lab = sharingLab();
  const made = { lab, ctx: lab.process(), own: usedDirectory(lab) };
  await prepare(made);
  return made;
}

describe('undone at once', () => {
  test.each(situations)(
    '%s: each byte, mode and minute is as before, on both sides',
    async (_what, prepare) => {
      const { lab, ctx, own } = await world(prepare);
      await ensureRoot(ctx, 'demo', 'default');
      const before = stampedTree(own);
      const outside = stampedTree(join(lab.home, 'dot'));
      const root = filesOf(lab.shared);
      await adopt(ctx);
      expect(stampedTree(own)).not.toEqual(before);
      const undone = await undoAdoption(ctx, tool);
      expect(undone.kept).toEqual([]);
      expect(stampedTree(own)).toEqual(before);
      expect(stampedTree(join(lab.home, 'dot'))).toEqual(outside);
      expect(filesOf(lab.shared)).toEqual(root);
      expect(existsSync(join(lab.shared, '../adopted'))).toBe(false);
      expect(existsSync(join(lab.shared, '../adopted.json'))).toBe(false);
      expect(adoptionOf(ctx, tool)).toBeUndefined();
    },
  );

  test('again and again', async () => {
    const { ctx, own } = await world();
    const before = stampedTree(own);
    for (const _ of [1, 2, 3]) {
      await adopt(ctx);
      await undoAdoption(ctx, tool);
    }
    expect(stampedTree(own)).toEqual(before);
  });
});

/** Directories that nobody uses may be there or not. */
function filesOf(folder: string): object {
  return Object.fromEntries(Object.entries(treeOf(folder)).filter(([, what]) => !what.startsWith('dir')));
}

describe('undone later', () => {
  test('what is there now comes back, and accounts keep what they had and what changed meanwhile', async () => {
    const { lab, ctx, own } = await world();
    const work = await newAccount(ctx, 'work');
    lab.put(work.home, 'sessions/2026/w.jsonl', 'of work');
    await assembleHome(ctx, tool, work);
    await adopt(ctx);
    appendFileSync(join(own, 'sessions/2020/01/a.jsonl'), ' and more');
    appendFileSync(join(work.home, 'sessions/2020/01/b.jsonl'), ' resumed by work');
    lab.put(own, 'sessions/2026/11/editor.jsonl', 'of the editor');
    lab.put(own, 'sessions/2027/editor.jsonl', 'of the editor, too');
    lab.put(own, 'plugins/cache/p2/x', 'another plugin');
    rmSync(join(work.home, 'commands/one.md'));
    const undone = await undoAdoption(ctx, tool);
    for (const path of ['sessions', 'commands', 'plugins/cache'])
      expect(lstatSync(join(own, path)).isSymbolicLink()).toBe(false);
    expect(textOf(own, 'sessions/2020/01/a.jsonl')).toBe('own session a and more');
    expect(textOf(own, 'sessions/2020/01/b.jsonl')).toBe('own session b resumed by work');
    expect(textOf(own, 'sessions/2027/editor.jsonl')).toBe('of the editor, too');
    expect(textOf(own, 'plugins/cache/p2/x')).toBe('another plugin');
    expect(existsSync(join(own, 'commands/one.md'))).toBe(false);
    expect(textOf(work.home, 'sessions/2026/w.jsonl')).toBe('of work');
    expect(textOf(work.home, 'sessions/2020/01/a.jsonl')).toBe('own session a and more');
    expect(textOf(work.home, 'sessions/2020/01/b.jsonl')).toBe('own session b resumed by work');
    expect(textOf(work.home, 'sessions/2027/editor.jsonl')).toBe('of the editor, too');
    expect(textOf(work.home, 'sessions/2026/11/editor.jsonl')).toBe('of the editor');
    expect(existsSync(join(work.home, 'sessions/__proto__'))).toBe(false);
    expect(undone.kept).toEqual(expect.arrayContaining(['sessions/2020/01/a.jsonl', 'sessions/2027']));
    const times = [own, work.home].map((home) => statSync(join(home, 'sessions/2020/01/a.jsonl')).mtimeMs);
    expect(Math.round(times[0] ?? 0)).toBe(Math.round(times[1] ?? 1));
  });

  test('where no account shares the root keeps no second copy of what was the tool’s own', async () => {
    const { lab, ctx, own } = await world();
    await adopt(ctx);
    appendFileSync(join(own, 'sessions/2020/01/a.jsonl'), ' and more');
    await undoAdoption(ctx, tool);
    expect(textOf(own, 'sessions/2020/01/a.jsonl')).toBe('own session a and more');
    expect(existsSync(join(lab.shared, 'sessions/2020'))).toBe(false);
  });

  test('law 16: the login of that time does not come back', async () => {
    const { ctx, own } = await world();
    await adopt(ctx);
    writeFileSync(join(own, 'auth.json'), '{"token":"sk-dummy-new"}');
    await undoAdoption(ctx, tool);
    expect(textOf(own, 'auth.json')).toBe('{"token":"sk-dummy-new"}');
  });

  test.each([
    [
      'keeps what was added',
      '{"cleanupDays": 36500, "new": 1, "theme": "dark"}',
      '{"cleanupDays": 30, "new": 1, "theme": "dark"}',
    ],
    ['keeps a value that the user chose since', '{"cleanupDays": 99}', '{"cleanupDays": 99}'],
    ['adds nothing to settings that no longer hold it', '{}', '{}'],
  ])('of the settings it %s', async (_what, meanwhile, after) => {
    const { ctx, own } = await world();
    await adopt(ctx);
    writeFileSync(join(own, 'settings.json'), meanwhile);
    await undoAdoption(ctx, tool);
    expect(textOf(own, 'settings.json')).toBe(after);
  });

  test('a link that the user took away, or that leads nowhere since, costs nothing', async () => {
    const { ctx, own } = await world();
    await adopt(ctx);
    unlinkSync(join(own, 'sessions'));
    await undoAdoption(ctx, tool);
    expect(textOf(own, 'sessions/2020/01/a.jsonl')).toBe('own session a');
  });

  test('something else in a link’s place is named, and nothing is moved before it is out of the way', async () => {
    const { lab, ctx, own } = await world();
    await adopt(ctx);
    unlinkSync(join(own, 'sessions'));
    mkdirSync(join(own, 'sessions'));
    lab.put(own, 'sessions/new.jsonl', 'made meanwhile');
    const before = [stampedTree(own), stampedTree(lab.shared)];
    await expect(undoAdoption(ctx, tool)).rejects.toMatchObject({
      code: 'ADOPTION_DISTURBED',
      data: { path: join(own, 'sessions') },
    });
    expect([stampedTree(own), stampedTree(lab.shared)]).toEqual(before);
    rmSync(join(own, 'sessions'), { recursive: true });
    await undoAdoption(ctx, tool);
    expect(textOf(own, 'sessions/2020/01/a.jsonl')).toBe('own session a');
  });

  test('a root that is gone, or another one, is not taken for emptied', async () => {
    const { lab, ctx, own } = await world();
    await adopt(ctx);
    const mark = join(lab.shared, '.root.json');
    const text = readFileSync(mark, 'utf8');
    const before = stampedTree(own);
    unlinkSync(mark);
    await expect(undoAdoption(ctx, tool)).rejects.toMatchObject({ code: 'ROOT_GONE' });
    writeFileSync(mark, JSON.stringify({ ...JSON.parse(text), id: 'another-one' }));
    await expect(undoAdoption(ctx, tool)).rejects.toMatchObject({ code: 'ROOT_GONE' });
    expect(stampedTree(own)).toEqual(before);
    writeFileSync(mark, text);
    await undoAdoption(ctx, tool);
    expect(textOf(own, 'commands/one.md')).toBe(files['commands/one.md']);
  });

  test.each(['{', '{"schemaVersion":1}', JSON.stringify({ schemaVersion: 9 })])(
    'a record that says %s is reported, and nothing is touched',
    async (text) => {
      const { lab, ctx, own } = await world();
      await adopt(ctx);
      writeFileSync(join(lab.shared, '../adopted.json'), text);
      const before = stampedTree(own);
      await expect(undoAdoption(ctx, tool)).rejects.toMatchObject({ exit: 6 });
      await expect(adopt(ctx)).rejects.toMatchObject({ exit: 6 });
      expect(stampedTree(own)).toEqual(before);
    },
  );

  test.each(['../../../dot', '/etc', 'a/../../b'])('a record that leads to %s is damaged', async (path) => {
    const { lab, ctx } = await world();
    await adopt(ctx);
    const record = join(lab.shared, '../adopted.json');
    const adoption = JSON.parse(readFileSync(record, 'utf8'));
    for (const name of ['path', 'file', 'units']) {
      const [first, ...others] = adoption.entries;
      const entry = { ...first, [name]: name === 'units' ? [path] : path };
      writeFileSync(record, JSON.stringify({ ...adoption, entries: [entry, ...others] }));
      await expect(undoAdoption(ctx, tool)).rejects.toMatchObject({ code: 'STATE_DAMAGED' });
    }
  });
});
