import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Host } from '../../../src/platform/index.ts';
import { codexLogin } from '../../accounts/login-world.ts';
import { testHost } from '../../support/temp-home.ts';
import { treeOf } from '../../support/tree.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

let world: CliWorld;

beforeEach(async () => {
  world = cliWorld();
  chmodSync(world.put('bin/codex', '#!/bin/sh\necho codex-cli 1.2.3\n'), 0o755);
  await world.run('account add codex work');
});

describe('doctor --fix', () => {
  const broken = async () => {
    const home = await world.homeOf('codex', 'work');
    const auth = join(home, 'auth.json');
    writeFileSync(auth, codexLogin('user-1'));
    chmodSync(auth, 0o644);
    const lock = join(world.root, 'accounts/codex/.abcd1234.lock');
    mkdirSync(lock, { mode: 0o700 });
    writeFileSync(join(world.root, 'labels/codex/ghost'), 'zzzzzzzz\n', { mode: 0o600 });
    writeFileSync(join(world.root, 'labels/codex/odd'), 'no id', { mode: 0o600 });
    writeFileSync(join(home, 'config.toml'), '[features]\ndaemon_auto_start = true\n', { mode: 0o600 });
    const litter = join(world.root, '.settings.json.abcd1234.tmp');
    writeFileSync(litter, '{', { mode: 0o600 });
    return { auth, lock, litter };
  };
  const codesOf = (document: { findings: { code: string }[] }) => document.findings.map(({ code }) => code);
  const later = (): Host => {
    const host = testHost({ home: world.home, env: { PATH: `${world.home}/bin:/usr/bin:/bin` } });
    return { ...host, now: () => new Date(Date.now() + 2 * 60 * 60 * 1000) };
  };

  test('B134: mends what can be mended without losing anything, says each and journals each', async () => {
    const { auth, lock, litter } = await broken();
    const host = later();
    const before = await world.json('doctor codex', { host });
    expect(codesOf(before).sort()).toEqual([
      'LABEL_CLAIM_STRAY',
      'LABEL_CLAIM_STRAY',
      'LITTER_LEFT',
      'LOCK_EMPTY',
      'MODE_TOO_WIDE',
      'SETTING_NOT_IN_FORCE',
    ]);
    expect(before.findings.every(({ fix }: { fix: string | null }) => fix !== null)).toBe(true);

    const refused = await world.run('doctor codex --fix', { host });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    const dry = await world.run('doctor codex --fix --dry-run', { host });
    expect(dry.stderr).toContain(`would make ${auth} the user's alone (600)`);
    expect(codesOf(await world.json('doctor codex', { host }))).toEqual(codesOf(before));

    const fixed = await world.run('doctor codex --fix --yes', { host });
    expect(fixed).toMatchObject({ code: 0, stderr: expect.stringContaining(`mended: remove ${litter}`) });
    expect(statSync(auth).mode & 0o777).toBe(0o600);
    expect(readFileSync(auth, 'utf8')).toBe(codexLogin('user-1'));
    expect(existsSync(lock) || existsSync(litter)).toBe(false);
    const { changes } = await world.json('undo --list');
    expect(
      changes.filter(({ change }: { change: string }) => change.startsWith('doctor --fix')),
    ).toHaveLength(6);
    expect(await world.run('undo')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('tools doctor'),
    });
  });

  test('B138: of the user’s own directories it changes nothing, whatever it finds there', async () => {
    world.put('.codex/auth.json', '{"broken');
    chmodSync(join(world.home, '.codex/auth.json'), 0o644);
    world.put('.codex/config.toml', '= broken');
    const own = () => treeOf(join(world.home, '.codex'));
    const before = own();
    await world.run('doctor --fix --yes');
    expect(own()).toEqual(before);
  });

  test('what is wrong with a thing in two ways is mended once', async () => {
    const lock = join(world.root, 'settings.json.lock');
    mkdirSync(lock, { mode: 0o755 });
    const { stderr } = await world.run('doctor --fix --yes');
    expect(stderr).toContain('mended: ');
    expect(stderr).not.toContain('internal error');
    expect(existsSync(lock)).toBe(false);
    expect((await world.run('doctor')).stdout).not.toContain('settings.json.lock');
  });

  test('a directory that was imported is the user’s: who may look into it stays as it is', async () => {
    world.put('mine/auth.json', codexLogin('user-2'));
    chmodSync(join(world.home, 'mine/auth.json'), 0o644);
    await world.run('import codex --from mine -a mine');
    const { code, stdout } = await world.run('doctor codex --fix --yes');
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('MODE_TOO_WIDE') });
    expect(statSync(join(world.home, 'mine/auth.json')).mode & 0o777).toBe(0o644);
  });

  test('a directory that was imported is as its owner left it until it is started, and that is no fault', async () => {
    world.put('mine/auth.json', codexLogin('user-2'));
    const config = world.put('mine/config.toml', 'model = "mine"\n');
    for (const file of ['auth.json', 'config.toml']) chmodSync(join(world.home, 'mine', file), 0o600);
    await world.run('import codex --from mine -a mine');
    const { findings } = await world.json('doctor codex');
    expect(findings.map(({ code }: { code: string }) => code)).not.toContain('SETTING_NOT_IN_FORCE');
    await world.run('doctor codex --fix --yes');
    expect(readFileSync(config, 'utf8')).toBe('model = "mine"\n');
  });

  test('what needs a person stays, and is told again: exit 1; damage of ours: exit 6', async () => {
    await world.run('account add codex second');
    for (const label of ['work', 'second'])
      writeFileSync(join(await world.homeOf('codex', label), 'auth.json'), codexLogin('user-1'), {
        mode: 0o600,
      });
    expect(await world.run('doctor codex --fix --yes')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('IDENTITY_SHARED'),
    });
    writeFileSync(join(await world.homeOf('codex', 'second'), '../account.json'), '{');
    expect((await world.run('doctor codex --fix --yes')).code).toBe(6);
  });

  test('a change that was cut off, with the way to its end', async () => {
    const journal = join(world.root, 'journal/20991231T000000Z-abcd1234.json');
    const entry = { verb: 'rename', tool: 'codex', account: 'abcd1234', what: { from: 'a', to: 'b' } };
    const record = { schemaVersion: 1, at: '2026-11-30T00:00:00Z', ...entry, doneAt: null };
    writeFileSync(journal, JSON.stringify(record), { mode: 0o600 });
    const { findings } = await world.json('doctor codex');
    expect(findings).toMatchObject([
      { code: 'CHANGE_CUT_OFF', hint: 'tools undo 20991231T000000Z-abcd1234', fix: null },
    ]);
  });
});

