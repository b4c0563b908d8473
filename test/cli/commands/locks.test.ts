import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CliWorld, cliWorld } from '../cli-world.ts';

let world: CliWorld;

beforeEach(async () => {
  world = cliWorld();
  await world.run('account add codex work');
});

const old = new Date('2020-01-01');

/** What may lie where a lock belongs: how it is made, and whether the command works all the same. */
const kinds: readonly (readonly [string, (lock: string) => void, 'works' | 'refused'])[] = [
  [
    'an empty old file',
    (lock) => {
      writeFileSync(lock, '');
      utimesSync(lock, old, old);
    },
    'refused',
  ],
  ['an empty folder', (lock) => mkdirSync(lock), 'works'],
  [
    'a folder with content',
    (lock) => {
      mkdirSync(lock);
      writeFileSync(join(lock, 'mine'), 'x');
    },
    'refused',
  ],
  ['a dangling link', (lock) => symlinkSync('/nowhere/at/all', lock), 'refused'],
  [
    'a link to a folder with content',
    (lock) => {
      mkdirSync(join(world.home, 'target'));
      writeFileSync(join(world.home, 'target/mine'), 'x');
      symlinkSync(join(world.home, 'target'), lock);
    },
    'refused',
  ],
  ['a lock of somebody who died', (lock) => heldBy(lock, 2 ** 22 + 1), 'works'],
];

function heldBy(lock: string, pid: number): void {
  const { home } = world;
  mkdirSync(lock);
  // As another process of this computer would have written it, long ago.
  const process = { pid, startedAt: '1', boot: bootOf(home), machine: machineOf(home) };
  writeFileSync(
    join(lock, 'holder.json'),
    JSON.stringify({ process, since: '2026-01-01T00:00:00Z', nonce: 'n' }),
  );
}

const bootOf = (home: string) => markIn(home).boot;
const machineOf = (home: string) => markIn(home).machine;

/** Who made the account, as the journal tells it. */
function markIn(home: string): { boot: string; machine: string } {
  const journal = join(home, '.local/share/ai-tools/journal');
  return JSON.parse(readFileSync(join(journal, readdirSync(journal)[0] ?? ''), 'utf8')).process;
}

describe.each([
  ['default codex work', 'defaults/.codex.lock', 'defaults/codex'],
  ['settings set plain true', 'settings.json.lock', 'settings.json'],
  ['link codex work', 'links.json.lock', 'links.json'],
  [
    'installations add codex mine --path /bin/sh',
    'installations/codex/.mine.lock',
    'installations/codex/mine/installation.json',
  ],
])('B126 where the lock of `tools %s` belongs', (line, at, made) => {
  test.each(kinds)('%s', async (_, make, expected) => {
    const lock = join(world.root, at);
    mkdirSync(dirname(lock), { recursive: true, mode: 0o700 });
    make(lock);
    const { code, stderr } = await world.run(line);
    if (expected === 'refused')
      expect({ code, stderr }).toMatchObject({ code: 6, stderr: expect.stringContaining(lock) });
    else expect(`${code} ${code === 0 ? '' : stderr}`).toBe('0 ');
    // Never "ok" without the change, nor the change without "ok".
    expect(existsSync(join(world.root, made))).toBe(code === 0);
    for (const place of [join(lock, 'mine'), join(world.home, 'target/mine')])
      if (existsSync(place)) expect(readFileSync(place, 'utf8')).toBe('x');
    if (expected === 'refused') return;
    expect(existsSync(lock)).toBe(false);
  });
});
