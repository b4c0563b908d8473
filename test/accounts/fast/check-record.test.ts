import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isProgramReady } from '../../../src/accounts/fast/check-program.ts';
import { isHomeReady, mostMarks } from '../../../src/accounts/fast/check-record.ts';
import type { QuickProgram, QuickRecord } from '../../../src/accounts/fast/quick-record.ts';
import type { Host } from '../../../src/platform/index.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';

const [account, merged] = ['abcdefgh', 'ijklmnop'];

/** A home that is ready, with one of every condition; we stand two folders below it. */
function ready() {
  const home = tempHome();
  const at = (name: string) => join(home, name);
  for (const folder of ['work/deep', 'live', 'dirty', 'not-in']) mkdirSync(at(folder), { recursive: true });
  const record = {
    account,
    variables: { SET: 'x', UNSET: null },
    marks: { live: at('live'), dirty: at('dirty'), merged: [merged], again: [] },
    there: [['absent', at('there')]],
    looks: [['absent', at('look')]],
    absentAbove: ['.tool/hooks'],
    notIn: [at('not-in'), at('nowhere')],
  } as unknown as QuickRecord;
  const isReady = (over: Partial<Host> = {}, more: Partial<QuickRecord> = {}) =>
    isHomeReady(testHost({ home, cwd: at('work/deep'), ...over, env: { SET: 'x', ...over.env } }), {
      ...record,
      ...more,
    });
  return { at, record, isReady };
}

type Made = ReturnType<typeof ready>;

test.each<readonly [what: string, change: (made: Made) => unknown]>([
  ['as it was recorded', () => undefined],
  ['beside marks of its own', ({ at }) => writeFileSync(at(`dirty/${account}.1`), '')],
  ['beside marks of one that was merged', ({ at }) => writeFileSync(at(`dirty/${merged}.1`), '')],
  ['beside what is just being written', ({ at }) => writeFileSync(at('dirty/.other.1'), '')],
  ['beside as many marks as may be', ({ at }) => marksIn(at('live'), mostMarks)],
])('a home is ready %s', (_, change) => {
  const made = ready();
  change(made);
  expect(made.isReady()).toBe(true);
});

test.each<readonly [what: string, change: (made: Made) => unknown]>([
  ['that it is there does not hold', ({ at }) => writeFileSync(at('there'), '')],
  ['something does not lie as it lay', ({ at }) => writeFileSync(at('look'), '')],
  ['something lies here that a tool heeds', ({ at }) => put(at('work/deep/.tool/hooks'))],
  ['something lies above', ({ at }) => put(at('.tool/hooks'))],
  [
    'a link to nothing does',
    ({ at }) => {
      mkdirSync(at('work/.tool'));
      symlinkSync('/nowhere', at('work/.tool/hooks'));
    },
  ],
  ['another home may hold something', ({ at }) => writeFileSync(at('dirty/zzzzzzzz.1'), '')],
  ['one does whose id begins with ours', ({ at }) => writeFileSync(at(`dirty/${account}x.1`), '')],
  ['one does whose id begins with that of one that was merged', ({ at }) => put(at(`dirty/${merged}x.1`))],
  ['there are more marks than a start wants to see', ({ at }) => marksIn(at('live'), mostMarks + 1)],
  [
    'there are with those of the home',
    ({ at }) => {
      marksIn(at('live'), mostMarks);
      writeFileSync(at(`dirty/${account}.1`), '');
    },
  ],
  ['there are of the home alone', ({ at }) => marksIn(at('dirty'), mostMarks + 1, `${account}.`)],
])('a home is not ready where %s', (_, change) => {
  const made = ready();
  expect(made.isReady()).toBe(true);
  change(made);
  expect(made.isReady()).toBe(false);
});

test.each<readonly [what: string, env: Host['env'], is: boolean]>([
  ['one that is another', { SET: 'y' }, false],
  ['one that is empty', { SET: '' }, false],
  ['one that is gone', { SET: undefined }, false],
  ['one that was not set', { UNSET: 'x' }, false],
  ['one that was not set, and is empty', { UNSET: '' }, false],
  ['another', { OTHER: 'x' }, true],
])('of variables %s is seen, if it counts', (_, env, is) => {
  expect(ready().isReady({ env })).toBe(is);
});

test('where one may not stand one is found, by whatever way; where another disk counts alike it is another', () => {
  const { at, isReady } = ready();
  symlinkSync(at('not-in'), at('by-link'));
  expect(isReady({ cwd: at('not-in') })).toBe(false);
  expect(isReady({ cwd: at('by-link') })).toBe(false);
  const { files } = testHost();
  const stat: typeof files.stat = (path) => {
    const found = files.stat(path);
    return found && Object.assign(found, path === at('not-in') ? { ino: 7, dev: 1 } : { ino: 7, dev: 2 });
  };
  expect(isReady({ files: { ...files, stat } })).toBe(true);
});

