import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FileSystem, Host } from '../../src/platform/index.ts';
import '../support/on-disk.ts';
import { copyFile, copyTree, placeNew, removeEmpty } from '../../src/state/index.ts';
import { Died, faultyFiles } from '../support/faulty-files.ts';
import { testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

let host: Host;
const at = (...names: string[]) => join(host.homeDir, ...names);

beforeEach(() => {
  host = testHost();
  mkdirSync(at('from', 'deep'), { recursive: true });
  writeFileSync(at('from', 'a'), 'A', { mode: 0o640 });
  writeFileSync(at('from', 'deep', 'b'), 'BB');
  symlinkSync('../a', at('from', 'deep', 'link'));
  symlinkSync('/nowhere', at('from', 'dangling'));
});

const failing = (method: string, errno: string): Host => {
  const faulty = faultyFiles(host.files);
  faulty.failWhere((each) => each === method, errno);
  return { ...host, files: faulty.files };
};

describe('a tree', () => {
  test('is copied with its links as links, its modes and its times', () => {
    chmodSync(at('from', 'deep'), 0o550);
    for (const path of [['a'], ['deep', 'b'], ['deep'], []]) utimesSync(at('from', ...path), 1000, 2000);
    const before = treeOf(at('from'));
    expect(copyTree(host, at('from'), at('to'))).toEqual({ files: 2, bytes: 3, special: [] });
    expect(treeOf(at('to'))).toEqual(before);
    expect(treeOf(at('from'))).toEqual(before);
    for (const path of [['a'], ['deep', 'b'], ['deep'], []])
      expect(statSync(at('to', ...path)).mtimeMs).toBe(2_000_000);
    for (const folder of ['from', 'to']) chmodSync(at(folder, 'deep'), 0o700);
  });

  test('names what can not be copied, and is copied without it', () => {
    execFileSync('mkfifo', [at('from', 'pipe')]);
    expect(copyTree(host, at('from'), at('to'))).toMatchObject({ special: [at('from', 'pipe')] });
    expect(readdirSync(at('to'))).toEqual(['a', 'dangling', 'deep']);
  });

  test('names its links where the system refuses links', () => {
    expect(copyTree(failing('symlink', 'EPERM'), at('from'), at('to')).special).toEqual([
      at('from', 'dangling'),
      at('from', 'deep', 'link'),
    ]);
  });

  test('never takes the place of a folder that holds something, and leaves nothing over', () => {
    mkdirSync(at('to'));
    writeFileSync(at('to', 'theirs'), '');
    expect(() => copyTree(host, at('from'), at('to'))).toThrow(
      expect.objectContaining({ code: 'MOVE_FAILED' }),
    );
    expect(readdirSync(host.homeDir).sort()).toEqual(['from', 'to']);
    expect(readdirSync(at('to'))).toEqual(['theirs']);
  });

  test('is not there, or whole, whenever death comes', () => {
    const counting = faultyFiles(host.files);
    copyTree({ ...host, files: counting.files }, at('from'), at('first'));
    for (let step = 1; step <= counting.steps.length; step += 1)
      for (const when of ['before', 'after'] as const) {
        const faulty = faultyFiles(host.files);
        faulty.dieAt(step, when);
        const to = at(`${when}${step}`);
        expect(() => copyTree({ ...host, files: faulty.files }, at('from'), to)).toThrow(Died);
        expect([{}, treeOf(at('from'))]).toContainEqual(treeOf(to));
      }
  });

  test.each(['copyNew', 'mkdir', 'utimes', 'rename'])('that fails at %s leaves nothing over', (method) => {
    expect(() => copyTree(failing(method, 'ENOSPC'), at('from'), at('to'))).toThrow(
      expect.objectContaining({ exit: 7 }),
    );
    expect(readdirSync(host.homeDir)).toEqual(['from']);
  });
});

describe('a file', () => {
  test('takes the place of a file, and of a link, never of what that leads to', () => {
    writeFileSync(at('theirs'), 'theirs');
    symlinkSync(at('theirs'), at('to'));
    copyFile(host, at('from', 'a'), at('to'));
    expect([readFileSync(at('to'), 'utf8'), readFileSync(at('theirs'), 'utf8')]).toEqual(['A', 'theirs']);
    expect(lstatSync(at('to')).mode & 0o777).toBe(0o640);
  });

  test('is not copied when something forbids it at the last moment', () => {
    const beforeCommit = () => {
      throw new Error('changed');
    };
    expect(() => copyFile(host, at('from', 'a'), at('to'), { beforeCommit })).toThrow('changed');
    expect(readdirSync(host.homeDir)).toEqual(['from']);
  });

  test('that was not copied whole is not put anywhere', () => {
    const files: FileSystem = { ...host.files, copyNew: (_, path) => host.files.writeNew(path, '', 0o600) };
    expect(() => copyFile({ ...host, files }, at('from', 'a'), at('to'))).toThrow(
      expect.objectContaining({ code: 'WRITE_FAILED' }),
    );
    expect(readdirSync(host.homeDir)).toEqual(['from']);
  });
});

describe('a second place for a file', () => {
  test('is the very same file; where the disk knows no second names, a copy', () => {
    utimesSync(at('from', 'a'), 1000, 2000);
    expect(placeNew(host, at('from', 'a'), at('same'))).toBe(true);
    expect(statSync(at('same')).ino).toBe(statSync(at('from', 'a')).ino);
    for (const errno of ['EPERM', 'EXDEV', 'ENOTSUP', 'EMLINK']) {
      expect(placeNew(failing('link', errno), at('from', 'a'), at(errno))).toBe(true);
      expect([readFileSync(at(errno), 'utf8'), statSync(at(errno)).mtimeMs]).toEqual(['A', 2_000_000]);
    }
    expect(readdirSync(host.homeDir)).toHaveLength(6);
  });

  test.each([
    ['a file', () => writeFileSync(at('to'), 'theirs')],
    ['a folder', () => mkdirSync(at('to'))],
    ['a link that leads nowhere', () => symlinkSync('/nowhere', at('to'))],
  ])('that is taken by %s stays as it is', (_case, make) => {
    make();
    const before = treeOf(host.homeDir);
    expect(placeNew(host, at('from', 'a'), at('to'))).toBe(false);
    expect(treeOf(host.homeDir)).toEqual(before);
  });

  test('that is taken at the last moment stays as it is', () => {
    const hasty = (method: 'link' | 'copyNew'): Host => {
      const act = host.files[method] as (from: string, to: string, mode: number) => void;
      const late = (from: string, to: string, mode: number) => {
        if (lstatSync(at('to'), { throwIfNoEntry: false }) === undefined) writeFileSync(at('to'), 'theirs');
        act(from, to, mode);
      };
      return {
        ...host,
        files: { ...failing('link', 'EXDEV').files, ...(method === 'link' && host.files), [method]: late },
      };
    };
    for (const method of ['link', 'copyNew'] as const) {
      expect(placeNew(hasty(method), at('from', 'a'), at('to'))).toBe(false);
      expect(readFileSync(at('to'), 'utf8')).toBe('theirs');
      expect(readdirSync(host.homeDir)).toEqual(['from', 'to']);
      execFileSync('rm', [at('to')]);
    }
  });
});

describe('a folder with nothing in it', () => {
  test('goes; one with something stays, and so does what it holds; one that is gone is gone', () => {
    mkdirSync(at('empty'));
    expect([
      removeEmpty(host, at('empty')),
      removeEmpty(host, at('from')),
      removeEmpty(host, at('no')),
    ]).toEqual([true, false, true]);
    expect(readdirSync(host.homeDir)).toEqual(['from']);
    expect(readlinkSync(at('from', 'dangling'))).toBe('/nowhere');
  });

  test('that is filled at the last moment stays', () => {
    mkdirSync(at('empty'));
    const rmdir = (path: string) => {
      writeFileSync(join(path, 'late'), '');
      host.files.rmdir(path);
    };
    expect(removeEmpty({ ...host, files: { ...host.files, rmdir } }, at('empty'))).toBe(false);
    expect(readdirSync(at('empty'))).toEqual(['late']);
  });

  test('that can not be removed is named', () => {
    mkdirSync(at('empty'));
    expect(() => removeEmpty(failing('rmdir', 'EBUSY'), at('empty'))).toThrow(
      expect.objectContaining({ code: 'REMOVE_FAILED', data: { path: at('empty'), cause: 'EBUSY' } }),
    );
  });
});
