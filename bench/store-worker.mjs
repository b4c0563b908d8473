// One of many processes that write at once: begins when it is told to, and says how often it wrote.

import { once } from 'node:events';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import lockfile from 'proper-lockfile';
import { contextIn } from './store.mjs';

const [code, verb, file, name, count] = process.argv.slice(2);
const ours = await import(code);

const verbs = {
  add: () => {
    const context = contextIn(ours, process.env.HOME);
    return (label) => ours.addAccount(context, 'codex', label, { sharing: { wanted: 'private' } });
  },
  poll: () => (label) =>
    addToOneFile(label, { retries: 1_000_000, factor: 1, minTimeout: 2, maxTimeout: 30 }),
  'back-off': () => (label) => addToOneFile(label, { retries: 1_000_000, minTimeout: 2, maxTimeout: 250 }),
  count: () => {
    const host = ours.nodeHost();
    const add = () => ours.writeAtomic(host, file, String(Number(readFileSync(file, 'utf8')) + 1));
    return () => ours.withLock(host, file, 'the number', add, { waitMs: 60_000 });
  },
  die: () => () =>
    ours.withLock(ours.nodeHost(), file, 'the number', () => process.kill(process.pid, 'SIGKILL')),
};

const write = verbs[verb]();
process.stdout.write('ready\n');
await once(process.stdin, 'data');
let made = 0;
for (let nth = 0; nth < Number(count); nth += 1) {
  await write(`${name}-${nth}`);
  made += 1;
}
process.stdout.write(`made ${made}\n`);

/** As many programs keep what they know: all of it in one file, read and written whole. */
async function addToOneFile(label, retries) {
  const release = await lockfile.lock(file, {
    realpath: false,
    stale: 60_000,
    retries: { ...retries, randomize: true },
  });
  try {
    const all = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    all[label] = { label, createdAt: new Date().toISOString(), home: `/home/somebody/accounts/${label}` };
    const fd = openSync(`${file}.new`, 'w', 0o600);
    writeSync(fd, JSON.stringify(all));
    fsyncSync(fd);
    closeSync(fd);
    renameSync(`${file}.new`, file);
  } finally {
    await release();
  }
}
