import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AccountsContext } from '../../../src/accounts/index.ts';
import { pathNote } from '../../../src/accounts/sharing/shared-root.ts';
import { writeLiveMark } from '../../../src/accounts/store/live-mark.ts';
import { markedProcesses } from '../../../src/accounts/store/process-marks.ts';
import { dirtyMarks, markDirty } from '../../../src/accounts/sync/mark-dirty.ts';
import { syncHome } from '../../../src/accounts/sync/sync-home.ts';
import { syncRoot } from '../../../src/accounts/sync/sync-root.ts';
import { withLock } from '../../../src/state/index.ts';
import { markOf } from '../store-lab.ts';
import { met, type Pair, quickFiles } from './sync-lab.ts';

const addEntry = (lab: Pair, who: 'work' | 'personal', name: string): void =>
  lab.edit(lab[who], 'state.json', (draft) => {
    draft.map[name] = { own: 1 };
  });

const entriesOf = (lab: Pair, who: 'work' | 'personal' | 'root'): string[] =>
  Object.keys(lab.json(lab[who]).map).sort();

describe('marks of launches', () => {
  test('a launch leaves one, its end takes it away, and what died meanwhile is swept by the next one', async () => {
    const lab = await met();
    await leaveAll(lab);
    expect(dirtyMarks(lab.ctx, lab.root).map(({ account }) => account)).toEqual([lab.personal.id]);
    const killed = lab.process();
    await lab.join(lab.work, killed);
    lab.end(killed);
    addEntry(lab, 'work', 'late');
    await lab.join(lab.personal);
    expect(entriesOf(lab, 'personal')).toEqual(['a', 'late']);
    expect(dirtyMarks(lab.ctx, lab.root).some(({ account }) => account === lab.work.id)).toBe(false);
  });

  test('one of a launch that began while its home was being read stays', async () => {
    const lab = await met();
    addEntry(lab, 'work', 'w');
    let isMarked = false;
    const files = quickFiles(lab.now);
    const sweeper = lab.process({
      ...files,
      readFile: (path) => {
        const text = files.readFile(path);
        if (path === join(lab.work.home, 'state.json') && !isMarked) {
          isMarked = true;
          markDirty(lab.process(), lab.root, lab.work);
        }
        return text;
      },
    });
    await lab.join(lab.personal, sweeper);
    expect(isMarked).toBe(true);
    expect(dirtyMarks(lab.ctx, lab.root).some(({ account }) => account === lab.work.id)).toBe(true);
  });

  test('one of a process that still runs stays, as does one of a home in which something lives', async () => {
    const lab = await met();
    const other = lab.process();
    await leaveAll(lab);
    markDirty(other, lab.root, lab.work);
    await lab.join(lab.personal);
    expect(marksOf(lab, lab.work.id)).toBe(1);
    lab.end(other);
    const session = lab.session(lab.work);
    await lab.join(lab.personal);
    expect(marksOf(lab, lab.work.id)).toBe(1);
    session.end();
    await lab.join(lab.personal);
    expect(marksOf(lab, lab.work.id)).toBe(0);
  });

  test('of two launches of one process the first to end takes one away, the other keeps one', async () => {
    const lab = await met();
    for (const { file } of dirtyMarks(lab.ctx, lab.root)) rmSync(file);
    // The second has said that it will start something, and has not started it yet.
    for (let launches = 0; launches < 2; launches += 1) markDirty(lab.ctx, lab.root, lab.work);
    await lab.leave(lab.work, lab.ctx);
    expect(marksOf(lab, lab.work.id)).toBe(1);
    addEntry(lab, 'work', 'late');
    const other = lab.process();
    await lab.join(lab.personal, other);
    expect(entriesOf(lab, 'personal')).toContain('late');
    await lab.leave(lab.work, lab.ctx);
    expect(marksOf(lab, lab.work.id)).toBe(0);
  });

  test('one that nobody may read, as a shim leaves it where no file may be read, is taken away with the others', async () => {
    const lab = await met();
    await leaveAll(lab);
    for (const name of ['00000777', '00000778'])
      writeFileSync(join(lab.root.folder, '.root', 'dirty', `${lab.work.id}.${name}`), '{}');
    const files = quickFiles(lab.now);
    const refusing = lab.process({
      ...files,
      readFile: (path) => {
        if (path.endsWith('.00000777')) throw Object.assign(new Error('refused'), { code: 'EACCES' });
        return files.readFile(path);
      },
    });
    await lab.join(lab.personal, refusing);
    expect(marksOf(lab, lab.work.id)).toBe(0);
  });

  test('those of accounts that are gone, or share no more, are taken away', async () => {
    const lab = await met();
    const dead = lab.process();
    markDirty(dead, lab.root, { id: 'gonegone' });
    lab.end(dead);
    await lab.join(lab.personal);
    expect(marksOf(lab, 'gonegone')).toBe(0);
  });

  /** It was launched twice when the two met. */
  const leaveAll = async (lab: Pair): Promise<void> => {
    for (let launches = 0; launches < 2; launches += 1) await lab.leave(lab.work);
  };

  const marksOf = (lab: Pair, id: string): number =>
    dirtyMarks(lab.ctx, lab.root).filter(({ account }) => account === id).length;
});

