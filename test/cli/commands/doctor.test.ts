import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { codexLogin } from '../../accounts/login-world.ts';
import { runCli } from '../../support/run-cli.ts';
import { treeOf } from '../../support/tree.ts';
import { type CliWorld, cliRegistry, cliWorld } from '../cli-world.ts';

let world: CliWorld;
let home: string;

beforeEach(async () => {
  world = cliWorld();
  chmodSync(world.put('bin/codex', '#!/bin/sh\necho codex-cli 1.2.3\n'), 0o755);
  await world.run('account add codex work');
  home = await world.homeOf('codex', 'work');
});

const dead = { pid: 2 ** 22 + 1, startedAt: '1', boot: 'b', machine: 'm' };

/** Looks at the one tool that is known well, and checks that looking changes nothing. */
async function doctor(env: Record<string, string> = {}) {
  const before = treeOf(world.home);
  const { code, stdout } = await world.run('doctor codex --json', { env });
  expect(treeOf(world.home)).toEqual(before);
  const { healthy, findings, programs } = JSON.parse(stdout);
  expect(code).toBe(healthy ? 0 : 1);
  return { codes: findings.map((finding: { code: string }) => finding.code), findings, programs };
}

function log(path: string, text: string, mode = 0o600): void {
  writeFileSync(path, text);
  chmodSync(path, mode);
}

