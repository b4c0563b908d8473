import { describe, expect, test } from 'vitest';
import { fakeRegistry } from '../../support/fake-registry.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

const program = (version: string): string => `#!/usr/bin/env node
const fs = require('node:fs');
if (process.argv[2] === '--version') console.log('codex-cli ${version}');
else fs.writeFileSync(process.env.CODEX_HOME + '/auth.json', JSON.stringify({ OPENAI_API_KEY: fs.readFileSync(0, 'utf8').trim() }), { mode: 0o600 });
`;

async function worldWithRegistry(): Promise<{
  world: CliWorld;
  env: Record<string, string>;
  requests: readonly string[];
}> {
  const registry = await fakeRegistry(published('1.0.0', ['old']), published('2.0.0', ['latest']));
  const world = cliWorld();
  return {
    world,
    requests: registry.requests,
    env: { npm_config_registry: registry.url, npm_config_cache: `${world.home}/npm-cache` },
  };
}

function published(version: string, tags: readonly string[]) {
  return {
    name: 'fake-codex',
    version,
    tags,
    files: { 'codex.js': program(version) },
    manifest: { bin: { codex: 'codex.js' } },
    unpackedSize: 1_500_000,
  };
}

describe('tools install', () => {
  test('without consent the plan is shown and nothing is installed', async () => {
    const { world, env } = await worldWithRegistry();
    const { code, stdout, stderr } = await world.run('install codex', { env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('plan: npm package fake-codex 2.0.0, 1.5 MB\ninto: ');
    expect(stderr).toContain('give --yes');
    expect((await world.run('which codex', { env })).code).toBe(127);
  });

  test('with --yes it is there, and is what starts', async () => {
    const { world, env } = await worldWithRegistry();
    const { code, stdout } = await world.run('install codex --yes --json', { env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      installed: { tool: 'codex', name: 'default', package: 'fake-codex', version: '2.0.0', pinned: false },
    });
    const { program } = await world.json('which codex', { env });
    expect(program).toMatchObject({ source: 'managed', version: '2.0.0' });
    await world.run('account add codex work', { env });
    const exec = (line: string) => world.run(`exec codex -a work -- ${line}`, { env, stdin: 'sk-dummy-1' });
    expect((await exec('codex --version')).code).toBe(0);
    expect((await exec('codx --version')).code).toBe(127);
    const { path } = world.fake('codex', () => 0, { unused: true });
    const { found } = await world.json('which codex --all', { env });
    expect(found).toMatchObject([{ realPath: program.file }, { path }]);
  });

  test('a tag is resolved; an exact version pins default only when -i default says so', async () => {
    const { world, env } = await worldWithRegistry();
    expect((await world.run('install codex@old --yes', { env })).code).toBe(0);
    expect(await world.json('which codex', { env })).toMatchObject({ program: { version: '1.0.0' } });
    expect((await world.run('install codex@2.0.0 -i default --yes', { env })).code).toBe(0);
    expect(await world.json('which codex', { env })).toMatchObject({ program: { version: '2.0.0' } });
  });

  test('--dry-run asks the registry and does nothing', async () => {
    const { world, env } = await worldWithRegistry();
    const { stdout } = await world.run('install codex --dry-run --json', { env });
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, dryRun: true, plan: { version: '2.0.0' } });
    expect((await world.run('which codex', { env })).code).toBe(127);
  });

  test.each([
    ['codex@no-such-tag --yes', 'PACKAGE_NOT_FOUND', 3],
    ['foo --yes', 'INSTALL_NOT_SUPPORTED', 1],
    ['codex@^1 --yes', 'VERSION_UNUSABLE', 2],
  ])('install %s is refused with %s', async (line, code, exit) => {
    const { world, env } = await worldWithRegistry();
    const result = await world.run(`install ${line} --json`, { env });
    expect(result.code).toBe(exit);
    expect(JSON.parse(result.stderr).error.code).toBe(code);
  });

  test('a bar on a terminal only, and it is taken away again', async () => {
    const { world, env } = await worldWithRegistry();
    const { stderr, stdout } = await world.run('install codex --yes', {
      env: { ...env, NO_COLOR: '1' },
      tty: true,
    });
    expect(stderr).toMatch(/[█░]{24}/);
    expect(stderr.trimEnd().split('\r\x1b[2K').at(-1)).toBe(
      'installed fake-codex 2.0.0\nto start it: tools run codex -a LABEL',
    );
    expect(stdout).toBe('');
  });
});

describe('tools login, when the tool is missing', () => {
  test('--yes installs it and logs in; a key on stdin and nothing is asked', async () => {
    const { world, env } = await worldWithRegistry();
    const { code, stderr } = await world.run('login codex -a work --with-api-key --yes', {
      env,
      stdin: 'sk-dummy-123456',
    });
    expect(code).toBe(0);
    expect(stderr).toContain('Codex CLI is not installed');
    expect(stderr).toContain('installed fake-codex 2.0.0');
    expect(stderr).toContain('made codex#work');
    expect(await world.json('whoami codex -a work', { env })).toMatchObject({ state: 'loggedIn' });
  });

  test('without --yes nothing is installed, and the way is named', async () => {
    const { world, env, requests } = await worldWithRegistry();
    const { code, stderr } = await world.run('login codex -a work --with-api-key', {
      env,
      stdin: 'sk-dummy-123456',
    });
    expect(code).toBe(127);
    expect(stderr).toContain('tools install codex');
    expect(requests).toEqual([]);
  });
});
