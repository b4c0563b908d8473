// One process of ours, as small as can be: the verbs that the tests of src/state need in a process of their own.
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ToolsError } from '../../../src/errors/index.ts';
import {
  appPaths,
  type FileSystem,
  type Host,
  nodeFileSystem,
  nodeHost,
} from '../../../src/platform/index.ts';
import {
  claimFile,
  ensureFolder,
  withLock,
  writeAtomic,
  writeJournal,
  writeJson,
} from '../../../src/state/index.ts';

const [verb = '', file = '', ...rest] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin });
const said = (line: string) =>
  new Promise<void>((resolve) => lines.on('line', (text) => (text === line ? resolve() : undefined)));
const print = (text: string) => process.stdout.write(`${text}\n`);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The real disk, but that the first step which matches waits until it is told to go on. */
function pausing(pattern: RegExp, when: 'before' | 'after'): FileSystem {
  let hasPaused = false;
  const pause = (text: string) => {
    if (hasPaused || !pattern.test(text)) return;
    hasPaused = true;
    print(`paused ${text}`);
    // Synchronous, like the step itself: goes on when the file is there.
    while (!existsSync(`${file}.go`)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  };
  return new Proxy(nodeFileSystem, {
    get: (target, name) => {
      const run = target[name as keyof FileSystem] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        const text = `${String(name)} ${args.join(' ')}`;
        if (when === 'before') pause(text);
        const result = run(...args);
        if (when === 'after') pause(text);
        return result;
      };
    },
  });
}

const host: Host = nodeHost();

async function addOnes(on: Host, count: number, waitMs: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    await withLock(
      on,
      file,
      'the number',
      async (lock) => {
        const entered = `${file}.in`;
        if (!claimFile(on, entered, String(process.pid))) throw new Error('two holders at once');
        const number = Number(readFileSync(file, 'utf8'));
        await sleep(Number(rest[2] ?? 0));
        on.files.unlink(entered);
        writeAtomic(on, file, String(number + 1), 0o600, { beforeCommit: lock.assertOurs });
      },
      { waitMs },
    );
  }
}

const verbs: Record<string, () => Promise<void>> = {
  /** add <file> <count> <waitMs> <msInside>: after `<file>.start` is there. */
  add: async () => {
    const start = `${file}.start`;
    print('ready');
    while (!existsSync(start)) await sleep(1);
    await addOnes(host, Number(rest[0]), Number(rest[1]));
  },
  /** race <file>: at each line `round <n>` adds one, and says so. */
  race: async () => {
    print('ready');
    for await (const line of lines) {
      await addOnes(host, 1, 10_000);
      print(`${line.replace('round', 'did')};`);
    }
  },
  /** pause <file> <before|after> <pattern>: adds one, stopping at the first step of the disk that matches. */
  pause: async () => {
    const files = pausing(new RegExp(rest[1] ?? ''), rest[0] as 'before' | 'after');
    const on = Object.create(host, { files: { value: files } }) as Host;
    await addOnes(on, 1, 10_000);
  },
  /** hold <file>: holds the lock, then commits when told to. */
  hold: async () => {
    await withLock(host, file, 'the number', async (lock) => {
      print('held');
      const alive = setInterval(() => {}, 60_000);
      await said('commit');
      clearInterval(alive);
      writeAtomic(host, file, 'from the holder', 0o600, { beforeCommit: lock.assertOurs });
      print('committed');
    });
  },
  /** exit <file>: leaves by process.exit in the middle of the work. */
  exit: async () => {
    await withLock(host, file, 'the number', () => process.exit(9));
  },
  /** wait <file> <waitMs> */
  wait: async () => {
    await withLock(host, file, 'the number', () => print('got it'), {
      waitMs: Number(rest[0]),
      tell: (line) => print(`told ${line}`),
    });
  },
  /** write <file> <bytes> [locked] */
  write: async () => {
    const data = 'n'.repeat(Number(rest[0]));
    if (rest[1] === 'locked') await withLock(host, file, 'the file', () => writeAtomic(host, file, data));
    else writeAtomic(host, file, data);
    print('written');
  },
  /** claim <file> <content>: after `<file>.start` is there. */
  claim: async () => {
    print('ready');
    while (!existsSync(`${file}.start`)) await sleep(1);
    print(claimFile(host, file, rest[0] ?? '') ? 'won' : 'lost');
  },
  /** churn <file> <bytes>: writes a's, then b's, and so on, until it is killed. */
  churn: async () => {
    print('ready');
    for (let round = 0; ; round += 1) {
      writeAtomic(host, file, (round % 2 === 0 ? 'a' : 'b').repeat(Number(rest[0])));
      if (round === 2) print('churning');
    }
  },
  /** writes <folder>: every way of ours to make files and folders that may hold a secret. */
  writes: async () => {
    ensureFolder(host, file);
    const secret = host.path.join(file, 'deep', 'secret.json');
    ensureFolder(host, host.path.dirname(secret));
    await writeJson(host, secret, 'secret', { schemaVersion: 1, key: 'CANARY-1' });
    host.files.chmod(secret, 0o644);
    await withLock(host, secret, 'it', (lock) =>
      writeJson(
        host,
        secret,
        'secret',
        { schemaVersion: 1, key: 'CANARY-2' },
        { beforeCommit: lock.assertOurs },
      ),
    );
    claimFile(host, host.path.join(file, 'claim'), 'CANARY-3');
    const paths = appPaths({ ...host, env: { AI_TOOLS_HOME: file }, homeDir: '/nowhere' });
    writeJournal(host, paths, { verb: 'test', tool: null, account: null, what: {} }).done();
  },
};

try {
  await verbs[verb]?.();
} catch (error) {
  if (!(error instanceof ToolsError)) throw error;
  // What comes later in the program must still come: a signal may be on its way.
  await sleep(50);
  process.stderr.write(`${error.code} ${error.message}\n`);
  process.exitCode = error.exit;
} finally {
  lines.close();
}