describe('B134: doctor', () => {
  test('a healthy state: exit 0, and it says so', async () => {
    expect((await doctor()).codes).toEqual([]);
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
    log(join(home, 'auth.json'), codexLogin('user-1'), 0o644);
    const { findings } = await doctor();
    expect(findings).toEqual([
      {
        code: 'MODE_TOO_WIDE',
        message: expect.stringContaining('auth.json has mode 0644'),
        hint: `chmod 600 "${join(home, 'auth.json')}"`,
      },
    ]);
  });

  test.each(['', 'accounts', 'accounts/codex', 'labels', 'layout.json'])(
    'our own %s that others can read',
    async (name) => {
      const path = join(world.root, name);
      chmodSync(path, 0o755);
      expect((await doctor()).codes).toEqual(['MODE_TOO_WIDE']);
    },
  );

  test('a configuration that is no TOML although it holds the expected line', async () => {
    log(join(home, 'config.toml'), '[features]\ndaemon_auto_start = false\n= broken');
    const { codes, findings } = await doctor();
    expect(codes).toEqual(['TOOL_FILE_DAMAGED']);
    expect(findings[0].message).toContain(join(home, 'config.toml'));
  });

  test('a setting that keeps accounts apart and is not there', async () => {
    log(join(home, 'config.toml'), '[features]\ndaemon_auto_start = true\n');
    expect((await doctor()).codes).toEqual(['SETTING_NOT_IN_FORCE']);
  });

  test('B057: an account whose directory is gone', async () => {
    rmSync(home, { recursive: true });
    expect((await doctor()).codes).toEqual(['ACCOUNT_HOME_MISSING']);
  });

  test('two accounts with one identity', async () => {
    await world.run('account add codex second');
    for (const label of ['work', 'second'])
      log(join(await world.homeOf('codex', label), 'auth.json'), codexLogin('user-1'));
    const { codes, findings } = await doctor();
    expect(codes).toEqual(['IDENTITY_SHARED']);
    expect(findings[0].message).toBe('codex#second and codex#work are one login: user-1.');
  });

  test('a key that can’t be read, without a word of it', async () => {
    const { run, root } = world;
    await run('account add codex held --with-api-key', { stdin: 'sk-dummy-CANARY-1' });
    const secret = join(await world.homeOf('codex', 'held'), '../secret.json');
    log(secret, '{"schemaVersion":1,"key":"sk-dummy-CANARY');
    const { codes, findings } = await doctor();
    expect(codes).toEqual(['STATE_DAMAGED']);
    expect(findings[0].message).toContain(root);
    expect(JSON.stringify(findings)).not.toContain('CANARY');
    rmSync(secret);
    expect((await doctor()).codes).toEqual([]);
  });

  test('an account whose directory is a link to the tool’s own', async () => {
    mkdirSync(join(world.home, '.codex'));
    rmSync(home, { recursive: true });
    symlinkSync(join(world.home, '.codex'), home);
    const { codes, findings } = await doctor();
    expect(codes).toEqual(['ACCOUNT_HOME_FOREIGN']);
    expect(findings[0].message).toContain(home);
  });

  test('a lock of a process that ended', async () => {
    const lock = join(world.root, 'accounts/codex/.abcd1234.lock');
    mkdirSync(lock, { mode: 0o700 });
    const self = await ownMark();
    log(
      join(lock, 'holder.json'),
      JSON.stringify({ process: { ...self, pid: dead.pid }, since: '2026-01-01T00:00:00Z', nonce: 'n' }),
    );
    expect((await doctor()).codes).toEqual(['LOCK_DEAD']);
  });

  test.each([
    ['an empty folder', (lock: string) => mkdirSync(lock, { mode: 0o700 }), 'LOCK_EMPTY'],
    ['a file', (lock: string) => log(lock, ''), 'LOCK_UNUSABLE'],
    ['a link that leads nowhere', (lock: string) => symlinkSync('/nowhere', lock), 'LOCK_UNUSABLE'],
  ])('a lock that is %s', async (_what, make, code) => {
    make(join(world.root, 'accounts/codex/.abcd1234.lock'));
    expect((await doctor()).codes).toEqual([code]);
  });

  test.each(['config.toml', 'auth.json'])('a %s that is a link to nothing', async (file) => {
    symlinkSync('/nowhere', join(home, file));
    const { codes, findings } = await doctor();
    expect(codes).toEqual(['TOOL_FILE_DANGLING']);
    expect(findings[0].message).toContain(join(home, file));
  });

  test('a login that is no JSON', async () => {
    log(join(home, 'auth.json'), '{');
    const { codes, findings } = await doctor();
    expect(codes).toEqual(['TOOL_FILE_DAMAGED']);
    expect(findings[0].message).toContain(join(home, 'auth.json'));
  });

  test('B140: an old file of the user’s that the tool reads elsewhere, which stays as it is', async () => {
    const stale = world.put('.claude/.claude.json', '{"oauthAccount":{"accountUuid":"user-2"}}');
    const before = treeOf(world.home);
    const { stdout } = await world.run('doctor --json');
    expect(JSON.parse(stdout).findings).toContainEqual({
      code: 'TOOL_FILE_STALE',
      message: `claude does not read ${stale}: without its variable it reads ${join(world.home, '.claude.json')}.`,
      hint: expect.stringContaining(stale),
    });
    expect(treeOf(world.home)).toEqual(before);
  });

  test('an account that was never finished', async () => {
    const folder = join(world.root, 'accounts/codex/abcd1234');
    mkdirSync(folder, { mode: 0o700 });
    log(
      join(folder, 'pending.json'),
      JSON.stringify({
        schemaVersion: 1,
        label: 'x',
        process: { ...(await ownMark()), pid: dead.pid },
        startedAt: '2026-01-01T00:00:00Z',
      }),
    );
    expect((await doctor()).codes).toEqual(['PENDING_DEAD']);
  });

  test('a label that is claimed for nobody, and one that is not claimed', async () => {
    log(join(world.root, 'labels/codex/ghost'), 'zzzzzzzz\n');
    expect((await doctor()).codes).toEqual(['LABEL_CLAIM_STRAY']);
    rmSync(join(world.root, 'labels/codex/ghost'));
    rmSync(join(world.root, 'labels/codex/work'));
    expect((await doctor()).codes).toEqual(['LABEL_CLAIM_STRAY']);
  });

  test('a damaged account.json', async () => {
    log(join(home, '../account.json'), '{');
    expect((await doctor()).codes).toContain('STATE_DAMAGED');
  });

  test('B057: variables of this shell that lead nowhere', async () => {
    expect((await doctor({ CODEX_HOME: join(world.home, 'login-gone') })).findings).toEqual([
      { code: 'VARIABLE_STALE', message: expect.stringContaining('CODEX_HOME='), hint: 'unset CODEX_HOME' },
    ]);
    expect((await doctor({ AI_TOOLS_ACCOUNT_CODXE: 'work' })).codes).toEqual(['VARIABLE_STALE']);
    expect((await doctor({ AI_TOOLS_ACCOUNT_CODEX: 'gone' })).codes).toEqual(['ACCOUNT_NOT_FOUND']);
    expect((await doctor({ CODEX_HOME: home, AI_TOOLS_ACCOUNT_CODEX: 'work' })).codes).toEqual([]);
  });

  test('B141: a tool of which nobody has shown that its variable isolates', async () => {
    const { stdout } = await world.run('doctor foo');
    expect(stdout).toContain('foo: isolation not shown');
  });

  test('B084: the programs, which one is used, and why others are not', async () => {
    const dir = join(world.home, 'd');
    mkdirSync(join(dir, '1/codex'), { recursive: true });
    for (const name of ['2', '3', '4', '5']) mkdirSync(join(dir, name));
    log(join(dir, '2/codex'), '#!/bin/sh\n', 0o644);
    symlinkSync('/nowhere', join(dir, '3/codex'));
    for (const name of ['4', '5'])
      log(join(dir, name, 'codex'), `#!/bin/sh\necho codex-cli 1.0.${name}\n`, 0o755);
    const { codes, programs } = await doctor({
      PATH: ['1', '2', '3', '4', '5'].map((name) => join(dir, name)).join(':'),
    });
    expect(codes).toEqual([]);
    expect(programs).toEqual([
      {
        tool: 'codex',
        found: [
          { path: join(dir, '4/codex'), version: '1.0.4', used: true },
          { path: join(dir, '5/codex'), version: '1.0.5', used: false },
        ],
        rejected: [
          { path: join(dir, '1/codex'), reason: 'directory' },
          { path: join(dir, '2/codex'), reason: 'not executable' },
          { path: join(dir, '3/codex'), reason: 'dangling link' },
        ],
      },
    ]);
  });

  test('an account whose tool is not installed', async () => {
    expect((await doctor({ PATH: '/usr/bin:/bin' })).codes).toEqual(['PROGRAM_NOT_FOUND']);
  });

  test('a foreign login that would be used instead', async () => {
    await world.run('account add claude work');
    mkdirSync(join(world.home, '.claude'));
    log(join(world.home, '.claude/settings.json'), '{"env":{"ANTHROPIC_AUTH_TOKEN":"CANARY-9f3"}}');
    const { stdout } = await runCli(['doctor', 'claude'], {
      home: world.home,
      cwd: world.home,
      registry: cliRegistry(),
    });
    expect(stdout).toContain('LEAK_FOUND');
    expect(stdout).not.toContain('CANA');
  });
});

test('on a terminal a finding is whole, whatever the width', async () => {
  const { stdout } = await world.run('doctor foo', { tty: { columns: 30 }, env: { NO_COLOR: '1' } });
  expect(stdout).toContain(
    '✗ foo: isolation not shown; nothing says that its variables keep two accounts apart. (ISOLATION_NOT_SHOWN)\n  try: tools info foo\n',
  );
});

async function ownMark() {
  const { nodeHost } = await import('../../../src/platform/index.ts');
  return nodeHost().processes.self;
}
