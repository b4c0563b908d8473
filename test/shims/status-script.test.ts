import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { age, settle, shimWorld } from './shim-world.ts';

describe('ai-tools-status', async () => {
  const world = shimWorld();
  for (const place of ['linked/sub', 'filed', 'untrusted'])
    mkdirSync(join(world.home, place), { recursive: true });
  await world.cli(['account', 'add', 'codex', 'work']);
  await world.cli(['account', 'add', 'codex', 'play']);
  await world.cli(['account', 'add', 'claude', 'über@example']);
  await world.cli(['use', 'codex', 'work', '--global']);
  await world.cli(['link', 'codex', 'play', '--dir', join(world.home, 'linked')]);
  await world.cli(['link', 'claude', 'system', '--dir', join(world.home, 'filed')]);
  for (const place of ['filed', 'untrusted']) {
    writeFileSync(join(world.home, place, '.ai-tools.toml'), '[accounts]\ncodex = "play"\n');
    age(join(world.home, place, '.ai-tools.toml'));
  }
  await world.cli(['trust', join(world.home, 'filed'), '--yes']);
  await world.cli(['shim', 'enable', 'codex']);
  await settle();
  await world.cli(['run', 'codex', '--', '/dev/null']);

  const ask = (cwd: string, env: Record<string, string> = {}) =>
    spawnSync(join(world.shims, 'ai-tools-status'), { cwd, env: { ...world.env, PWD: cwd, ...env } });

  it.each([
    ['', {}],
    ['linked/sub', {}],
    ['filed', {}],
    ['filed', { AI_TOOLS_ACCOUNT_CODEX: 'work' }],
    ['', { AI_TOOLS_ACCOUNT_CODEX: 'system' }],
  ])('says in "%s" with %j what status --short says, by itself', async (place, env) => {
    const cwd = join(world.home, place);
    const { stdout } = await runCli(['status', '--short'], { host: world.host({ cwd, env }) });
    const { stdout: printed, stderr } = ask(cwd, env);
    expect([printed.toString(), stderr.toString()]).toEqual([stdout, '']);
    expect(stdout).toContain('codex:');
  });

  it('asks our program where the table has no answer, and is silent about what goes wrong', () => {
    const { stdout, stderr } = ask(join(world.home, 'untrusted'));
    expect(stdout.toString()).toContain('status\0--short\0');
    expect(stderr.toString()).toBe('');
  });
});
