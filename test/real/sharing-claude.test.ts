import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type LabResult, lab } from './lab.ts';
import { installed } from './programs.ts';
import { realTools } from './real-tools.ts';
import { shareTwoAccounts } from './share-two-accounts.ts';
import {
  addAccount,
  credentialsOf,
  filesHolding,
  homeOf,
  keys,
  type Label,
  launch,
  type SharedWorld,
  sharedWorld,
  withEnv,
} from './shared-world.ts';

const tool = realTools.claude;
const old = ['projects/-old/aaaaaaaa-1111-4111-8111-111111111111.jsonl', 'plans/old.md', 'tasks/old/1.json'];

shareTwoAccounts('claude');

describe('claude, the real one, sharing', () => {
  test('law 1: transcripts of 100 days ago survive ten fresh accounts and headless starts', async () => {
    const world = await sharedWorld('claude');
    makeOld(world.root);
    const fresh = Array.from({ length: 10 }, (_, nth) => `fresh-${nth}`);
    const homes: string[] = [];
    for (const label of fresh) {
      await addAccount(world, tool, label, ['--share']);
      const home = await homeOf(world, tool, label);
      tool.prepare?.(home, keys.work);
      homes.push(home);
    }
    const starts = fresh.map((label, nth) => {
      const home = homes[nth] ?? '';
      return world.tools(
        launch(tool, label, untilCleaned),
        withEnv(tool, { openUntil: () => hasCleaned(home) }),
      );
    });
    for (const start of await Promise.all(starts)) expect(start.code, start.stderr).toBe(0);
    expect(homes.filter((home) => !hasCleaned(home))).toEqual([]);
    expect(old.filter((path) => !existsSync(join(world.root, path)))).toEqual([]);
  });

  test('and they do not where nothing is asserted: that is what the law is for', async () => {
    const world = lab([installed('claude')]);
    const home = join(world.home, 'bare');
    makeOld(home);
    tool.prepare?.(home, keys.work);
    const env = { ...tool.env, CLAUDE_CONFIG_DIR: home };
    const start = await world.run(['claude', ...untilCleaned], { env, openUntil: () => hasCleaned(home) });
    expect(start.code, start.stderr).toBe(0);
    expect(old.filter((path) => existsSync(join(home, path)))).toEqual([]);
  });

  test('law 2: a damaged, an emptied and a deleted .claude.json cost no shared key', async () => {
    const world = await sharedWorld('claude');
    await ok(world.run('work', ['mcp', 'add', '-s', 'user', 'first-server', '--', 'true']));
    await ok(world.run('personal', ['mcp', 'add', '-s', 'local', 'second-server', '--', 'true']));
    await ok(world.run('work', ['mcp', 'list']));
    const file = join(world.homes.work, '.claude.json');
    const backups = join(world.homes.work, 'backups');
    const harms: readonly (readonly [harm: () => void, code: number, wayOut: () => void])[] = [
      // Claude stops and says which of its backups to put there; the oldest knows of no server.
      [
        () => writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20)),
        1,
        () => copyFileSync(join(backups, oldestIn(backups)), file),
      ],
      [() => writeFileSync(file, ''), 1, () => rmSync(file)],
      [() => rmSync(file), 0, () => undefined],
    ];
    for (const [harm, code, wayOut] of harms) {
      harm();
      const after = await world.run('work', tool.prompt('hi'));
      expect(after.code, after.stderr).toBe(code);
      await expectServers(world, 'personal');
      wayOut();
      await expectServers(world, 'work');
      await expectServers(world, 'personal');
    }
  });

  test('law 9: a key in the settings of one account never reaches the wire of the other', async () => {
    const world = await sharedWorld('claude');
    const places: readonly (readonly [path: string, settings: (key: string) => object])[] = [
      ['settings.json', (key) => ({ env: { ANTHROPIC_AUTH_TOKEN: key } })],
      ['settings.json', (key) => ({ apiKeyHelper: `echo ${key}` })],
      ['.claude.json', (key) => ({ env: { ANTHROPIC_AUTH_TOKEN: key } })],
    ];
    for (const [nth, [path, settings]] of places.entries()) {
      const key = `sk-dummy-only-personal-${nth}-aB3dE5gH7jK9`;
      const file = join(world.homes.personal, path);
      const before = readFileSync(file, 'utf8');
      writeFileSync(file, JSON.stringify({ ...JSON.parse(before), ...settings(key), model: `model-${nth}` }));
      const own = await world.run('personal', ['-p', 'hi']);
      expect(credentialsOf(own.requests)).toEqual([key]);
      const other = await ok(world.run('work', ['-p', 'hi']));
      expect(credentialsOf(other.requests)).toEqual([keys.work]);
      expect(filesHolding(world.root, key)).toEqual([]);
      expect(filesHolding(world.homes.work, key)).toEqual([]);
      // What stands beside it is brought over.
      if (path === 'settings.json') expect(settingsOf(world).model).toBe(`model-${nth}`);
      writeFileSync(file, before);
    }
  });
});

/** Claude cleans up some seconds after its start, and then leaves a mark in its home. */
const untilCleaned = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
const hasCleaned = (home: string) => existsSync(join(home, '.last-cleanup'));

function makeOld(folder: string): void {
  const then = new Date(Date.now() - 100 * 24 * 3600 * 1000);
  for (const path of old) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '{}\n');
    for (const aged of [join(folder, path), dirname(join(folder, path))]) utimesSync(aged, then, then);
  }
}

function oldestIn(backups: string): string {
  const [oldest = 'none'] = readdirSync(backups)
    .filter((name) => name.startsWith('.claude.json.backup.'))
    .toSorted();
  return oldest;
}

/** As the program shows them, and as the file has them. */
async function expectServers(world: SharedWorld, label: Label): Promise<void> {
  const { stdout } = await ok(world.run(label, ['mcp', 'list']));
  expect(stdout).toContain('first-server');
  expect(stdout).toContain('second-server');
  const document = JSON.parse(readFileSync(join(world.homes[label], '.claude.json'), 'utf8'));
  expect(document.mcpServers).toHaveProperty('first-server');
}

function settingsOf({ homes }: SharedWorld): { readonly model?: string } {
  return JSON.parse(readFileSync(join(homes.work, 'settings.json'), 'utf8'));
}

async function ok(result: Promise<LabResult>): Promise<LabResult> {
  const { code, ...rest } = await result;
  expect(code, rest.stderr + rest.stdout).toBe(0);
  return { code, ...rest };
}
