import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CliWorld, cliWorld } from '../cli-world.ts';

let world: CliWorld;
let home: string;

beforeEach(async () => {
  world = cliWorld();
  await world.run('account add codex work');
  home = await world.homeOf('codex', 'work');
});

describe('what is broken is said, whatever else there is to say', () => {
  test('status: the only account of a tool is damaged', async () => {
    writeFileSync(join(home, '../account.json'), '{"label":');
    for (const line of ['status', 'status codex', 'list', 'list codex']) {
      const { code, stderr } = await world.run(line);
      expect({ line, code }).toEqual({ line, code: 6 });
      expect(stderr).toContain('account.json is damaged at byte 9');
    }
    const { code, stdout } = await world.run('status --json');
    expect(code).toBe(6);
    expect(JSON.parse(stdout).tools).toEqual([
      expect.objectContaining({ problems: [expect.objectContaining({ code: 'STATE_DAMAGED' })] }),
    ]);
  });

  test('B057: an account whose directory is gone is not one that is logged out', async () => {
    rmSync(home, { recursive: true });
    const { code, stdout, stderr } = await world.run('status codex');
    expect(code).toBe(3);
    expect(stdout).toContain('?\tcodex\twork\tunknown');
    expect(stderr).toContain(`the account directory of codex#work is missing: ${home}`);
    expect(await world.run('logout codex work')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('is missing'),
    });
  });

  test('B057: nor is one that holds a key', async () => {
    await world.run('account add codex ci --with-api-key', { stdin: 'sk-dummy-123' });
    rmSync(await world.homeOf('codex', 'ci'), { recursive: true });
    expect(await world.run('status codex -a ci')).toMatchObject({ code: 3 });
    expect((await world.run('status codex')).stdout).toContain('?\tcodex\tci\tunknown');
  });

  test('account confirm: there is nobody to confirm', async () => {
    expect(await world.run('account confirm codex work')).toMatchObject({ code: 4 });
    await world.run('account add codex ci --with-api-key', { stdin: 'sk-dummy-123' });
    expect(await world.run('account confirm codex ci')).toMatchObject({ code: 2 });
  });
});
