import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AIToolRegistry } from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { cliWorld } from '../cli/cli-world.ts';
import type { FakeAct } from '../support/fake-tool.ts';

/** Each run shows the refresh token and gets another one; the provider ends a family whose old token is shown. */
const rotating: FakeAct = (world) => {
  const file = `${world.env.CODEX_HOME}/auth.json`;
  const server = `${world.env.HOME}/server.json`;
  const live: Record<string, number> = JSON.parse(world.read(server) ?? '{}');
  const tokenOf = (who: string, now: number) => `sk-dummy-${who}-refresh-${now}-0123456789`;
  if (world.argv[0] === 'login') {
    const who = `user${Object.keys(live).length + 1}`;
    world.write(server, JSON.stringify({ ...live, [who]: 1 }));
    return world.write(file, JSON.stringify({ tokens: { account_id: who, refresh_token: tokenOf(who, 1) } }));
  }
  if (world.argv[0] === '--version') return world.say('codex-cli 0.171.0');
  const { tokens } = JSON.parse(world.read(file) ?? '{}');
  const now = live[tokens.account_id] ?? 0;
  if (tokens.refresh_token !== tokenOf(tokens.account_id, now)) return 9;
  world.write(`${world.env.CODEX_HOME}/sessions/${tokens.account_id}-${now}.jsonl`, '{}\n');
  world.write(server, JSON.stringify({ ...live, [tokens.account_id]: now + 1 }));
  const next = { ...tokens, refresh_token: tokenOf(tokens.account_id, now + 1) };
  return world.write(file, JSON.stringify({ tokens: next }));
};

test('B076 tokens that change at each run: never an old one shown, each in one file, whatever runs between', async () => {
  const world = cliWorld();
  const registry = new AIToolRegistry();
  for (const tool of builtInTools) registry.register(tool);
  world.fake('codex', rotating);
  const run = async (line: string) => {
    const result = await world.run(line, { registry });
    expect(result.code, `${line}: ${result.stderr}`).toBe(0);
    return result.stdout;
  };
  for (const label of ['a', 'b']) await run(`login codex -a ${label} --share`);
  const between = [
    'use codex',
    'status codex -a',
    'audit codex -a',
    'sync codex -a',
    'doctor codex',
    'list codex',
  ];
  for (let turn = 0; turn < 20; turn += 1) {
    for (const [index, label] of ['a', 'b'].entries()) {
      await run(`run codex -a ${label}`);
      const command = between[(turn * 2 + index) % between.length] ?? '';
      const shown = await run(
        /codex$/.test(command) && command !== 'use codex' ? command : `${command} ${label}`,
      );
      expect(shown).not.toContain('refresh-');
    }
  }
  const holders = filesBelow(world.root).filter((path) => /refresh-\d+-/.test(readFileSync(path, 'utf8')));
  expect(holders.map((path) => /user\d-refresh-\d+/.exec(readFileSync(path, 'utf8'))?.[0]).sort()).toEqual([
    'user1-refresh-21',
    'user2-refresh-21',
  ]);
  expect(existsSync(join(world.root, 'installations/codex/default/shared/auth.json'))).toBe(false);
  expect(readdirSync(join(world.root, 'installations/codex/default/shared/sessions'))).toHaveLength(40);
}, 120_000);

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}
