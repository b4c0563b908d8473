import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import '../support/on-disk.ts';
import { type Host, processTable } from '../../src/platform/index.ts';
import { readJson, withLock, writeAtomic } from '../../src/state/index.ts';
import { bundleChild, Child } from '../support/child-script.ts';
import { Died, faultyFiles } from '../support/faulty-files.ts';
import { canUnshare, isLinux } from '../support/linux-tools.ts';
import { testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

let script: string;
let host: Host;
let file: string;

beforeAll(async () => {
  script = await bundleChild(join(import.meta.dirname, 'children', 'state-child.ts'));
});

beforeEach(() => {
  host = testHost();
  file = join(host.homeDir, 'number');
  writeFileSync(file, '0', { mode: 0o600 });
});

const child = (...args: string[]) =>
  new Child(process.execPath, [script, ...args], { env: { HOME: host.homeDir, PATH: process.env.PATH } });

const number = () => Number(readFileSync(file, 'utf8'));
const addOne = (on: Host = host) =>
  withLock(on, file, 'the number', async (lock) => {
    const before = number();
    await new Promise((done) => setTimeout(done, 1));
    writeAtomic(on, file, String(before + 1), 0o600, { beforeCommit: lock.assertOurs });
  });

/** A lock as a process leaves it that was killed while it held it: a real one. */
async function leaveStaleLock(): Promise<number> {
  const holder = child('hold', file);
  await holder.prints('held');
  holder.process.kill('SIGKILL');
  await holder.ended;
  expect(existsSync(`${file}.lock`)).toBe(true);
  return holder.pid;
}

const litter = () =>
  readdirSync(host.homeDir).filter((name) => name !== 'number' && !/^number\.(start|go)$/.test(name));

describe('one at a time', () => {
  test('in one process', async () => {
    await Promise.all(Array.from({ length: 20 }, () => addOne()));
    expect(number()).toBe(20);
    expect(litter()).toEqual([]);
  });

  test('the answer of the work is the answer, and its failure is the failure', async () => {
    await expect(withLock(host, file, 'it', () => 42)).resolves.toBe(42);
    await expect(withLock(host, file, 'it', () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    expect(litter()).toEqual([]);
  });

  test('30 processes add 5 each', async () => {
    const children = Array.from({ length: 30 }, () => child('add', file, '5', '120000', '0'));
    await Promise.all(children.map((one) => one.prints('ready')));
    writeFileSync(`${file}.start`, '');
    for (const { code, stderr } of await Promise.all(children.map((one) => one.ended))) {
      expect(stderr).toBe('');
      expect(code).toBe(0);
    }
    expect(number()).toBe(150);
    expect(litter()).toEqual([]);
  });

  test('the lock goes when its process leaves in the middle by its own will', async () => {
    const { code } = await child('exit', file).ended;
    expect(code).toBe(9);
    expect(litter()).toEqual([]);
  });

  test('a signal that ends the holder takes the lock along', async () => {
    const holder = child('hold', file);
    await holder.prints('held');
    holder.process.kill('SIGTERM');
    expect(await holder.ended).toMatchObject({ code: null, signal: 'SIGTERM' });
    expect(litter()).toEqual([]);
  });
});

describe('a holder that has died', () => {
  test('B128 after SIGKILL the next one goes on at once', async () => {
    await leaveStaleLock();
    // Not a second: waiting at all would be BUSY here.
    await expect(withLock(host, file, 'it', () => 'done', { waitMs: 0 })).resolves.toBe('done');
    expect(litter()).toEqual([]);
  });

  test.runIf(isLinux)('B128 so it is when the killed one has not been reaped yet', async () => {
    // sleep takes the shell's place, and never asks what became of the children.
    const parent = new Child(
      'sh',
      ['-c', '"$@" & exec sleep 60', 'sh', process.execPath, script, 'hold', file],
      {
        env: { HOME: host.homeDir, PATH: process.env.PATH },
        detached: true,
      },
    );
    await parent.prints('held');
    const { pid } = readHolderFile().process;
    process.kill(pid, 'SIGKILL');
    try {
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /);
      await expect(withLock(host, file, 'it', () => 'done', { waitMs: 5000 })).resolves.toBe('done');
    } finally {
      process.kill(-parent.pid, 'SIGKILL');
      await parent.ended;
    }
  });

  test('B125 40 waiters on a stale lock add 3 each: none is lost', async () => {
    await leaveStaleLock();
    const children = Array.from({ length: 40 }, () => child('add', file, '3', '120000', '0'));
    await Promise.all(children.map((one) => one.prints('ready')));
    writeFileSync(`${file}.start`, '');
    for (const { code, stderr } of await Promise.all(children.map((one) => one.ended))) {
      expect(stderr).toBe('');
      expect(code).toBe(0);
    }
    expect(number()).toBe(120);
    expect(litter()).toEqual([]);
  }, 180_000);

  test('B125 two find the same stale lock; the slower, about to remove it, waits until the faster is done', async () => {
    await leaveStaleLock();
    const slow = child('pause', file, 'before', 'rename .*/number\\.lock .*/\\.number\\.lock\\.');
    await slow.prints('paused');
    const fast = addOne();
    await new Promise((done) => setTimeout(done, 300));
    writeFileSync(`${file}.go`, '');
    await fast;
    expect(await slow.ended).toMatchObject({ code: 0, stderr: '' });
    expect(number()).toBe(2);
    expect(litter()).toEqual([]);
  });

  test('B125 the slower judged it dead, and the faster has taken it over and holds it: its lock stays', async () => {
    await leaveStaleLock();
    // Stops after it has read the dead holder, before it holds the guard.
    const slow = child('pause', file, 'before', 'mkdir .*\\.number\\.lock\\.break\\.');
    await slow.prints('paused');
    await withLock(host, file, 'it', async (lock) => {
      writeFileSync(`${file}.go`, '');
      await new Promise((done) => setTimeout(done, 300));
      lock.assertOurs();
      writeAtomic(host, file, String(number() + 1));
    });
    expect(await slow.ended).toMatchObject({ code: 0, stderr: '' });
    expect(number()).toBe(2);
    expect(litter()).toEqual([]);
  });

  test('B125 500 times two at once on a stale lock, without a pause', async () => {
    const pid = await leaveStaleLock();
    const stale = readHolderFile();
    expect(stale.process.pid).toBe(pid);
    rmSync(`${file}.lock`, { recursive: true });
    for (let round = 1; round <= 500; round += 1) {
      mkdirSync(`${file}.lock`);
      writeFileSync(
        join(`${file}.lock`, 'holder.json'),
        JSON.stringify({ ...stale, nonce: `stale-${round}` }),
      );
      await Promise.all([addOne(), addOne()]);
      expect(number()).toBe(2 * round);
    }
    expect(litter()).toEqual([]);
  }, 180_000);

  test('B125 500 times two processes at once on a stale lock', async () => {
    await leaveStaleLock();
    const stale = readHolderFile();
    rmSync(`${file}.lock`, { recursive: true });
    const pair = [child('race', file, '500'), child('race', file, '500')];
    await Promise.all(pair.map((one) => one.prints('ready')));
    for (let round = 1; round <= 500; round += 1) {
      mkdirSync(`${file}.lock`);
      writeFileSync(
        join(`${file}.lock`, 'holder.json'),
        JSON.stringify({ ...stale, nonce: `stale-${round}` }),
      );
      for (const one of pair) one.say(`round ${round}`);
      await Promise.all(pair.map((one) => one.prints(`did ${round};`)));
      expect(number()).toBe(2 * round);
    }
    for (const one of pair) one.process.stdin?.end();
    for (const { stderr } of await Promise.all(pair.map((one) => one.ended))) expect(stderr).toBe('');
    expect(litter()).toEqual([]);
  }, 180_000);

  test('one who died while breaking is broken likewise', async () => {
    await leaveStaleLock();
    const breaker = child('pause', file, 'before', 'rename .*/number\\.lock .*/\\.number\\.lock\\.');
    await breaker.prints('paused');
    breaker.process.kill('SIGKILL');
    await breaker.ended;
    expect(existsSync(`${file}.lock.break`)).toBe(true);
    await expect(withLock(host, file, 'it', () => 'done', { waitMs: 1000 })).resolves.toBe('done');
    expect(litter()).toEqual([]);
  });

  test('one who dies at any step of breaking leaves nothing that stops or outlives the next', async () => {
    const dead = await deadProcess();
    const stale = { process: dead, since: 'then', nonce: 'stale' };
    const makeStale = () => {
      mkdirSync(`${file}.lock`);
      writeFileSync(join(`${file}.lock`, 'holder.json'), JSON.stringify(stale));
    };
    makeStale();
    const counted = faultyFiles(host.files);
    await withLock({ ...host, files: counted.files }, file, 'it', () => 'done');
    expect(counted.steps.length).toBeGreaterThan(10);
    for (const when of ['before', 'after'] as const) {
      for (let n = 1; n <= counted.steps.length; n += 1) {
        makeStale();
        const faulty = faultyFiles(host.files);
        faulty.dieAt(n, when);
        const breaker = { ...host, files: faulty.files, processes: { ...host.processes, self: dead } };
        await expect(withLock(breaker, file, 'it', () => 'done')).rejects.toThrow(Died);
        await expect(withLock(host, file, 'it', () => 'done', { waitMs: 1000 })).resolves.toBe('done');
        const later = { ...host, now: () => new Date(Date.now() + 2 * 60 * 60 * 1000) };
        await withLock(later, file, 'it', () => 'done');
        expect(litter()).toEqual([]);
      }
    }
  });

  test('a death at any step leaves the old number or the new one, and no lock that stops the next', async () => {
    const counted = faultyFiles(host.files);
    await addOne({ ...host, files: counted.files });
    expect(number()).toBe(1);
    for (const when of ['before', 'after', 'half'] as const) {
      for (let n = 1; n <= counted.steps.length; n += 1) {
        writeFileSync(file, '7');
        const faulty = faultyFiles(host.files);
        faulty.dieAt(n, when);
        const dead = await deadProcess();
        const processes = { ...host.processes, self: dead };
        await expect(addOne({ ...host, files: faulty.files, processes })).rejects.toThrow(Died);
        const left = number();
        expect([7, 8]).toContain(left);
        await addOne();
        expect(number()).toBe(left + 1);
      }
    }
  });

  test('what the dead left half-made is swept by those who come an hour later', async () => {
    const faulty = faultyFiles(host.files);
    faulty.dieAt(3, 'before');
    await expect(addOne({ ...host, files: faulty.files })).rejects.toThrow(Died);
    expect(litter()).toHaveLength(1);
    const later = () => new Date(Date.now() + 2 * 60 * 60 * 1000);
    await addOne({ ...host, now: later });
    expect(litter()).toEqual([]);
  });
});

describe('a holder that lives', () => {
  test('B128 is waited for; after a second one is told who it is, and in the end BUSY names it', async () => {
    const holder = child('hold', file);
    await holder.prints('held');
    const since = readHolderFile().since;
    const waiter = await child('wait', file, '1500').ended;
    expect(waiter.code).toBe(5);
    const sentence = `the number is busy: process ${holder.pid} has held it since ${since}.`;
    expect(waiter.stdout).toBe(`told ${sentence}\n`);
    expect(waiter.stderr).toBe(`BUSY ${sentence}\n`);
    holder.say('commit');
    expect(await holder.ended).toMatchObject({ code: 0 });
  });

  test('B124 stopped by SIGSTOP, however old its lock, it keeps it', async () => {
    const holder = child('hold', file);
    await holder.prints('held');
    holder.process.kill('SIGSTOP');
    const old = new Date('2020-01-01');
    utimesSync(`${file}.lock`, old, old);
    utimesSync(join(`${file}.lock`, 'holder.json'), old, old);
    const other = await child('wait', file, '300').ended;
    expect(other).toMatchObject({ code: 5, stdout: '' });
    expect(number()).toBe(0);
    holder.process.kill('SIGCONT');
    holder.say('commit');
    expect(await holder.ended).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toBe('from the holder');
  });

  test('B124 its lock taken from it while it was stopped, it sees that and does not write over the other', async () => {
    const holder = child('hold', file);
    await holder.prints('held');
    holder.process.kill('SIGSTOP');
    rmSync(`${file}.lock`, { recursive: true });
    await withLock(host, file, 'it', () => writeAtomic(host, file, 'from the second'));
    holder.process.kill('SIGCONT');
    holder.say('commit');
    const end = await holder.ended;
    expect(end).toMatchObject({ code: 7, signal: null });
    expect(end.stderr).toBe(
      `LOCK_LOST the number: the lock ${file}.lock was lost on the way; what was not written yet was left alone.\n`,
    );
    expect(readFileSync(file, 'utf8')).toBe('from the second');
    expect(litter()).toEqual([]);
  });

  test('B124 likewise when the second still holds it: the lock of the second stays', async () => {
    const holder = child('hold', file);
    await holder.prints('held');
    holder.process.kill('SIGSTOP');
    rmSync(`${file}.lock`, { recursive: true });
    await withLock(host, file, 'it', async (lock) => {
      holder.process.kill('SIGCONT');
      holder.say('commit');
      expect(await holder.ended).toMatchObject({ code: 7 });
      lock.assertOurs();
    });
    expect(number()).toBe(0);
  });

  test('a lock that is another one by now is not moved by the one who lost it, not for a moment', async () => {
    const { files, steps } = faultyFiles(host.files);
    const lost = withLock({ ...host, files }, file, 'it', () => {
      const holder = join(`${file}.lock`, 'holder.json');
      writeFileSync(holder, readFileSync(holder, 'utf8').replace(/"nonce":"/, '"nonce":"other'));
      steps.length = 0;
    });
    await expect(lost).rejects.toMatchObject({ code: 'LOCK_LOST' });
    expect(steps).toEqual([]);
    expect(readHolderFile().nonce).toMatch(/^other/);
  });

  test('a lock lost after the last look is told too: the work may have met another', async () => {
    const lost = withLock(host, file, 'it', () => rmSync(`${file}.lock`, { recursive: true }));
    await expect(lost).rejects.toMatchObject({ code: 'LOCK_LOST', exit: 7 });
  });

  test.each([
    ['on another machine', { machine: 'elsewhere/1/2' }],
    ['in another container of this machine', { machine: `${testMachine()}0` }],
  ])('%s it can not be judged, and keeps its lock', async (_case, change) => {
    await leaveStaleLock();
    const stale = readHolderFile();
    const holder = { ...stale, process: { ...stale.process, ...change } };
    writeFileSync(join(`${file}.lock`, 'holder.json'), JSON.stringify(holder));
    const before = treeOf(host.homeDir);
    const refused = withLock(host, file, 'it', () => 'never', { waitMs: 50 });
    await expect(refused).rejects.toMatchObject({
      code: 'BUSY',
      data: { pid: stale.process.pid, machine: change.machine },
      hint: `if that process has ended: rm -r "${file}.lock"`,
    });
    expect(treeOf(host.homeDir)).toEqual(before);
  });

  test.runIf(canUnshare)(
    'killed in a container, it can not be told from here to be dead: its lock stays',
    async () => {
      const inside = ['-rpf', '--mount-proc', '--kill-child', process.execPath, script, 'hold', file];
      const container = new Child('unshare', inside, { env: { HOME: host.homeDir, PATH: process.env.PATH } });
      await container.prints('held');
      container.process.kill('SIGKILL');
      await container.ended;
      expect(readHolderFile().process.pid).toBe(1);
      const refused = withLock(host, file, 'it', () => 'never', { waitMs: 50 });
      await expect(refused).rejects.toMatchObject({ code: 'BUSY', hint: expect.stringContaining('rm -r') });
    },
  );

  test.runIf(isLinux)('a pid that was given to another process is no holder', async () => {
    await leaveStaleLock();
    const stale = readHolderFile();
    const holder = { ...stale, process: { ...stale.process, pid: process.pid } };
    writeFileSync(join(`${file}.lock`, 'holder.json'), JSON.stringify(holder));
    await expect(withLock(host, file, 'it', () => 'done', { waitMs: 0 })).resolves.toBe('done');
  });

  test('where the start of a process can not be told, a pid that is in use is not broken', async () => {
    const processes = processTable({ platform: 'darwin', pid: process.pid, hostname: 'mac' });
    const mark = { pid: process.ppid, startedAt: null, boot: '', machine: 'mac' };
    mkdirSync(`${file}.lock`);
    writeFileSync(
      join(`${file}.lock`, 'holder.json'),
      JSON.stringify({ process: mark, since: 'then', nonce: 'n' }),
    );
    await expect(
      withLock({ ...host, processes }, file, 'it', () => 'never', { waitMs: 30 }),
    ).rejects.toMatchObject({ code: 'BUSY' });
  });
});

test('on Windows (simulated) a place that is refused for a moment is not a place that is taken', async () => {
  const faulty = faultyFiles(host.files);
  for (const n of [3, 4]) faulty.failAt(n, 'EPERM');
  const windows: Host = { ...host, platform: 'win32', files: faulty.files };
  await expect(withLock(windows, file, 'it', () => 'done', { waitMs: 0 })).resolves.toBe('done');
  expect(faulty.steps.slice(1, 5).map((step) => step.split(' ')[0])).toEqual([
    'writeNew',
    'rename',
    'rename',
    'rename',
  ]);
});

describe('B126 something else at the path of the lock', () => {
  const old = new Date('2020-01-01');

  test('an empty folder is nobody, and gives way', async () => {
    mkdirSync(`${file}.lock`);
    utimesSync(`${file}.lock`, old, old);
    await expect(withLock(host, file, 'it', () => 'done', { waitMs: 0 })).resolves.toBe('done');
    expect(litter()).toEqual([]);
  });

  test.each([
    [
      'an old empty file',
      () => {
        writeFileSync(`${file}.lock`, '');
        utimesSync(`${file}.lock`, old, old);
      },
      'it is not a folder',
    ],
    [
      'a folder with other content',
      () => {
        mkdirSync(`${file}.lock`);
        writeFileSync(join(`${file}.lock`, 'mine'), 'x');
      },
      'it holds mine',
    ],
    [
      'a folder with a damaged holder.json',
      () => {
        mkdirSync(`${file}.lock`);
        writeFileSync(join(`${file}.lock`, 'holder.json'), '{"process":');
      },
      'its holder.json is damaged',
    ],
    ['a dangling link', () => symlinkSync('/nowhere/at/all', `${file}.lock`), 'it is a link'],
    [
      'a link to an empty folder',
      () => {
        mkdirSync(join(host.homeDir, 'target'));
        symlinkSync(join(host.homeDir, 'target'), `${file}.lock`);
      },
      'it is a link',
    ],
    [
      'a link to a folder that looks like the lock of a dead one',
      () => {
        const target = join(host.homeDir, 'target');
        mkdirSync(target);
        const mark = { ...host.processes.self, startedAt: '1' };
        writeFileSync(join(target, 'holder.json'), JSON.stringify({ process: mark, since: 'x', nonce: 'y' }));
        symlinkSync(target, `${file}.lock`);
      },
      'it is a link',
    ],
  ])('%s: refused, naming the path, and left as it is', async (_case, make, problem) => {
    make();
    const before = treeOf(host.homeDir);
    await expect(withLock(host, file, 'it', () => 'never')).rejects.toMatchObject({
      code: 'LOCK_UNUSABLE',
      exit: 6,
      message: `${file}.lock cannot be used as a lock: ${problem}.`,
    });
    expect(treeOf(host.homeDir)).toEqual(before);
  });

  test('a folder that can not be written to is named', async () => {
    const lost = join(host.homeDir, 'no', 'such', 'number');
    await expect(withLock(host, lost, 'it', () => 'never')).rejects.toMatchObject({
      code: 'WRITE_FAILED',
      data: { path: `${lost}.lock`, cause: 'ENOENT' },
    });
  });

  test('a disk that fails at any step: an errno, no lock left behind', async () => {
    const counted = faultyFiles(host.files);
    await withLock({ ...host, files: counted.files }, file, 'it', () => 'done');
    const taking = counted.steps.findIndex((step) => step.startsWith('rename')) + 1;
    expect(taking).toBeGreaterThan(2);
    for (let n = 1; n <= taking; n += 1) {
      const faulty = faultyFiles(host.files);
      faulty.failAt(n, 'ENOSPC');
      await expect(
        withLock({ ...host, files: faulty.files }, file, 'it', () => 'never'),
      ).rejects.toMatchObject({ code: 'WRITE_FAILED', data: { cause: 'ENOSPC' } });
      expect(litter()).toEqual([]);
    }
  });
});

describe('a lock that can not be given up', () => {
  const failing = (matches: (method: string, path: string) => boolean): Host => {
    const faulty = faultyFiles(host.files);
    faulty.failWhere(matches, 'EIO');
    return { ...host, files: faulty.files };
  };
  const isLeaving = (method: string, path: string) => method === 'rename' && !path.endsWith('.lock');

  test('after the work is done: that is said, by a code of its own, and the work stays done', async () => {
    const kept = withLock(failing(isLeaving), file, 'the number', () => writeFileSync(file, '1'));
    await expect(kept).rejects.toMatchObject({
      code: 'LOCK_KEPT',
      exit: 7,
      data: { what: 'the number', path: `${file}.lock`, cause: 'EIO' },
      message: expect.stringContaining('all of it is done'),
    });
    expect(number()).toBe(1);
  });

  test('after the work failed: its failure is the one to tell', async () => {
    const failed = withLock(failing(isLeaving), file, 'it', () => Promise.reject(new Error('mine')));
    await expect(failed).rejects.toThrow('mine');
  });

  test('no errno of the disk comes out as it is, whichever step fails', async () => {
    const counted = faultyFiles(host.files);
    await withLock({ ...host, files: counted.files }, file, 'it', () => 'done');
    const codes = [];
    for (let n = 1; n <= counted.steps.length; n += 1) {
      const faulty = faultyFiles(host.files);
      faulty.failAt(n, 'EIO');
      codes.push(
        await withLock({ ...host, files: faulty.files }, file, 'it', () => 'done').catch(
          (error) => error.code,
        ),
      );
      rmSync(`${file}.lock`, { recursive: true, force: true });
    }
    expect(codes).toEqual([
      'WRITE_FAILED', // the folder
      'WRITE_FAILED', // who holds it
      'WRITE_FAILED', // into its place
      'LOCK_KEPT', // out of its place
      'done', // nothing but litter is left of it
      'done',
    ]);
  });

  test('litter that can not be removed stands in nobody’s way', async () => {
    const name = join(host.homeDir, '.number.abcdefgh.tmp');
    writeFileSync(name, '');
    const tried: string[] = [];
    const stuck = failing((method, path) => method === 'unlink' && path === name && tried.push(path) > 0);
    const inTwoHours = () => new Date(Date.now() + 2 * 60 * 60 * 1000);
    await expect(withLock({ ...stuck, now: inTwoHours }, file, 'it', () => 'done')).resolves.toBe('done');
    expect(tried).toEqual([name]);
  });

  test('a place that can not even be looked at is named', async () => {
    const blind: Host = {
      ...host,
      files: {
        ...host.files,
        lstat: (path) => {
          if (path.endsWith('.lock')) throw Object.assign(new Error('no'), { code: 'EACCES' });
          return host.files.lstat(path);
        },
      },
    };
    await expect(withLock(blind, file, 'it', () => 'never')).rejects.toMatchObject({
      code: 'LOCK_UNUSABLE',
      data: { path: `${file}.lock`, problem: 'EACCES' },
    });
  });
});

interface HolderFile {
  readonly process: { pid: number; startedAt: string | null; boot: string; machine: string };
  readonly since: string;
  readonly nonce: string;
}

function readHolderFile(): HolderFile {
  const isHolder = (value: unknown): value is HolderFile => typeof value === 'object';
  const holder = readJson(host, join(`${file}.lock`, 'holder.json'), isHolder);
  if (holder === undefined) throw new Error('there is no lock');
  return holder;
}

function testMachine(): string {
  return testHost({ home: '/' }).processes.self.machine;
}

async function deadProcess() {
  const one = new Child('true', []);
  const mark = host.processes.markOf(one.pid) ?? { ...host.processes.self, pid: one.pid, startedAt: '1' };
  await one.ended;
  return mark;
}
