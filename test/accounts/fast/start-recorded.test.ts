import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import '../../support/on-disk.ts';
import { startRecorded } from '../../../src/accounts/fast/start-recorded.ts';
import { readyToRun } from '../../../src/entry/answer-run.ts';
import { type QuickWorld, quickWorld } from '../../entry/quick-world.ts';

/** More than this process may become: it waits, as every Node before 22.15 does. */
const long = 'x'.repeat(100_000);

async function start({ host }: QuickWorld, tool = 'codex') {
  const here = host();
  const ready = await readyToRun([tool, '-a', 'work', '--', long], here);
  let left = 0;
  const code =
    ready &&
    (await startRecorded(here, ready.record, ready.program, {
      args: ready.args,
      waiting: () => undefined,
      started: () => undefined,
      leave: async () => {
        left += 1;
        return true;
      },
    }));
  return { code, left };
}

function marksOf({ root, folder }: QuickWorld) {
  const dirty = readdirSync(join(root, 'installations/codex/default/shared/.root/dirty'));
  return { dirty: dirty.length, live: readdirSync(join(folder, 'live')).length };
}

test('a run that changed nothing leaves nothing to be merged, and no mark', async () => {
  const world = await quickWorld('codex', '--share');
  const before = marksOf(world);
  expect(await start(world)).toEqual({ code: 0, left: 0 });
  expect(marksOf(world)).toEqual(before);
  // The next one is as quick.
  expect(await start(world)).toEqual({ code: 0, left: 0 });
});

test.each([
  ['claude', '.claude.json', 'CLAUDE_CONFIG_DIR'],
  ['gemini', '.gemini/settings.json', 'GEMINI_CLI_HOME'],
  ['qwen', 'settings.json', 'QWEN_HOME'],
])('a run of %s that changed what is merged of %s has it merged', async (tool, file, variable) => {
  const world = await quickWorld(tool, '--share');
  const line = `printf '{"theme":"x","mcpServers":{}}' > "$${variable}/${file}"`;
  writeFileSync(world.program, `#!/bin/sh\n[ $# = 0 ] && exit 0\n${line}\n`, { mode: 0o755 });
  await world.settle();
  expect(await start(world, tool)).toEqual({ code: 0, left: 1 });
});

test.each([
  ['changed a file of its home', 'echo "model = 1" >> "$CODEX_HOME/config.toml"'],
  ['put a file in the place of another', 'cp "$CODEX_HOME/config.toml" x && mv x "$CODEX_HOME/config.toml"'],
  ['made a login', 'echo "{}" > "$CODEX_HOME/auth.json"'],
  [
    'put a folder in the place of a link',
    'for each in "$CODEX_HOME"/*; do [ -L "$each" ] && rm "$each" && mkdir "$each"; done; true',
  ],
])('a run that %s has it merged', async (_, line) => {
  const world = await quickWorld('codex', '--share');
  writeFileSync(world.program, `#!/bin/sh\n[ $# = 0 ] && exit 0\n${line}\n`, { mode: 0o755 });
  await world.settle();
  const before = marksOf(world);
  expect(await start(world)).toEqual({ code: 0, left: 1 });
  // The one who merges takes it away.
  expect(marksOf(world)).toEqual({ ...before, dirty: before.dirty + 1 });
});

test('a start is none where somebody began to change the account before its marks were there', async () => {
  const world = await quickWorld('codex', '--share');
  const before = marksOf(world).live;
  const { files } = world.host();
  const ready = (await readyToRun(['codex', '-a', 'work'], world.host()))!;
  for (const [, path] of ready.record.marks!.again) {
    let marked = 0;
    const changing = {
      ...files,
      rename: (from: string, to: string) => {
        files.rename(from, to);
        marked += 1;
      },
      lstat: (asked: string) =>
        marked === 2 && asked === path ? files.lstat(world.root) : files.lstat(asked),
    };
    const never = () => expect.unreachable();
    const told = { args: [], waiting: never, started: never, leave: async () => true };
    expect(
      await startRecorded(world.host({ files: changing }), ready.record, ready.program, told),
    ).toBeUndefined();
    expect([marked, marksOf(world).live]).toEqual([2, before]);
  }
});
