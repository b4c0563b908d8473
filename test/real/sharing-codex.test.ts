import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { realTools } from './real-tools.ts';
import { shareTwoAccounts } from './share-two-accounts.ts';
import { credentialsOf, keys, sharedWorld } from './shared-world.ts';

const { prompt, resume, sessionOf } = realTools.codex;

shareTwoAccounts('codex');

describe('codex, the real one, sharing', () => {
  test('law 4: after a re-login no request goes out under the old key, whatever daemon was running', async () => {
    const world = await sharedWorld('codex');
    const started = await world.run('work', ['app-server', 'daemon', 'start']);
    expect(started, started.stderr).toMatchObject({ code: 0 });
    const daemons = ['daemon.pid', 'daemon-updater.pid'].map((name) =>
      pidIn(join(world.homes.work, 'app-server-daemon', name)),
    );
    onTestFinished(() => {
      for (const pid of daemons.filter(isAlive)) process.kill(pid, 'SIGKILL');
    });
    expect(daemons.map(isAlive)).toEqual([true, true]);

    const key = 'sk-dummy-renewed-00004444';
    const again = await world.tools(['login', 'codex', '-a', 'work', '--with-api-key', '--yes'], {
      input: `${key}\n`,
    });
    expect(again, again.stderr).toMatchObject({ code: 0 });
    expect(daemons.map(isAlive)).toEqual([false, false]);
    const after = await world.run('work', prompt('hi'));
    expect(after, after.stderr).toMatchObject({ code: 0 });
    expect(credentialsOf(after.requests)).toEqual([key]);
    const other = await world.run('personal', prompt('hi'));
    expect(credentialsOf(other.requests)).toEqual([keys.personal]);
  });

  test('law 5: two accounts cannot write one thread at once, and one after the other can', async () => {
    const world = await sharedWorld('codex');
    const first = await world.run('work', prompt('the first words'));
    const thread = sessionOf(first.stdout) ?? 'none';
    const gate = join(world.home, 'gate');
    const writing = world.run('work', resume?.(thread, 'words-of-the-first') ?? [], { gate });
    while (!existsSync(`${gate}.asked`)) await sleep(50);
    const meanwhile = await world.run('personal', resume?.(thread, 'words-of-the-second') ?? []);
    writeFileSync(gate, '');
    expect(meanwhile.code, meanwhile.stdout).not.toBe(0);
    expect(meanwhile.requests).toEqual([]);
    expect(await writing).toMatchObject({ code: 0 });
    const later = await world.run('personal', resume?.(thread, 'now I') ?? []);
    expect(later, later.stderr).toMatchObject({ code: 0 });
    expect(later.requests.map(({ body }) => body).join()).toContain('words-of-the-first');
    expect(later.requests.map(({ body }) => body).join()).not.toContain('words-of-the-second');
  });
});

function pidIn(file: string): number {
  return JSON.parse(readFileSync(file, 'utf8')).pid;
}

/** Who has ended and is not yet buried has no command line. */
function isAlive(pid: number): boolean {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) && readFileSync(file, 'utf8') !== '';
}