test('of one that shares nothing, and of what nobody marks, no marks are asked about', () => {
  const { at, record, isReady } = ready();
  writeFileSync(at('dirty/zzzzzzzz.1'), '');
  expect(isReady({}, { marks: { ...record.marks!, dirty: null } })).toBe(true);
  expect(isReady({}, { marks: null })).toBe(true);
});

describe('a program', () => {
  const made = () => {
    const home = tempHome();
    const at = (name: string) => join(home, name);
    for (const folder of ['first', 'bin', 'known', 'work', '.local/share/ai-tools/shims'])
      mkdirSync(at(folder), { recursive: true });
    const hit = at('bin/tool');
    writeFileSync(hit, '', { mode: 0o755 });
    const program = {
      hit,
      names: ['tool', 'tool2'],
      knownPaths: [at('known/one'), at('known/two')],
      looks: [['absent', at('look')]],
    } as unknown as QuickProgram;
    const shims = at('.local/share/ai-tools/shims');
    const found = (more: Partial<QuickProgram> = {}, over: Partial<Host> = {}) =>
      isProgramReady(
        testHost({
          home,
          cwd: at('work'),
          ...over,
          env: { PATH: `${shims}:${at('first')}:${at('bin')}`, ...over.env },
        }),
        { ...program, ...more },
      );
    return { at, hit, shims, found };
  };

  test('is the one that was recorded where nothing stands before it', () => {
    const { at, shims, found } = made();
    expect(found()).toBe(true);
    writeFileSync(join(shims, 'tool'), '', { mode: 0o755 });
    writeFileSync(at('work/tool'), '', { mode: 0o755 });
    expect(found({}, { env: { PATH: `:.:work:${shims}:${at('bin')}` } })).toBe(true);
  });

  test('is no other for what a relative entry leads to; one of Windows is searched for also where it is the first', () => {
    const { at, found } = made();
    const { files } = testHost();
    const there = files.lstat(at('bin/tool'));
    const lstat: typeof files.lstat = (path) => (path.startsWith('/') ? files.lstat(path) : there);
    const more = { files: { ...files, lstat, isExecutable: () => true } };
    expect(found({}, { ...more, env: { PATH: `.:work:${at('bin')}` } })).toBe(true);
    expect(found({ hit: '/mnt/c/tool' }, { ...more, env: { PATH: '/mnt/c' } })).toBe('search');
  });

  test('is not where something about it does not lie as it lay', () => {
    const { at, found } = made();
    writeFileSync(at('look'), '');
    expect(found()).toBe(false);
    expect(found({ hit: null })).toBe(false);
  });

  test('that was named is asked about no more than that', () => {
    expect(made().found({ hit: null }, { env: { PATH: '' } })).toBe(true);
  });

  test.each<
    readonly [
      what: string,
      change: (m: ReturnType<typeof made>) => Parameters<ReturnType<typeof made>['found']> | undefined,
    ]
  >([
    ['something has its name before it', ({ at }) => void writeFileSync(at('first/tool'), '')],
    ['a link to nothing has', ({ at }) => void symlinkSync('/nowhere', at('first/tool'))],
    ['a better name is found behind it', ({ at }) => [{ hit: at('bin/tool2') }]],
    ['it cannot be started', ({ hit }) => void chmodSync(hit, 0o644)],
    ['it is not on PATH any more', ({ at }) => [{}, { env: { PATH: at('first') } }]],
    ['there is no PATH', () => [{}, { env: { PATH: undefined } }]],
    ['names have endings', () => [{}, { platform: 'win32' }]],
    ['it is one of Windows, seen from WSL', () => [{ hit: '/mnt/c/tool' }]],
  ])('has to be searched for where %s', (_, change) => {
    const m = made();
    expect(m.found(...(change(m) ?? []))).toBe('search');
  });

  test('beside PATH is the one that was recorded where nothing is on PATH, nor known before it', () => {
    const { at, found } = made();
    writeFileSync(at('known/two'), '', { mode: 0o755 });
    const asked = [{ hit: at('known/two') }, { env: { PATH: at('first') } }] as const;
    expect(found(...asked)).toBe(true);
    writeFileSync(at('known/one'), '');
    expect(found(...asked)).toBe('search');
  });
});

function put(path: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '');
}

function marksIn(folder: string, count: number, name = ''): void {
  for (let n = 0; n < count; n += 1) writeFileSync(join(folder, `${name}${n}`), '');
}
