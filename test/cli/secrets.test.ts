import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { testHost } from '../support/temp-home.ts';
import { type CliWorld, cliWorld } from './cli-world.ts';

const canary = 'CANARY-9f3';
const env = {
  OPENAI_API_KEY: canary,
  ANTHROPIC_AUTH_TOKEN: canary,
  SOME_TOKEN: canary,
  HTTPS_PROXY: `http://user:${canary}@127.0.0.1:9/`,
  npm_config_registry: `http://user:${canary}@127.0.0.1:9/`,
  TOOLS_DEBUG: '1',
};

let world: CliWorld;

beforeAll(async () => {
  world = cliWorld();
  world.put('.codex/auth.json', JSON.stringify({ tokens: { access_token: canary } }));
  world.put('.claude/.credentials.json', `{"claudeAiOauth":{"accessToken":"${canary}"`);
  for (const label of ['work', 'torn', 'broken']) await world.run(`account add codex ${label}`);
  await world.run('account add codex key --with-api-key', { stdin: canary });
  await world.run('account add claude torn');
  writeFileSync(
    join(await world.homeOf('codex', 'work'), 'auth.json'),
    JSON.stringify({ OPENAI_API_KEY: canary, tokens: { access_token: canary } }),
    { mode: 0o600 },
  );
  writeFileSync(join(await world.homeOf('codex', 'torn'), 'auth.json'), `{"OPENAI_API_KEY": "${canary}`);
  writeFileSync(join(await world.homeOf('codex', 'torn'), 'config.toml'), `key = ${canary}`);
  writeFileSync(join(await world.homeOf('claude', 'torn'), 'settings.json'), `{"env": ${canary}`);
  writeFileSync(join(await world.homeOf('codex', 'broken'), '../account.json'), `{"label": ${canary}`);
});

const lines = [
  'list',
  'status',
  'status --short',
  'doctor',
  'doctor codex',
  'tools',
  'info codex',
  'default',
  'which codex --all',
  'whoami codex -a work',
  'whoami codex -a torn',
  'whoami codex -a key',
  'whoami codex -a broken',
  'whoami codex',
  'whoami claude',
  'env codex -a work',
  'env codex -a key',
  'env codex --unset',
  'run codex -a work -- --token CANARY-9f3',
  'run codex -a torn -- CANARY-9f3',
  'run codex -a key -- CANARY-9f3',
  'run claude -a torn',
  'exec codex -a work -- /nowhere/prog CANARY-9f3',
  'exec codex -a key -- /nowhere/prog',
  'rename codex key key2 --dry-run',
  'logout codex key --dry-run',
  'remove codex key --dry-run',
  'use codex key --dry-run',
  'account confirm codex work',
  'account confirm codex torn',
  'login codex -a torn',
  'install codex --dry-run',
  'completion bash',
  'use codex CANARY-9f3',
  'CANARY-9f3',
  'list --CANARY-9f3',
  'run codex#CANARY-9f3',
  'env codex -s CANARY-9f3',
];

describe('B132: no output holds a token or the beginning of one', () => {
  test.each(lines)('tools %s', async (line) => {
    for (const one of [
      line,
      line.includes(' -- ') ? line.replace(' -- ', ' --json -- ') : `${line} --json`,
    ]) {
      const { stdout, stderr } = await world.run(one, { env });
      expect(stdout + stderr).not.toContain('CANA');
    }
  });

  test.each(['', '--json '])('a key on stdin that is refused is not repeated %s', async (flag) => {
    const { code, stdout, stderr } = await world.run(`${flag}login codex -a new --with-api-key`, {
      stdin: `${canary}\nmore\n`,
    });
    expect(code).toBe(2);
    expect(stdout + stderr).not.toContain('CANA');
  });

  test('a crash: the kind of the fault and where it was, not what it choked on', async () => {
    const boom = {
      ...testHost({ home: world.home }),
      files: new Proxy({}, { get: () => () => JSON.parse(`{"a": ${canary}}`) }),
    };
    const { code, stdout, stderr } = await world.run('list', {
      host: { ...boom, env: { TOOLS_DEBUG: '1' } } as never,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('tools: internal error: SyntaxError\n');
    expect(stderr).toMatch(/^ {4}at /m);
    expect(stderr).not.toContain('CANA');
    const quiet = await world.run('list', { host: { ...boom, env: { TOOLS_DEBUG: '0' } } as never });
    expect(quiet.stderr).not.toMatch(/^ {4}at /m);
  });
});

test('a key is printed only when it is asked for', async () => {
  expect((await world.run('env codex -a key')).code).toBe(2);
  const { code, stdout } = await world.run('env codex -a key --reveal -s sh');
  expect(code).toBe(0);
  expect(stdout).toContain(canary);
});
