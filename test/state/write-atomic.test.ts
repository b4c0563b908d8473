import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import '../support/on-disk.ts';
import { ToolsError } from '../../src/errors/index.ts';
import type { Host } from '../../src/platform/index.ts';
import { writeAtomic } from '../../src/state/index.ts';
import { bundleChild, Child } from '../support/child-script.ts';
import { Died, faultyFiles } from '../support/faulty-files.ts';
import { canUnshare, demandProgram, isLinux } from '../support/linux-tools.ts';
import { testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

let script: string;
let host: Host;
let folder: string;
let file: string;

beforeAll(async () => {
  script = await bundleChild(join(import.meta.dirname, 'children', 'state-child.ts'));
});

beforeEach(() => {
  host = testHost();
  folder = join(host.homeDir, 'ours');
  mkdirSync(folder);
  file = join(folder, 'account.json');
});

const modeOf = (path: string) => statSync(path).mode & 0o777;
const environment = () => ({ HOME: host.homeDir, PATH: process.env.PATH });
const errorOf = (act: () => void): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('promise 6: a whole file, or the one before', () => {
  test('is made 0600 unless another mode is asked for, and leaves nothing beside it', () => {
    writeAtomic(host, file, 'one');
    expect(modeOf(file)).toBe(0o600);
    writeAtomic(host, file, Buffer.from([0, 255]), 0o644);
    expect(modeOf(file)).toBe(0o644);
    expect(readFileSync(file)).toEqual(Buffer.from([0, 255]));
    expect(readdirSync(folder)).toEqual(['account.json']);
  });

  test('B012 a file that had been made readable for others is not so after the next write', () => {
    writeAtomic(host, file, 'one');
    chmodSync(file, 0o644);
    writeAtomic(host, file, 'two');
    expect(modeOf(file)).toBe(0o600);
  });

  test('a link in its place is replaced; what it leads to is not touched', () => {
    const elsewhere = join(host.homeDir, 'elsewhere');
    writeFileSync(elsewhere, 'theirs');
    symlinkSync(elsewhere, file);
    writeAtomic(host, file, 'ours');
    expect(lstatSync(file).isFile()).toBe(true);
    expect(readFileSync(elsewhere, 'utf8')).toBe('theirs');
  });

  test('a folder in its place is an error that names it', () => {
    mkdirSync(file);
    expect(() => writeAtomic(host, file, 'x')).toThrow(
      expect.objectContaining({ code: 'WRITE_FAILED', exit: 7, data: { path: file, cause: 'EISDIR' } }),
    );
    expect(readdirSync(folder)).toEqual(['account.json']);
  });

  test('what beforeCommit throws stops the write, and leaves nothing', () => {
    writeAtomic(host, file, 'old');
    const stop = () => {
      expect(readdirSync(folder)).toHaveLength(2);
      throw new ToolsError('LOCK_LOST', { what: 'it', path: 'p' });
    };
    expect(() => writeAtomic(host, file, 'new', 0o600, { beforeCommit: stop })).toThrow(
      expect.objectContaining({ code: 'LOCK_LOST' }),
    );
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['account.json']);
  });

  test('a reader beside 8 writers sees only whole files', async () => {
    const letters = 8;
    writeFileSync(file, 'n'.repeat(100_000));
    const writers = Array.from(
      { length: letters },
      (_, at) =>
        new Child(process.execPath, [script, 'churn', file, String(100_000 + at)], { env: environment() }),
    );
    await Promise.all(writers.map((one) => one.prints('churning')));
    for (let looks = 0; looks < 300; looks += 1) {
      const text = readFileSync(file, 'utf8');
      expect(text).toMatch(/^(?:a+|b+|n+)$/);
      expect(text.length).toBeGreaterThanOrEqual(100_000);
    }
    for (const one of writers) one.process.kill('SIGKILL');
    await Promise.all(writers.map((one) => one.ended));
    expect(readFileSync(file, 'utf8')).toMatch(/^(?:a{100000,}|b{100000,})$/);
  });
});

