import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandTable } from '../../src/cli/commands/index.ts';
import { testHost } from '../support/temp-home.ts';
import { cliWorld } from './cli-world.ts';

const world = cliWorld();

describe('help and version', () => {
  test.each(['-h', '--help', 'help', ''])('tools %s lists every command on stdout', async (line) => {
    const { code, stdout, stderr } = await world.run(line === '' ? [] : line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const { words } of commandTable) expect(stdout).toContain(`  ${words[0]} `);
  });

  test.each(['login -h', 'login codex --help', 'help login', '--quiet login codex -a work -h'])(
    'tools %s explains the command',
    async (line) => {
      const { code, stdout } = await world.run(line);
      expect(code).toBe(0);
      expect(stdout).toContain('  tools login <tool> -a <label>');
      expect(stdout).toContain('--with-api-key');
    },
  );

  test.each(['account --help', 'help account'])('tools %s explains the group', async (line) => {
    const { code, stdout } = await world.run(line);
    expect(code).toBe(0);
    expect(stdout).toContain('account add');
    expect(stdout).not.toContain('whoami');
  });

  test.each(['--version', '-V', 'version'])('tools %s', async (line) => {
    expect(await world.run(line)).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });

  test('tools version --json', async () => {
    expect(await world.json('version')).toEqual({ schemaVersion: 1, version: '0.1.0' });
  });
});

describe('a fault of ours', () => {
  const broken = {
    ...testHost({ home: world.home }),
    files: new Proxy(
      {},
      {
        get: () => () => {
          throw new TypeError('CANARY-9f3 is not a function');
        },
      },
    ),
  } as never;

  test('is an internal error, exit 1, without a stack', async () => {
    expect(await world.run('list', { host: broken })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'tools: internal error: TypeError\ntry:   TOOLS_DEBUG=1 tools … shows the stack\n',
    });
  });

  test('under --json it is a document', async () => {
    const { stderr } = await world.run('list --json', { host: broken });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'INTERNAL' } });
  });
});

test.each(['stat', 'lstat'])('a folder that is closed to us is named, and is no bug: %s', async (call) => {
  const host = testHost();
  const closed = join(host.homeDir, 'closed');
  const refuse = () => {
    throw Object.assign(new Error(`EACCES: permission denied, ${call} '${closed}'`), {
      code: 'EACCES',
      syscall: call,
      path: closed,
    });
  };
  const files = new Proxy(host.files, { get: () => refuse });
  const { code, stderr } = await world.run('list', { host: { ...host, files } });
  expect({ code, stderr }).toEqual({
    code: 6,
    stderr: expect.stringContaining(`${closed} cannot be read (EACCES).`),
  });
});

describe('streams', () => {
  test('--quiet leaves data and errors', async () => {
    expect(await world.run('account add codex quiet --quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await world.run('account add codex quiet --quiet')).stderr).toContain('tools: ');
    expect((await world.run('list codex --quiet')).stdout).toContain('quiet');
  });

  test('--json before the command is the same', async () => {
    expect((await world.run('--json list')).stdout).toBe((await world.run('list --json')).stdout);
  });

  test.each([
    'list',
    'status',
    'default',
    'tools',
    'info codex',
    'env codex -a quiet',
    'status --short',
    'version',
    'help',
    'help account',
    'help login',
    'login --help',
    'login codex -a work -h',
    '--version',
    'completion zsh',
  ])('tools %s --json is one document with its version, and nothing else', async (line) => {
    const { stdout, stderr } = await world.run(`${line} --json`);
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1 });
    expect(stderr).toBe('');
  });

  test('an odd XDG_DATA_HOME is ignored with a word on stderr', async () => {
    const { code, stderr } = await world.run('list', { env: { XDG_DATA_HOME: 'rel' } });
    expect(code).toBe(0);
    expect(stderr).toContain('XDG_DATA_HOME');
  });

  test('B058: an empty HOME fails, and nothing lands in the working directory', async () => {
    const { code, stderr } = await world.run('list', {
      host: testHost({ home: world.home, homeDir: '', env: { HOME: '' } }),
    });
    expect(code).not.toBe(0);
    expect(stderr).toContain('HOME');
  });
});

test('nothing that is imported at the start knows clipanion, prompts, zod or the tools', () => {
  const reached = new Set<string>();
  const walk = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, from = ''] of text.matchAll(/^(?:import|export) (?!type\b)[^;]*? from '([^']+)'/gms)) {
      if (from.startsWith('.') && from.endsWith('.ts')) walk(resolve(dirname(file), from));
      else reached.add(from);
    }
  };
  walk(resolve(import.meta.dirname, '../../src/cli/program.ts'));
  expect(
    [...reached].filter((name) =>
      /^(clipanion|@clack|zod|string-width|proper-lockfile|cross-spawn)/.test(name),
    ),
  ).toEqual([]);
  expect(
    [...reached].filter((name) => /src\/(tools|accounts|install|state|cli\/commands\/(?!index))/.test(name)),
  ).toEqual([]);
});
