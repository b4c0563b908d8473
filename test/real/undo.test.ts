import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Tree, treeOf } from '../support/tree.ts';
import { type Lab, type LabResult, lab } from './lab.ts';
import { undeclared } from './leaks.ts';
import { cacheFolder, installed, type ProgramId } from './programs.ts';
import { realTools } from './real-tools.ts';
import { addAccount, filesHolding, homeOf, keys, launch, withEnv, writeInto } from './shared-world.ts';
import versions from './versions.json' with { type: 'json' };

test('install, login, share, seed and adopt, all undone at once: HOME is what it was but for declared leaks', async () => {
  const world = lab([installed('claude')]);
  const own = {
    '.codex/auth.json': '{"auth_mode":"apikey","OPENAI_API_KEY":"sk-dummy-0000-system"}',
    '.codex/config.toml': '# mine\nmodel = "gpt-5"\n',
    '.codex/AGENTS.md': 'mine',
    '.codex/sessions/2026/01/02/rollout-2026-01-02T03-04-05-mine.jsonl': '{"type":"session_meta"}\n',
    '.claude.json': '{"numStartups":3,"mcpServers":{"mine":{"command":"true"}}}',
    '.claude/.credentials.json': '{"claudeAiOauth":{"accessToken":"sk-ant-oat01-dummy-system"}}',
    '.claude/settings.json': '{"cleanupPeriodDays":36500,"theme":"light"}',
    '.claude/projects/-mine/aaaaaaaa-1111-4111-8111-111111111111.jsonl': '{}\n',
    '.claude/commands/mine.md': 'mine',
    '.bashrc': 'alias ll="ls -l"\n',
    '.local/share/other/file': 'of another program',
  };
  for (const [path, text] of Object.entries(own)) {
    writeInto(world.home, path, text);
    utimesSync(join(world.home, path), 1_700_000_000, 1_700_000_000);
  }
  const before = treeOf(world.home);

  await ok(
    world.tools(['install', `codex@${versions.codex.version}`, '-i', 'default', '--yes'], {
      online: true,
      env: { npm_config_cache: join(cacheFolder, 'npm') },
    }),
  );
  for (const id of ['codex', 'claude'] as const) await livesAndIsAdopted(world, id);
  const adopted = treeOf(world.home);
  expect(adopted['.codex/sessions']).toMatch(/^link -> /u);
  expect(adopted['.claude/projects']).toMatch(/^link -> /u);

  for (const id of ['codex', 'claude'] as const) {
    await ok(world.tools(['adopt', id, '--undo', '--yes']));
    for (const label of ['work', 'personal']) await ok(world.tools(['remove', id, label, '--yes']));
  }
  await ok(world.tools(['uninstall', 'codex', '--yes']));
  rmSync(join(world.home, '.local/share/ai-tools'), { recursive: true });
  const left = changed(before, treeOf(world.home));
  expect(undeclared(['codex', 'claude'], left)).toEqual([]);
  // The logs of the server that the user's own settings name, which were seeded.
  expect(left.filter((path) => path.split('/').length <= 2)).toEqual(['.cache', '.cache/claude-cli-nodejs']);
});

/** Two accounts that share what the tool's own directory holds, one prompt each, and the directory joined to them. */
async function livesAndIsAdopted(world: Lab, id: ProgramId): Promise<void> {
  const tool = realTools[id];
  await addAccount(world, tool, 'work', []);
  await ok(world.tools(['share', 'seed', id, '--yes']));
  await addAccount(world, tool, 'personal', ['--share']);
  for (const label of ['work', 'personal'] as const) {
    const home = await homeOf(world, tool, label);
    tool.prepare?.(home, `${keys[label]}-${id}`);
    await ok(world.tools(launch(tool, label, tool.prompt(`prompt of ${label}`)), withEnv(tool)));
  }
  await ok(world.tools(['adopt', id, '--yes']));
  expect(filesHolding(world.home, 'prompt of personal')).not.toEqual([]);
  await ok(world.tools(['audit', id]));
}

/** Paths that are there in one only, or are not the same. */
function changed(before: Tree, after: Tree): readonly string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((path) => before[path] !== after[path]).sort();
}

async function ok(result: Promise<LabResult>): Promise<LabResult> {
  const done = await result;
  expect(done.code, done.stderr + done.stdout).toBe(0);
  return done;
}
