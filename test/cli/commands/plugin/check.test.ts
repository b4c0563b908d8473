import { chmodSync, cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CliWorld, cliWorld } from '../../cli-world.ts';

let world: CliWorld;
let plugin: string;

beforeEach(() => {
  world = cliWorld();
  plugin = join(world.home, 'acme plugin');
  cpSync(resolve(import.meta.dirname, '../../../plugins/fixtures/aitoolkit-plugin.mjs'), plugin);
  chmodSync(plugin, 0o755);
});

describe('plugin check', () => {
  test('one that keeps the rules: exit 0, and what it does not say of itself', async () => {
    const { code, stdout } = await world.run(['plugin', 'check', plugin], { tty: true });
    expect(code).toBe(0);
    expect(stdout).toContain('Wire\n  ✓ it answers initialize (wire/initialize)\n');
    expect(stdout).toContain(
      '  ! it says how far a home keeps an account to itself (descriptor/isolation)\n',
    );
    expect(stdout).toMatch(/cursor: \d+ passed, 0 failed, 1 warning/);
  });

  test('in a pipe a line a check; as JSON one document', async () => {
    const { stdout } = await world.run(['plugin', 'check', plugin]);
    expect(stdout).toContain('wire/version\tpassed\tit speaks version 1 of the wire\t\t\n');
    const { code, stdout: json } = await world.run(['plugin', 'check', plugin, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(json)).toMatchObject({
      schemaVersion: 1,
      id: 'cursor',
      kinds: ['program'],
      passed: true,
    });
  });

  test('one that breaks a rule: exit 1, what was seen, what to do', async () => {
    const broken = world.put('broken', "#!/bin/sh\nprintf 'hello \\033[2J\\n'; read line\n");
    chmodSync(broken, 0o755);
    const { code, stdout } = await world.run(['plugin', 'check', broken], { tty: true });
    expect(code).toBe(1);
    expect(stdout).toContain('✗ nothing but the protocol is on its stdout (wire/stdout)');
    expect(stdout).not.toContain('\u001b[2J');
    expect(stdout).toContain('try: write talk to stderr');
  });

  test('nothing there: exit 1, and nothing is made', async () => {
    const { code, stdout } = await world.run('plugin check ./gone --json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout).checks).toMatchObject([{ id: 'package/found', outcome: 'failed' }]);
  });
});
