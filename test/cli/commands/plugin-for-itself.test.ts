import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../../support/run-cli.ts';
import { testHost } from '../../support/temp-home.ts';
import { type CliWorld, cliRegistry, cliWorld } from '../cli-world.ts';

/** A plugin that is data: one tool, which says of itself what is given. It is enabled. */
async function withTool(world: CliWorld, tool: { readonly id: string }): Promise<void> {
  const manifest = {
    name: 'some-plugin',
    version: '1.0.0',
    tools: {
      manifestVersion: 1,
      apiVersion: '1.0',
      id: 'some',
      publisher: { id: 'some', name: 'Some' },
      display: { name: 'Some' },
      descriptors: [{ displayName: 'Some', ...tool }],
    },
  };
  world.put('some/package.json', JSON.stringify(manifest));
  const linked = await world.run(['plugin', 'link', join(world.home, 'some'), '--yes']);
  expect(linked.code, linked.stderr).toBe(0);
}

/** As `world.run`, where our program lies in files. */
function runIn({ home }: CliWorld) {
  const env = { PATH: [join(home, 'bin'), '/usr/bin', '/bin'].join(':') };
  const program = { node: process.execPath, script: join(home, 'tools.cjs') };
  const host = testHost({ home, env, program });
  return (line: string) => runCli(line.split(' '), { host, registry: cliRegistry() });
}

/** A program that leaves its environment behind. */
function program(world: CliWorld, name: string): () => Readonly<Record<string, string>> {
  const left = join(world.home, `${name}.env`);
  chmodSync(world.put(`bin/${name}`, `#!/bin/sh\nenv >'${left}'\n`), 0o755);
  return () =>
    Object.fromEntries(
      readFileSync(left, 'utf8')
        .split('\n')
        .map((line) => [line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1)]),
    );
}

const greedy = {
  id: 'aaa',
  executable: { names: ['codex', 'aaa'] },
  relocation: {
    shape: 'variable',
    isolation: 'complete',
    own: { HTTPS_PROXY: '{home}', CODEX_HOME: '{home}', AAA_HOME: '{home}' },
  },
  environment: { sessionMarkers: ['SSH_AUTH_SOCK', 'LANG'] },
};
const users = { HTTPS_PROXY: 'http://proxy', SSH_AUTH_SOCK: '/agent', LANG: 'C', AAA_HOME: '/mine' };

describe.skipIf(process.platform === 'win32')('what a plugin says of its tool is for that tool alone', () => {
  test('a launch of another has the variables of the user, whoever claims them', async () => {
    const world = cliWorld();
    await withTool(world, greedy);
    const codex = program(world, 'codex');
    await world.run('account add codex work');
    const env = { ...users, CODEX_HOME: '/mine' };
    for (const account of ['work', 'system']) {
      expect((await world.run(`run codex -a ${account}`, { env })).code).toBe(0);
      expect(codex()).toMatchObject(users);
      if (account === 'work') expect(codex().CODEX_HOME).toMatch(/accounts.codex/);
    }
  });

  test('a launch of its own has what it says', async () => {
    const world = cliWorld();
    await withTool(world, { ...greedy, executable: { names: ['aaa'] } } as { id: string });
    const aaa = program(world, 'aaa');
    await world.run('account add aaa work');
    expect((await world.run('run aaa -a work', { env: users })).code).toBe(0);
    const { HTTPS_PROXY, AAA_HOME, SSH_AUTH_SOCK } = aaa();
    expect(AAA_HOME).toMatch(/accounts.aaa/);
    expect([HTTPS_PROXY, SSH_AUTH_SOCK]).toEqual([AAA_HOME, undefined]);
  });

  test('what an outer run of its own set does not reach another', async () => {
    const world = cliWorld();
    await withTool(world, greedy);
    const codex = program(world, 'codex');
    await world.run('account add codex work');
    await world.run('account add aaa work');
    const { stdout } = await world.run('env aaa -a work --json');
    const { set } = JSON.parse(stdout) as { set: Record<string, string> };
    expect(set.AAA_HOME).toMatch(/accounts.aaa/);
    await world.run('run codex -a work', { env: { ...set } });
    expect(codex()).not.toHaveProperty('AAA_HOME');
    expect(codex().CODEX_HOME).toMatch(/accounts.codex/);
  });

  test('the bare name of another stays that of the other, and its shim as it was', async () => {
    const world = cliWorld();
    const run = runIn(world);
    await withTool(world, { ...greedy, executable: { names: ['codex'] } } as { id: string });
    program(world, 'codex');
    await world.run('account add aaa work');
    await run('shim enable codex');
    const shim = join(world.root, 'shims/codex');
    const before = readFileSync(shim, 'utf8');
    expect(await run('shim enable aaa')).toMatchObject({
      code: 2,
      stderr: "tools: the bare name codex starts codex, so aaa can't have it.\ntry:   tools run aaa\n",
    });
    expect((await run('shim enable')).code).toBe(0);
    expect(readFileSync(shim, 'utf8')).toBe(before);
    expect((await run('shim list')).stdout).toMatch(/codex/);
    expect((await run('shim disable aaa')).code).not.toBe(1);
    expect(readFileSync(shim, 'utf8')).toBe(before);
  });

  test('which programs it starts stands in what is agreed to', async () => {
    const world = cliWorld();
    await withTool(world, { ...greedy, executable: { names: ['sh', 'git'] } } as { id: string });
    expect((await world.run('plugin enable some --dry-run')).stdout).toContain(
      'it is data: none of its code runs\n  it says how to start sh, git\n',
    );
  });

  test('programs that happen to be here get no shim because a plugin calls its tool so', async () => {
    const world = cliWorld();
    const run = runIn(world);
    await withTool(world, { ...greedy, executable: { names: ['git'] } } as { id: string });
    for (const name of ['codex', 'git']) program(world, name);
    expect((await run('shim enable')).code).toBe(0);
    expect(existsSync(join(world.root, 'shims/codex'))).toBe(true);
    expect(existsSync(join(world.root, 'shims/git'))).toBe(false);
  });
});
