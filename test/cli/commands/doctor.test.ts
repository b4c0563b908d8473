import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { codexLogin } from '../../accounts/login-world.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

let world: CliWorld;

beforeEach(async () => {
  world = cliWorld();
  chmodSync(world.put('bin/codex', '#!/bin/sh\necho codex-cli 1.2.3\n'), 0o755);
  await world.run('account add codex work');
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
    '✗ foo: isolation not shown; nothing says that its variables keep two accounts apart. (ISOLATION_NOT_SHOWN)\n  try: tools info foo\n',
  );
});
