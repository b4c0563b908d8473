import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { chooseAccount, type StoredAccount } from '../../../src/accounts/index.ts';
import { writeLiveMark } from '../../../src/accounts/store/live-mark.ts';
import { markDirtyIn } from '../../../src/accounts/sync/mark-dirty.ts';
import { readyToRun } from '../../../src/entry/answer-run.ts';
import type { Host } from '../../../src/platform/index.ts';
import { type QuickWorld, quickWorld } from '../../entry/quick-world.ts';

/** It counts its starts in a file that is merged, and adds a server to it, which are shared, if it is told to. */
const counting = `#!/bin/sh
cd "$CLAUDE_CONFIG_DIR" || exit
[ -f .claude.json ] || echo '{"numStartups":1,"userID":"of-this-home","mcpServers":{"a":{}}}' >.claude.json
add=
[ -z "$1" ] || add='s/"mcpServers": *{/&"'$1'":{},/'
sed -e 's/"numStartups": *[0-9]*/&0/' -e "$add" .claude.json >new
mv new .claude.json
`;

interface Sharing extends QuickWorld {
  /** Starts the tool the slow way, as a shim does whose record holds no more. */
  start(label: string, ...args: readonly string[]): Promise<void>;
  isQuick(label: string): Promise<boolean>;
  account(label: string): StoredAccount;
  /** The servers in the home of an account, or in the root. */
  servers(label?: string): readonly string[];
  /** What the tool does when nobody of ours waits for it. */
  rewrite(label: string, servers: readonly string[]): void;
}

async function sharingWorld(): Promise<Sharing> {
  const world = await quickWorld('claude', '--share');
  writeFileSync(world.program, counting, { mode: 0o755 });
  const account = (label: string) => chooseAccount(world.ctx(), 'claude', label).account as StoredAccount;
  const root = world.ctx().paths.sharedFolder('claude', 'default');
  const file = (label?: string) => join(label ? account(label).home : root, '.claude.json');
  const sharing: Sharing = {
    ...world,
    account,
    start: async (label, ...args) => {
      const line = ['run', 'claude', '-a', label, ...(args.length > 0 ? ['--', ...args] : [])];
      expect(await world.cli(line.join(' '))).toMatchObject({ code: 0, stderr: '' });
    },
    isQuick: (label) => isReady(world.host(), label),
    servers: (label) => Object.keys(JSON.parse(readFileSync(file(label), 'utf8')).mcpServers).sort(),
    rewrite: (label, servers) => {
      const document = JSON.parse(readFileSync(file(label), 'utf8'));
      document.numStartups += 1;
      document.mcpServers = Object.fromEntries(servers.map((name) => [name, {}]));
      writeFileSync(file(label), JSON.stringify(document));
    },
  };
  // What a program that is new leaves to be done once: this process, which made the accounts, is over elsewhere.
  await sleep(60);
  for (const label of ['work', 'other', 'work', 'other']) await sharing.start(label);
  return sharing;
}

async function isReady(host: Host, label: string): Promise<boolean> {
  try {
    return (await readyToRun(['claude', '-a', label], host)) !== undefined;
  } catch {
    return false;
  }
}

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Something that lives in the home of an account, as a launch of ours would have left it. */
function live(world: Sharing, label: string): void {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  children.push(child);
  const host = world.host();
  const mark = host.processes.markOf(child.pid ?? 0);
  if (!mark) throw new Error('it does not run');
  const account = world.account(label);
  const root = world.ctx().paths.sharedFolder('claude', 'default');
  markDirtyIn(host, join(root, '.root/dirty'), account.id, mark);
  writeLiveMark(world.ctx(), account, mark);
}

describe('a tool that rewrites a merged file at each start', () => {
  test('is started by its record the next time, whichever of two accounts was started between', async () => {
    const world = await sharingWorld();
    for (const label of ['work', 'other', 'other', 'work']) {
      await world.start(label);
      expect(await world.isQuick(label), label).toBe(true);
    }
    await world.start('other');
    expect([await world.isQuick('work'), await world.isQuick('other')]).toEqual([true, true]);
  });

  test('starts the slow way where another account changed what is shared, and finds it', async () => {
    const world = await sharingWorld();
    await world.start('other', 'b');
    expect(await world.isQuick('work')).toBe(false);
    await world.start('work');
    expect([world.servers(), await world.isQuick('work')]).toEqual([['a', 'b'], true]);
  });

  test('starts the slow way after a run that nobody waited for, and nothing of that is lost', async () => {
    const world = await sharingWorld();
    await world.start('work');
    world.rewrite('work', ['a', 'c']);
    expect(await world.isQuick('work')).toBe(false);
    await world.start('work');
    expect([world.servers(), await world.isQuick('work')]).toEqual([['a', 'c'], true]);
    world.rewrite('work', ['a', 'c', 'd']);
    await world.start('other');
    expect(world.servers('other')).toEqual(['a', 'c', 'd']);
  });

  test('what is left to be done after a run is done by the next start, not by a look', async () => {
    const world = await sharingWorld();
    const other = world.account('other');
    const dirty = join(world.ctx().paths.sharedFolder('claude', 'default'), '.root/dirty');
    // While it runs another account changes something, whose tool has ended since.
    const meanwhile = `sed 's/"mcpServers": *{/&"e":{},/' "${other.home}/.claude.json" >new && mv new "${other.home}/.claude.json"
echo {} >"${dirty}/${other.id}.00000001"`;
    writeFileSync(world.program, `${counting}${meanwhile}\n`, { mode: 0o755 });
    await world.start('work');
    expect([world.servers(), await world.isQuick('work')]).toEqual([['a'], false]);
    expect(readdirSync(dirty)).toContain(`${other.id}.00000001`);
    writeFileSync(world.program, counting, { mode: 0o755 });
    await world.start('work');
    expect([world.servers(), world.servers('work'), await world.isQuick('work')]).toEqual([
      ['a', 'e'],
      ['a', 'e'],
      true,
    ]);
  });
});

describe('another account of the root in which something lives', () => {
  test('holds up no start while its files lie as they lay', async () => {
    const world = await sharingWorld();
    live(world, 'other');
    expect(await world.isQuick('work')).toBe(false);
    await sleep(60);
    await world.start('work');
    expect(await world.isQuick('work')).toBe(true);
  });

  test.each<[string, (world: Sharing) => void]>([
    ['changed a file that is merged', (world) => world.rewrite('other', ['a', 'f'])],
    [
      'put a folder in the place of a link',
      (world) => {
        const home = world.account('other').home;
        const link = readdirSync(home, { withFileTypes: true }).find((entry) => entry.isSymbolicLink());
        world.host().files.unlink(join(home, link?.name ?? ''));
        mkdirSync(join(home, link?.name ?? ''));
      },
    ],
    [
      'is another one by now',
      (world) => {
        const file = join(world.folder, '..', world.account('other').id, 'account.json');
        writeFileSync(file, readFileSync(file, 'utf8').replace('"label": "other"', '"label": "else"'));
      },
    ],
  ])('holds up a start once it %s', async (_, change) => {
    const world = await sharingWorld();
    live(world, 'other');
    await sleep(60);
    await world.start('work');
    expect(await world.isQuick('work')).toBe(true);
    change(world);
    expect(await world.isQuick('work')).toBe(false);
  });

  test('a third one does, of which nothing was seen', async () => {
    const world = await sharingWorld();
    await world.start('work');
    live(world, 'other');
    expect(await world.isQuick('work')).toBe(false);
  });
});
