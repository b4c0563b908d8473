import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import lockfile from 'proper-lockfile';
import { describe, expect, test } from 'vitest';
import { withToolLock } from '../../../src/accounts/home/tool-lock.ts';
import { nodeFileSystem } from '../../../src/platform/index.ts';
import { type AITool, AIToolRegistry } from '../../../src/registry/index.ts';
import { faultyFiles } from '../../support/faulty-files.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';

const registry = new AIToolRegistry();
registry.register({
  id: 'alpha',
  displayName: 'Alpha',
  locks: [
    { file: 'state.json', lock: 'state.json.lock', kind: 'directory', staleAfter: 10_000 },
    { file: 'deep/list.json', lock: 'deep/.list', kind: 'file', staleAfter: 2000 },
  ],
});
const alpha = registry.tool('alpha') as AITool;

function lab(file = 'state.json', lock = 'state.json.lock') {
  const home = tempHome();
  mkdirSync(join(home, 'deep'));
  const host = testHost({ home });
  const path = join(home, lock);
  return {
    home,
    host,
    path,
    run: <Result>(work: () => Result) => withToolLock(host, alpha, join(home, file), work),
    age: (seconds: number) => {
      const time = new Date(Date.now() - seconds * 1000);
      utimesSync(path, time, time);
    },
  };
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

describe.each([
  ['a directory', 'state.json', 'state.json.lock'],
  ['a file', 'deep/list.json', 'deep/.list'],
])('the tool’s lock, %s', (_, file, lock) => {
  test('is held during the work and given up after it, were it to fail', async () => {
    const { path, run } = lab(file, lock);
    expect(await run(() => existsSync(path))).toBe(true);
    expect(existsSync(path)).toBe(false);
    await expect(
      run(() => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(existsSync(path)).toBe(false);
  });

  test('that another has is waited for, 200 ms and no longer, and is left to him', async () => {
    const { path, run } = lab(file, lock);
    if (lock === 'deep/.list') writeFileSync(path, '');
    else mkdirSync(path);
    const time = await timeOf(() => run(() => expect(existsSync(path)).toBe(true)));
    expect(time).toBeGreaterThanOrEqual(195);
    expect(time).toBeLessThan(1000);
    expect(existsSync(path)).toBe(true);
  });

  test('that was left behind is taken over as the tool would', async () => {
    const { path, run, age } = lab(file, lock);
    if (lock === 'deep/.list') writeFileSync(path, '');
    else mkdirSync(path);
    age(11);
    expect(await timeOf(() => run(() => expect(existsSync(path)).toBe(true)))).toBeLessThan(150);
    expect(existsSync(path)).toBe(false);
  });
});

describe('the tool’s lock', () => {
  test('is taken as soon as it is given up', async () => {
    const { path, run } = lab();
    mkdirSync(path);
    setTimeout(() => rmdirSync(path), 40);
    expect(await timeOf(() => run(() => expect(existsSync(path)).toBe(true)))).toBeLessThan(190);
    expect(existsSync(path)).toBe(false);
  });

  test('excludes a program that uses the same protocol, and is excluded by it', async () => {
    const { home, run } = lab();
    const file = join(home, 'state.json');
    writeFileSync(file, '{}');
    await run(async () => {
      await expect(lockfile.lock(file, { stale: 10_000 })).rejects.toMatchObject({ code: 'ELOCKED' });
    });
    const release = await lockfile.lock(file, { stale: 10_000 });
    expect(await timeOf(() => run(() => undefined))).toBeGreaterThanOrEqual(195);
    await release();
    expect(readdirSync(home).filter((name) => name.includes('lock'))).toEqual([]);
  });

  test('that somebody took over meanwhile is his', async () => {
    const { path, run } = lab();
    await run(() => {
      rmdirSync(path);
      mkdirSync(path);
      utimesSync(path, new Date(0), new Date(0));
    });
    expect(existsSync(path)).toBe(true);
  });

  test.each<[string, (path: string) => unknown]>([
    ['a link', (path) => symlinkSync('/nowhere', path)],
    ['a file where a directory belongs', (path) => writeFileSync(path, 'x')],
    ['a directory that holds something', (path) => mkdirSync(join(path, 'x'), { recursive: true })],
  ])('%s is never taken away', async (_, put) => {
    const { home, path, run, host } = lab();
    put(path);
    const later = { ...host, now: () => new Date(Date.now() + 3_600_000) };
    await withToolLock(later, alpha, join(home, 'state.json'), () => 0);
    await run(() => 0);
    expect(readdirSync(home)).toContain('state.json.lock');
  });

  test('is not made for another file, nor for a tool that has none', async () => {
    const { home, host } = lab();
    const none = { ...alpha, locks: [] };
    await withToolLock(host, none, join(home, 'state.json'), () =>
      expect(readdirSync(home)).toEqual(['deep']),
    );
    await withToolLock(host, alpha, join(home, 'my-state.json'), () =>
      expect(readdirSync(home)).toEqual(['deep']),
    );
  });

  test('that a dead process of ours left is gone for the tool after its own time', async () => {
    const { home, host, path, age } = lab();
    const faulty = faultyFiles(nodeFileSystem);
    faulty.dieAt(1, 'after');
    const victim = { ...host, files: faulty.files };
    await expect(withToolLock(victim, alpha, join(home, 'state.json'), () => 0)).rejects.toThrow();
    expect(existsSync(path)).toBe(true);
    age(11);
    const file = join(home, 'state.json');
    writeFileSync(file, '{}');
    await (await lockfile.lock(file, { stale: 10_000 }))();
  });

  test.each(['EACCES', 'ENOSPC', 'EROFS'])('is done without where the disk says %s', async (errno) => {
    const { home, host } = lab();
    const faulty = faultyFiles(nodeFileSystem);
    faulty.failWhere(() => true, errno);
    const file = join(home, 'state.json');
    expect(await withToolLock({ ...host, files: faulty.files }, alpha, file, () => 'done')).toBe('done');
  });
});
