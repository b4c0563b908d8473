import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { commandTable } from '../../src/cli/commands/index.ts';
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
  await world.run('account add claude ref --secret-ref op://vault/item/field');
  await world.run('account add claude variable --secret-ref env:CI_KEY');
  world.put('bin/op', '#!/bin/sh\necho "$CANARY it is"; echo "no: $CANARY" >&2; exit 1\n');
  chmodSync(join(world.home, 'bin/op'), 0o755);
  const variables = [{ name: 'ANTHROPIC_AUTH_TOKEN', value: canary }];
  world.put(
    '.config/Code/User/settings.json',
    JSON.stringify({ 'claudeCode.environmentVariables': variables }),
  );
  world.put('bound/.ai-tools.toml', `token = "${canary}"\n[accounts]\ncodex = "work"\n`);
  world.put('torn/.ai-tools.toml', `[accounts]\ncodex = ${canary}\n`);
  world.put('plugin/package.json', JSON.stringify({ name: 'acme', version: '1.0.0', tools: acmePlugin }));
  await world.run('plugin link plugin --yes');
  expect(await world.run('plugin config acme token', { stdin: canary })).toMatchObject({ code: 0 });
});

const acmePlugin = {
  manifestVersion: 1,
  apiVersion: '1.0',
  id: 'acme',
  publisher: { id: 'acme', name: 'Acme' },
  display: { name: 'Acme' },
  descriptors: [{ id: 'acme-cli', displayName: 'Acme CLI' }],
  configSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      token: { type: 'string', maxLength: 20, 'x-tools': { sensitive: true } },
      level: { type: 'string', enum: ['low', 'high'] },
    },
  },
};

const lines = [
  'list',
  'status',
  'status --short',
  'doctor',
  'doctor codex',
  'list --plain',
  'status --plain',
  'audit --plain',
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
  'run claude -a ref -- CANARY-9f3',
  'run claude -a variable',
  'exec claude -a ref -- /bin/true CANARY-9f3',
  'exec claude -a ref -- /nowhere/prog CANARY-9f3',
  'env claude -a ref',
  'env claude -a ref --reveal',
  'env claude -a variable',
  'env claude -a ref --format vscode',
  'env codex -a key --format vscode',
  'env codex -a key --format devcontainer',
  'env codex -a key --format direnv',
  'env codex -a key --format mise',
  'env codex -a key --format CANARY-9f3',
  'which claude --all-surfaces',
  'which codex --all-surfaces -a key',
  'which codex --why',
  'whoami claude -a ref',
  'whoami claude -a variable',
  'status claude -a ref',
  'account add codex new --secret-ref CANARY-9f3',
  'account add codex --secret-ref CANARY-9f3',
  'account add codex new --secret-ref env:CANARY-9f3',
  'login claude -a ref --secret-ref CANARY-9f3',
  'login claude -a ref --secret-ref op://other/item/field',
  'login codex -a key --secret-ref op://other/item/field',
  'account move codex work --root other --dry-run',
  'audit',
  'audit codex',
  'sync --dry-run',
  'sync codex -a torn --dry-run',
  'share status',
  'share on codex -a work --dry-run',
  'share off codex -a torn --dry-run',
  'share add codex sessions -a work --dry-run',
  'share remove codex sessions -a work --dry-run',
  'share seed codex --dry-run',
  'adopt codex --dry-run',
  'import codex --from elsewhere -a other --dry-run',
  'installations list',
  'installations show codex',
  'installations add codex other --path /bin/true --dry-run',
  'installations remove codex other --dry-run',
  'update codex --dry-run',
  'uninstall codex --dry-run',
  'link codex work --dry-run',
  'unlink codex --dry-run',
  'links',
  'trust --list',
  'trust bound --dry-run',
  'trust torn --dry-run',
  'settings list',
  'settings get aliases',
  'settings set aliases.work.codex CANARY-9f3 --dry-run',
  'settings unset aliases.work.codex --dry-run',
  'shim list',
  'shim path',
  'shim enable codex --dry-run',
  'shim disable codex --dry-run',
  'self uninstall --dry-run',
  'plugin list',
  'plugin info acme',
  'plugin doctor',
  'plugin check acme',
  'plugin enable acme --dry-run',
  'plugin disable acme --dry-run',
  'plugin link plugin --dry-run',
  'plugin unlink acme --dry-run',
  'plugin remove acme --dry-run',
  'plugin new made --dry-run',
  'plugin config acme',
  'plugin config acme token CANARY-9f3',
  'plugin config acme token --secret-ref CANARY-9f3',
  'plugin config acme token --unset --dry-run',
  'plugin config acme level CANARY-9f3',
  'trash list',
  'trash empty --dry-run',
  'undo --list',
  'undo --dry-run',
  'init bash',
  'help',
  'version',
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
    for (const one of [line, withOption(line, '--json')]) {
      const { stdout, stderr } = await world.run(one, { env: { ...env, CANARY: canary, CI_KEY: canary } });
      expect(stdout + stderr).not.toContain('CANA');
    }
  });

  // What the environment holds is masked wherever it stands: without it nothing is.
  const kept = lines.filter((line) => !line.includes(canary) || / -- |--secret-ref CANARY/.test(line));
  test.each(kept)('tools %s, where nothing but the files knows the token', async (line) => {
    for (const one of [line, withOption(line, '--json')]) {
      const { stdout, stderr } = await world.run(one, { env: { CANARY: canary.toLowerCase() } });
      expect((stdout + stderr).toUpperCase()).not.toContain('CANA');
    }
  });

  test('every command there is was among them', () => {
    const tried = (words: string) => lines.some((line) => line === words || line.startsWith(`${words} `));
    expect(commandTable.map(({ words }) => words[0] ?? '').filter((words) => !tried(words))).toEqual([]);
  });

  test.each(['', 'i1\ni2\ni3\ni4\n\n', 'd1\nb1\n\n'])('the picker, asked %j', async (stdin) => {
    const { stdout, stderr } = await world.run('--plain', { env, tty: true, stdin });
    expect(stdout).toContain('codex key, ');
    expect(stdout + stderr).not.toContain('CANA');
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

function withOption(line: string, option: string): string {
  return line.includes(' -- ') ? line.replace(' -- ', ` ${option} -- `) : `${line} ${option}`;
}
