import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type FakeTool, fakeTool } from '../support/fake-tool.ts';
import { spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

// The README's session through the built program, with nothing that only one system has: it runs on all three.

let home: string;
let codex: FakeTool;

beforeEach(() => {
  home = join(tempHome(), 'a home with blanks');
  codex = fakeTool(
    join(home, 'bin'),
    'codex',
    (world) => {
      const home = world.env.CODEX_HOME;
      if (world.argv.join(' ') === 'login --with-api-key')
        return world.write(`${home}/auth.json`, JSON.stringify({ OPENAI_API_KEY: world.stdin.trim() }));
      if (world.argv[0] === 'logout') return world.remove(`${home}/auth.json`);
      world.say(
        `${JSON.parse(world.read(`${home}/auth.json`) ?? '{}').OPENAI_API_KEY} ${JSON.stringify(world.argv)}`,
      );
      return 42;
    },
    { readsStdin: true },
  );
});

const cli = (argv: readonly string[], stdin = '') => {
  const PATH = [join(home, 'bin'), process.env.PATH].join(delimiter);
  return spawnCli(argv, { home, stdin, env: { PATH, OPENAI_API_KEY: 'sk-dummy-of-the-shell' } });
};
const login = (label: string) =>
  cli(['login', 'codex', '--account', label, '--with-api-key', '--yes'], `sk-dummy-${label}\n`);
const hard = ['a b', '', '"', '100%', '^&', 'ö', '-x', '\\'];

test('two accounts log in, each runs as itself, one leaves, one is removed; the user’s own is not touched', async () => {
  for (const label of ['work', 'personal']) expect(await login(label)).toMatchObject({ code: 0 });
  const [work, personal] = await Promise.all(
    ['work', 'personal'].map((label) => cli(['run', 'codex', '-a', label, '--', ...hard])),
  );
  expect(work).toMatchObject({ code: 42, stdout: `sk-dummy-work ${JSON.stringify(hard)}\n` });
  expect(personal).toMatchObject({ code: 42, stdout: `sk-dummy-personal ${JSON.stringify(hard)}\n` });
  for (const { env } of codex.runs()) expect(env).not.toHaveProperty('OPENAI_API_KEY');

  expect(await cli(['logout', 'codex', 'work'])).toMatchObject({ code: 0 });
  expect(await cli(['remove', 'codex', 'personal', '--yes'])).toMatchObject({ code: 0 });
  const { accounts } = JSON.parse((await cli(['list', 'codex', '--json'])).stdout) as {
    accounts: { label: string }[];
  };
  expect(accounts.map(({ label }) => label)).toContain('work');
  expect(accounts.map(({ label }) => label)).not.toContain('personal');
  expect(existsSync(join(home, '.codex'))).toBe(false);
});

test('an account is the default, and `exec` gives its home to any program', async () => {
  expect(await login('work')).toMatchObject({ code: 0 });
  expect(await cli(['use', 'codex', 'work', '--global'])).toMatchObject({ code: 0 });
  const seen = 'process.stdout.write(process.env.CODEX_HOME)';
  const { code, stdout } = await cli(['exec', 'codex', '--', process.execPath, '-e', seen]);
  expect(code).toBe(0);
  expect(JSON.parse(readFileSync(join(stdout, 'auth.json'), 'utf8'))).toEqual({
    OPENAI_API_KEY: 'sk-dummy-work',
  });
});
