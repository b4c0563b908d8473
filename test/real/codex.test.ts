import { cpSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../support/tree.ts';
import { type Lab, lab, modelPort } from './lab.ts';
import { installed } from './programs.ts';

const workKey = 'sk-dummy-work-0001';
const personalKey = 'sk-dummy-personal-0002';
const exec = ['exec', '--skip-git-repo-check', 'say ok'];

describe('codex, the real one', () => {
  test('two accounts log in with keys on stdin, and each answers for itself', async () => {
    const world = await withTwoAccounts();
    const before = treeOf(join(world.home, '.codex'));

    for (const [label, key] of [
      ['work', workKey],
      ['personal', personalKey],
    ] as const) {
      const status = await world.tools(['run', 'codex', '-a', label, '--', 'login', 'status']);
      expect(status).toMatchObject({ code: 0 });
      expect(status.stderr).toContain(`***${key.slice(-5)}`);
      expect(readFileSync(join(await homeOf(world, label), 'auth.json'), 'utf8')).toContain(key);
    }
    expect(treeOf(join(world.home, '.codex'))).toEqual(before);
  });

  test('two runs at once under different accounts carry their own keys', async () => {
    const world = await withTwoAccounts();
    const [work, personal] = await Promise.all(
      ['work', 'personal'].map((label) => world.tools(['run', 'codex', '-a', label, '--', ...exec])),
    );
    expect(bearers(work)).toEqual([`Bearer ${workKey}`]);
    expect(bearers(personal)).toEqual([`Bearer ${personalKey}`]);
  });

  test('B052 B053: keys and homes of the surrounding shell never reach an account', async () => {
    const world = await withTwoAccounts();
    const ran = await world.tools(['run', 'codex', '-a', 'work', '--', ...exec], {
      env: {
        CODEX_API_KEY: 'sk-dummy-foreign',
        OPENAI_API_KEY: 'sk-dummy-foreign',
        CODEX_HOME: join(world.home, '.codex'),
      },
    });
    expect(bearers(ran)).toEqual([`Bearer ${workKey}`]);
    expect(ran.stderr).toContain('CODEX_API_KEY');
    expect(ran.stderr).not.toContain('sk-dummy-foreign');
  });

  test('logging one account out leaves the other, and the user’s own directory, as they were', async () => {
    const world = await withTwoAccounts();
    const own = treeOf(join(world.home, '.codex'));
    const personalHome = await homeOf(world, 'personal');
    const personal = readFileSync(join(personalHome, 'auth.json'));

    expect(await world.tools(['logout', 'codex', '-a', 'work'])).toMatchObject({ code: 0 });

    expect(await world.tools(['run', 'codex', '-a', 'work', '--', 'login', 'status'])).toMatchObject({
      code: 1,
    });
    expect(await world.tools(['run', 'codex', '-a', 'personal', '--', 'login', 'status'])).toMatchObject({
      code: 0,
    });
    expect(readFileSync(join(personalHome, 'auth.json'))).toEqual(personal);
    expect(treeOf(join(world.home, '.codex'))).toEqual(own);
  });

  test('B138: the login that was there before is the account `system`, and is never touched', async () => {
    const world = await withTwoAccounts();
    const before = treeOf(join(world.home, '.codex'));
    const status = await world.tools(['run', 'codex', '-a', 'system', '--', 'login', 'status']);
    expect(status).toMatchObject({ code: 0 });
    expect(status.stderr).toContain('***ystem');
    await world.tools(['list', '--json']);
    await world.tools(['doctor', 'codex']);
    expect(treeOf(join(world.home, '.codex'))).toEqual(before);
  });

  test('a second login under the same account with another key is refused without a terminal', async () => {
    const world = await withTwoAccounts();
    const auth = join(await homeOf(world, 'work'), 'auth.json');
    const before = readFileSync(auth);
    const again = await world.tools(['login', 'codex', '-a', 'work', '--with-api-key'], {
      input: 'sk-dummy-another-0003\n',
    });
    expect(again).toMatchObject({ code: 4, stdout: '' });
    expect(readFileSync(auth)).toEqual(before);
    expect(lstatSync(auth).mode & 0o777).toBe(0o600);
  });
});

/** A user with a login of their own in ~/.codex, and the accounts `work` and `personal`. */
async function withTwoAccounts(): Promise<Lab> {
  const world = lab([installed('codex')]);
  const own = join(world.home, '.codex');
  mkdirSync(own, { mode: 0o700 });
  writeFileSync(join(own, 'auth.json'), '{"auth_mode":"apikey","OPENAI_API_KEY":"sk-dummy-0000-system"}', {
    mode: 0o600,
  });
  writeFileSync(join(own, 'config.toml'), '# mine\nmodel = "gpt-5"\n');
  cpSync(own, `${own}-before`, { recursive: true });
  for (const [label, key] of [
    ['work', workKey],
    ['personal', personalKey],
  ] as const) {
    const login = await world.tools(['login', 'codex', '--account', label, '--with-api-key'], {
      input: `${key}\n`,
    });
    expect(login, login.stderr).toMatchObject({ code: 0 });
    writeFileSync(join(await homeOf(world, label), 'config.toml'), configFor(await homeOf(world, label)));
  }
  return world;
}

/** The account's own configuration, with the model server added. */
function configFor(home: string): string {
  const asserted = readFileSync(join(home, 'config.toml'), 'utf8');
  return `model_provider = "mock"\n${asserted}
[model_providers.mock]
name = "mock"
base_url = "http://127.0.0.1:${modelPort}/v1"
wire_api = "responses"
requires_openai_auth = true
`;
}

async function homeOf(world: Lab, label: string): Promise<string> {
  const { stdout } = await world.tools(['env', 'codex', '-a', label, '--shell', 'json']);
  return JSON.parse(stdout).set.CODEX_HOME;
}

function bearers(
  { requests }: { readonly requests: readonly { path: string; authorization?: string }[] } = { requests: [] },
) {
  return [
    ...new Set(
      requests.filter(({ path }) => path.includes('/responses')).map(({ authorization }) => authorization),
    ),
  ];
}