describe('doctor', () => {
  test('a healthy state: exit 0, and it says so', async () => {
    expect(await world.json('doctor codex')).toMatchObject({ healthy: true, findings: [] });
    expect(await world.run('doctor codex')).toMatchObject({ code: 0, stderr: 'nothing is wrong\n' });
  });

  test('an empty machine is healthy', async () => {
    expect(await cliWorld().run('doctor claude --quiet')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('PROGRAM_NOT_FOUND'),
    });
    const empty = cliWorld();
    const { code, stdout } = await empty.run('doctor --json');
    expect(JSON.parse(stdout).findings.map((finding: { code: string }) => finding.code)).toEqual([
      'ISOLATION_NOT_SHOWN',
    ]);
    expect(code).toBe(1);
  });

  test('a credential that others can read', async () => {
    const auth = join(await world.homeOf('codex', 'work'), 'auth.json');
    writeFileSync(auth, codexLogin('user-1'));
    chmodSync(auth, 0o644);
    const { code, stdout } = await world.run('doctor codex --json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      healthy: false,
      findings: [
        {
          code: 'MODE_TOO_WIDE',
          message: expect.stringContaining('auth.json has mode 0644'),
          hint: `chmod 600 "${auth}"`,
        },
      ],
      programs: [
        { tool: 'codex', found: [{ path: join(world.home, 'bin/codex'), version: '1.2.3', used: true }] },
      ],
    });
  });

  test('an account whose tool is not installed', async () => {
    expect(await world.run('doctor codex', { env: { PATH: '/usr/bin:/bin' } })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('PROGRAM_NOT_FOUND'),
    });
  });
});

test('on a terminal a finding is whole, whatever the width', async () => {
  const { stdout } = await world.run('doctor foo', { tty: { columns: 30 }, env: { NO_COLOR: '1' } });
  expect(stdout).toContain(
    '✗ foo: isolation not shown; no evidence says that its variables keep two accounts apart. (ISOLATION_NOT_SHOWN)\n  try: tools info foo\n',
  );
});