describe('a home in use', () => {
  test('what began while a launch was writing is noticed, and nothing is written over it', async () => {
    const lab = await met();
    addEntry(lab, 'personal', 'p');
    await lab.leave(lab.personal);
    const files = quickFiles(lab.now);
    const launcher: AccountsContext = lab.process({
      ...files,
      writeNew: (path, data, mode) => {
        if (path.startsWith(lab.work.home)) lab.session(lab.work);
        files.writeNew(path, data, mode);
      },
    });
    const { skipped, pulled } = await lab.join(lab.work, launcher);
    expect({ skipped, pulled }).toEqual({
      skipped: [{ label: 'work', path: 'state.json', why: 'live' }],
      pulled: [],
    });
    expect(entriesOf(lab, 'work')).toEqual(['a']);
    expect(readdirSync(lab.work.home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('where nobody can tell whether something lives, it is only read, but for one who asks for it', async () => {
    const lab = await met();
    writeLiveMark(lab.ctx, lab.work, markOf(77, 'elsewhere'));
    addEntry(lab, 'personal', 'p');
    addEntry(lab, 'work', 'w');
    await lab.leave(lab.personal);
    const { skipped } = await lab.join(lab.work);
    expect(skipped).toEqual([{ label: 'work', path: 'state.json', why: 'unknown' }]);
    expect([entriesOf(lab, 'root'), entriesOf(lab, 'work')]).toEqual([
      ['a', 'p', 'w'],
      ['a', 'w'],
    ]);
    const sync = { wish: { pull: 'evenIfUnknown' }, patience: { left: 100 } } as const;
    await syncHome(lab.ctx, lab.root, lab.tool, lab.work, sync);
    expect(entriesOf(lab, 'work')).toEqual(['a', 'p', 'w']);
  });

  test('what is deleted by a session that is older than what it deletes comes back', async () => {
    const lab = await met();
    const session = lab.session(lab.work);
    const memory = lab.json(lab.work);
    addEntry(lab, 'work', 'w');
    await lab.leave(lab.work);
    lab.put(lab.work, 'state.json', memory);
    session.end();
    await lab.leave(lab.work);
    expect(entriesOf(lab, 'root')).toEqual(['a', 'w']);
    await lab.join(lab.work);
    expect(entriesOf(lab, 'work')).toEqual(['a', 'w']);
  });

  test('what it deletes while only those live who know it stays gone', async () => {
    const lab = await met();
    const session = lab.session(lab.work);
    lab.edit(lab.work, 'state.json', (draft) => {
      delete draft.map.a;
    });
    await lab.leave(lab.work);
    session.end();
    await lab.join(lab.personal);
    expect([entriesOf(lab, 'root'), entriesOf(lab, 'personal')]).toEqual([[], []]);
  });
});

describe('others at the same files', () => {
  test('a busy file is skipped after two seconds in all, however many there are', async () => {
    const lab = await met();
    addEntry(lab, 'work', 'w');
    lab.put(lab.work, 'NOTES.md', 'notes\n');
    const other = lab.process();
    const hold = (path: string, work: () => Promise<unknown>): Promise<unknown> =>
      withLock(other.host, pathNote(other.host, lab.root, path), path, work);
    const began = performance.now();
    const { skipped } = (await hold('state.json', () =>
      hold('NOTES.md', () => syncRoot(lab.ctx, lab.tool, lab.work)),
    )) as Awaited<ReturnType<typeof syncRoot>>;
    expect(performance.now() - began).toBeLessThan(4000);
    expect(skipped.map(({ path, why }) => [path, why])).toEqual([
      ['NOTES.md', 'busy'],
      ['state.json', 'busy'],
    ]);
    expect(entriesOf(lab, 'root')).toEqual(['a']);
  });

  test('while a file waits it is not forgotten who died in the home', async () => {
    const lab = await met();
    const session = lab.session(lab.work);
    lab.put(lab.work, 'NOTES.md', 'notes\n');
    session.end();
    const other = lab.process();
    const file = pathNote(other.host, lab.root, 'NOTES.md');
    await withLock(other.host, file, 'notes', () => lab.leave(lab.work));
    expect(markedProcesses(lab.ctx, lab.work)).toHaveLength(1);
    await lab.leave(lab.work);
    expect(markedProcesses(lab.ctx, lab.work)).toEqual([]);
  });

  test('what is written over a home right after it was written is no deletion', async () => {
    const lab = await met();
    addEntry(lab, 'personal', 'p');
    await lab.leave(lab.personal);
    const [old, file] = [lab.text(lab.work, 'state.json'), join(lab.work.home, 'state.json')];
    const files = quickFiles(lab.now);
    let isDone = false;
    const writer = lab.process({
      ...files,
      rename: (from, to) => {
        files.rename(from, to);
        if (to !== file || isDone) return;
        isDone = true;
        lab.put(lab.work, 'state.json', old);
      },
    });
    await lab.join(lab.work, writer);
    await lab.leave(lab.work);
    expect(isDone).toBe(true);
    expect([entriesOf(lab, 'root'), entriesOf(lab, 'work')]).toEqual([
      ['a', 'p'],
      ['a', 'p'],
    ]);
  });

  test('a file that never stands still is skipped, and left as it is', async () => {
    const lab = await met();
    addEntry(lab, 'work', 'w');
    const files = quickFiles(lab.now);
    const file = join(lab.work.home, 'state.json');
    const reader = lab.process({
      ...files,
      readFile: (path) => {
        const text = files.readFile(path);
        if (path === file) writeFileSync(file, `${text} `);
        return text;
      },
    });
    const { skipped } = await syncRoot(reader, lab.tool, lab.work);
    expect(skipped).toEqual([{ label: 'work', path: 'state.json', why: 'changing' }]);
    expect(entriesOf(lab, 'root')).toEqual(['a']);
  });

  test.each([
    ['root', 'w'],
    ['work', 'p'],
  ] as const)('one that is changed just before the %s is written is read anew', async (side, name) => {
    const lab = await met();
    addEntry(lab, 'work', 'w');
    addEntry(lab, 'personal', 'p');
    await lab.leave(lab.personal);
    const file = join(side === 'root' ? lab.root.folder : lab.work.home, 'state.json');
    let isDone = false;
    const files = quickFiles(lab.now);
    const writer = lab.process({
      ...files,
      writeNew: (path, data, mode) => {
        files.writeNew(path, data, mode);
        if (isDone || !path.includes('.state.json.') || !path.startsWith(join(file, '..', '.state'))) return;
        isDone = true;
        const draft = lab.json(side === 'root' ? lab.root : lab.work);
        draft.map.between = { own: 5 };
        lab.put(side === 'root' ? lab.root : lab.work, 'state.json', draft);
      },
    });
    await syncRoot(writer, lab.tool, lab.work);
    expect(isDone).toBe(true);
    expect(entriesOf(lab, 'work')).toEqual(expect.arrayContaining(['between', name]));
    expect(entriesOf(lab, 'root')).toEqual(expect.arrayContaining(['between', 'w', 'p']));
  });
});
