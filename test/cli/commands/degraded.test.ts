import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

describe('promise 5: what is broken is said, whatever else there is to say', () => {
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

test.each([
  'env codex@other',
  'use codex@other work',
  'list codex@other',
  'info codex@other',
  'doctor codex@other',
  'status codex@other',
  'whoami codex@other#work',
  'which codex -i other',
  'remove codex@other#work --yes',
  'rename codex@other work w2',
  'run codex@other -a work',
  'login codex@other -a work',
])('%s: another installation is refused, never taken for the one there is', async (line) => {
  expect(await world.run(line)).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringContaining('codex has no installation "other"'),
  });
  expect((await world.run('default codex')).stdout).toBe('codex\tnone\n');
});

test('list takes an address', async () => {
  await world.run('account add codex other');
  expect((await world.run('list codex@default#work')).stdout).toBe('\tcodex\twork\t\t\tdefault\tyes\t\n');
  expect(await world.run('list codex#gone')).toMatchObject({ code: 3, stdout: '' });
});

test('login --json: the tool’s own talk is no answer', async () => {
  world.fake('codex', ({ env, say, write }) => {
    say('Login successful');
    write(`${env.CODEX_HOME}/auth.json`, `{"tokens":{"access_token":"T"}}`);
  });
  const { code, stdout } = await world.run('login codex -a new --json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ renewed: false, account: { label: 'new' } });
});

test('what has lain in the trash for 30 days goes when something is removed', async () => {
  const trash = join(world.root, 'trash');
  for (const name of ['20200101T000000Z-aaaaaaaa', '29990101T000000Z-aaaaaaaa'])
    mkdirSync(join(trash, name), { recursive: true, mode: 0o700 });
  await world.run('remove codex work --yes');
  expect(readdirSync(trash)).toHaveLength(2);
  expect(readdirSync(trash)).not.toContain('20200101T000000Z-aaaaaaaa');
});

test.each(['null', '[]', '"x"', '1', ' null\n', '{}\0'])(
  'B049: a settings file that is %j stays as it is, and is told',
  async (content) => {
    await world.run('account add claude work');
    world.fake('claude', () => 0, { unused: true });
    const path = join(await world.homeOf('claude', 'work'), 'settings.json');
    writeFileSync(path, content, { mode: 0o600 });
    expect(await world.run('run claude -a work')).toMatchObject({
      code: 6,
      stderr: expect.stringContaining(`${path} is damaged at byte`),
    });
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect((await world.run('doctor claude')).stdout).toContain('TOOL_FILE_DAMAGED');
  },
);
