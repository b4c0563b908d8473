import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Host } from '../../src/platform/index.ts';
import { AIToolRegistry } from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { runCli } from '../support/run-cli.ts';
import { tempHome, testHost } from '../support/temp-home.ts';

const registry = new AIToolRegistry();
for (const tool of builtInTools) registry.register(tool);
const borrowed = { HOME: '{home}', XDG_CONFIG_HOME: '{home}/config', XDG_DATA_HOME: '{home}/data' };
registry.register({
  id: 'inner',
  displayName: 'Inner',
  relocation: { borrowed, shape: 'home', isolation: 'complete' },
});

/** The user's shell, and one in an account of a tool whose home is HOME. */
let outside: Host;
let inside: Host;

beforeAll(async () => {
  const home = tempHome();
  outside = testHost({ home, program: { node: process.execPath, script: import.meta.filename } });
  mkdirSync(join(home, '.codex'));
  writeFileSync(join(home, '.codex', 'auth.json'), '{"OPENAI_API_KEY":"sk-dummy-system"}');
  const ask = (...argv: string[]) => runCli(argv, { host: outside, registry });
  await ask('account', 'add', 'inner', 'in');
  await ask('account', 'add', 'claude', 'work');
  await ask('init', 'bash', '--write');
  const { set } = JSON.parse((await ask('env', 'inner', '-a', 'in', '--json')).stdout);
  inside = testHost({ ...outside, homeDir: set.HOME, cwd: home, env: { ...outside.env, ...set } });
  expect(set.HOME).toContain('accounts');
});

test.each([
  ...['bash', 'zsh', 'fish', 'pwsh', 'nu'].map((shell) => `init ${shell} --write --dry-run`),
  'status codex --json',
  'list claude',
  'doctor',
  'adopt codex --dry-run',
])('in an account whose home is HOME the user is who he is outside of it: %s', async (line) => {
  const argv = line.split(' ');
  const there = await runCli(argv, { host: outside, registry });
  expect(await runCli(argv, { host: inside, registry })).toEqual(there);
});