describe('promise 6: cut off', () => {
  const steps = ['writeNew', 'rename', 'syncDirectory'];

  test('the steps are these', () => {
    const counted = faultyFiles(host.files);
    writeAtomic({ ...host, files: counted.files }, file, 'x');
    expect(counted.steps.map((step) => step.split(' ')[0])).toEqual(steps);
  });

  test.each(
    steps.flatMap((step, at) =>
      (['before', 'half', 'after'] as const).map((when) => ({ step, n: at + 1, when })),
    ),
  )('dead $when $step: old or new, and the next write works', ({ n, when }) => {
    writeAtomic(host, file, 'the old content');
    const faulty = faultyFiles(host.files);
    faulty.dieAt(n, when);
    expect(() => writeAtomic({ ...host, files: faulty.files }, file, 'the new content')).toThrow(Died);
    const isNew = n > 2 || (n === 2 && when === 'after');
    expect(readFileSync(file, 'utf8')).toBe(isNew ? 'the new content' : 'the old content');
    expect(modeOf(file)).toBe(0o600);
    writeAtomic(host, file, 'the next');
    expect(readFileSync(file, 'utf8')).toBe('the next');
  });

  test.each(
    [
      'ENOSPC',
      'EDQUOT',
      'EFBIG',
      'EIO',
      'EROFS',
      'EACCES',
      'EPERM',
      'EBUSY',
      'EMFILE',
      'ENOENT',
      'UNKNOWN',
    ].flatMap((errno) => [1, 2].map((n) => ({ errno, n }))),
  )('$errno at step $n: WRITE_FAILED names file and cause, old bytes, no litter', ({ errno, n }) => {
    writeAtomic(host, file, 'old');
    const before = treeOf(folder);
    const faulty = faultyFiles(host.files);
    faulty.failAt(n, errno);
    const error = errorOf(() => writeAtomic({ ...host, files: faulty.files }, file, 'new'));
    expect(error).toMatchObject({ code: 'WRITE_FAILED', exit: 7, data: { path: file, cause: errno } });
    expect((error as ToolsError).message).toContain(file);
    expect(treeOf(folder)).toEqual(before);
  });

  test('a disk that does not confirm the new name: said, and not taken for a write that did not happen', () => {
    const faulty = faultyFiles(host.files);
    faulty.failAt(3, 'EIO');
    const error = errorOf(() => writeAtomic({ ...host, files: faulty.files }, file, 'new'));
    expect(error).toMatchObject({ code: 'WRITE_UNSURE', exit: 7, data: { path: file, cause: 'EIO' } });
    expect(readFileSync(file, 'utf8')).toBe('new');
  });

  test('an error that is none of the disk passes through as it is', () => {
    const files = {
      ...host.files,
      writeNew: () => {
        throw new TypeError('a bug');
      },
    };
    expect(() => writeAtomic({ ...host, files }, file, 'x')).toThrow(TypeError);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('SIGKILL in the middle, round %i: a whole file', async (round) => {
    writeAtomic(host, file, 'a'.repeat(1_000_000));
    const writer = new Child(process.execPath, [script, 'churn', file, '1000000'], { env: environment() });
    await writer.prints('churning');
    await new Promise((done) => setTimeout(done, round * 3));
    writer.process.kill('SIGKILL');
    await writer.ended;
    expect(readFileSync(file, 'utf8')).toMatch(/^(?:a{1000000}|b{1000000})$/);
  });

  test.runIf(isLinux).each(['fsync', 'rename'])('SIGKILL at the system call %s: a whole file', (call) => {
    demandProgram('strace', 'apt-get install strace');
    writeAtomic(host, file, 'the old content');
    const inject = [
      '-f',
      '-o',
      '/dev/null',
      '-e',
      `trace=${call}`,
      '-e',
      `inject=${call}:signal=SIGKILL:when=1`,
    ];
    const { status, signal } = spawnSync(
      'strace',
      [...inject, process.execPath, script, 'write', file, '10'],
      { env: environment() },
    );
    expect([status, signal]).toEqual([null, 'SIGKILL']);
    expect(['the old content', 'n'.repeat(10)]).toContain(readFileSync(file, 'utf8'));
  });
});

describe('a full disk, for real', () => {
  const limited = (verb: string[]) =>
    spawnSync('bash', ['-c', 'ulimit -f 64; exec "$@"', 'bash', process.execPath, script, ...verb], {
      env: environment(),
      encoding: 'utf8',
    });

  test.runIf(isLinux).each([
    ['plainly', []],
    ['under a lock', ['locked']],
  ])('B009 a limit on the size of files, %s: exit 7 with EFBIG, old bytes, no litter', (_how, more) => {
    writeAtomic(host, file, 'old');
    const before = treeOf(folder);
    const { status, signal, stderr, stdout } = limited(['write', file, '100000', ...more]);
    expect({ status, signal, stdout, stderr }).toEqual({
      status: 7,
      signal: null,
      stdout: '',
      stderr: `WRITE_FAILED ${file} was not written (EFBIG); it is as it was.\n`,
    });
    expect(treeOf(folder)).toEqual(before);
    expect(limited(['write', file, '1000', ...more]).status).toBe(0);
  });

  const inNamespace = (mount: string, after: string) =>
    execFileSync(
      'unshare',
      [
        '-rm',
        'sh',
        '-c',
        `set -e; ${mount}; set +e; "$NODE" "$SCRIPT" write "$FILE" 100000; echo "exit $?"; ${after}`,
      ],
      {
        env: { ...environment(), NODE: process.execPath, SCRIPT: script, FILE: file, FOLDER: folder },
        encoding: 'utf8',
        stdio: 'pipe',
      },
    );

  test.runIf(canUnshare)(
    'B009 a full tmpfs: exit 7 with ENOSPC, old bytes, no litter; with room again it works',
    () => {
      const said = inNamespace(
        'mount -t tmpfs -o size=64k tmpfs "$FOLDER"; printf old > "$FILE"; exec 2>&1',
        'cat "$FILE"; echo; ls -A "$FOLDER"; mount -o remount,size=1m "$FOLDER"; "$NODE" "$SCRIPT" write "$FILE" 100000; echo "exit $?"',
      );
      expect(said).toBe(
        `WRITE_FAILED ${file} was not written (ENOSPC); it is as it was.\nexit 7\nold\naccount.json\nwritten\nexit 0\n`,
      );
    },
  );

  test.runIf(canUnshare)(
    'B014 a file that is a mount of its own (EBUSY): exit 7 with the cause, old bytes, no litter',
    () => {
      writeFileSync(file, 'old');
      const said = inNamespace(
        'mount --bind "$FILE" "$FILE"; exec 2>&1',
        'cat "$FILE"; echo; ls -A "$FOLDER"',
      );
      expect(said).toBe(
        `WRITE_FAILED ${file} was not written (EBUSY); it is as it was.\nexit 7\nold\naccount.json\n`,
      );
    },
  );

  test.runIf(canUnshare)('B014 a disk that may only be read (EROFS): likewise', () => {
    writeFileSync(file, 'old');
    const said = inNamespace(
      'mount --bind "$FOLDER" "$FOLDER"; mount -o remount,bind,ro "$FOLDER"; exec 2>&1',
      'cat "$FILE"; echo; ls -A "$FOLDER"',
    );
    expect(said).toBe(
      `WRITE_FAILED ${file} was not written (EROFS); it is as it was.\nexit 7\nold\naccount.json\n`,
    );
  });
});

describe('B012 modes', () => {
  test.runIf(isLinux)(
    'under umask 000, no call of the system ever makes a file wider than 0600 or a folder than 0700',
    () => {
      demandProgram('strace', 'apt-get install strace');
      const log = join(host.homeDir, 'strace.log');
      const calls = 'trace=open,openat,openat2,creat,mkdir,mkdirat,mknod,mknodat';
      const run = [
        '-c',
        'umask 000; exec "$@"',
        'sh',
        process.execPath,
        script,
        'writes',
        join(folder, 'root'),
      ];
      const { status, stderr } = spawnSync('strace', ['-f', '-o', log, '-e', calls, 'sh', ...run], {
        env: environment(),
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });

      const made = readFileSync(log, 'utf8')
        .split('\n')
        .filter(
          (line) => line.includes(folder) && !/ = -1 /.test(line) && /O_CREAT|creat\(|mkdir|mknod/.test(line),
        );
      const tooWide = made.filter((line) => {
        const mode = Number.parseInt(/, 0(\d+)\)? /.exec(line)?.[1] ?? '777', 8);
        return (mode & ~(line.includes('mkdir') ? 0o700 : 0o600)) !== 0;
      });
      expect(made.filter((line) => line.includes('O_CREAT')).length).toBe(6);
      expect(made.filter((line) => line.includes('mkdir')).length).toBe(4);
      expect(tooWide).toEqual([]);
      const modes = Object.entries(treeOf(folder)).map(
        ([path, entry]) => `${path} ${entry.split(' ').slice(0, 2).join(' ')}`,
      );
      expect(modes.length).toBeGreaterThan(4);
      expect(modes.filter((entry) => !/ (?:file 0600|dir 0700)$/.test(entry))).toEqual([]);
    },
  );

  test.each(['000', '022', '077', '277', '777'])(
    'whatever the umask (%s), the mode is the one asked for',
    (umask) => {
      const former = process.umask(Number.parseInt(umask, 8));
      try {
        writeAtomic(host, file, 'x');
        writeAtomic(host, join(folder, 'open'), 'x', 0o644);
        host.files.mkdir(join(folder, 'dir'), 0o700);
      } finally {
        process.umask(former);
      }
      expect([modeOf(file), modeOf(join(folder, 'open')), modeOf(join(folder, 'dir'))]).toEqual([
        0o600, 0o644, 0o700,
      ]);
    },
  );
});

describe('on Windows (simulated)', () => {
  test('a file that a scanner holds open for a moment is written when it lets go', () => {
    writeAtomic(host, file, 'old');
    const faulty = faultyFiles(host.files);
    for (const n of [2, 3, 4]) faulty.failAt(n, 'EPERM');
    writeAtomic({ ...host, platform: 'win32', files: faulty.files }, file, 'new');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(faulty.steps.filter((step) => step.startsWith('rename'))).toHaveLength(4);
  });

  test('one that it never lets go of is an error, with the old bytes and no litter', () => {
    writeAtomic(host, file, 'old');
    const faulty = faultyFiles(host.files);
    faulty.failWhere((method) => method === 'rename', 'EPERM');
    expect(() => writeAtomic({ ...host, platform: 'win32', files: faulty.files }, file, 'new')).toThrow(
      expect.objectContaining({ code: 'WRITE_FAILED', data: { path: file, cause: 'EPERM' } }),
    );
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['account.json']);
  });
});
