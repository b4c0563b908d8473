import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CliWorld, cliWorld } from '../cli-world.ts';

let world: CliWorld;
/** What the shell exports beside what every shell does. */
let env: Readonly<Record<string, string>>;

beforeEach(async () => {
  world = cliWorld();
  env = {};
  for (const name of ['w/deep', 'p', 'none']) mkdirSync(join(world.home, name), { recursive: true });
  for (const label of ['work', 'private']) await world.run(`account add codex ${label}`);
  await world.run('account add claude work');
});

const ok = async (line: string) => expect(await world.run(line)).toMatchObject({ code: 0 });
const link = (tool: string, label: string, name: string) =>
  ok(`link ${tool} ${label} --dir ${join(world.home, name)}`);

/** The shell goes there and does what it is told; what is said to its user. */
async function goTo(name: string): Promise<string> {
  const given = { ...env, AI_TOOLS_SHELL: 'json' };
  const ended = await world.run('init bash --step', { env: given, cwd: join(world.home, name) });
  expect(ended.code).toBe(0);
  const { set, unset, say } = JSON.parse(ended.stdout);
  expect(Object.keys(set).filter((key) => env[key] === set[key])).toEqual([]);
  expect(unset.filter((key: string) => env[key] === undefined)).toEqual([]);
  env = Object.fromEntries(
    Object.entries({ ...env, ...set }).filter(([key]) => !unset.includes(key)),
  ) as typeof env;
  expect(ended.stderr).toBe('');
  return say.join('\n');
}

test('nothing was ever chosen: nothing is changed, and nothing of the user’s is touched', async () => {
  env = { CODEX_HOME: '/my/own', OPENAI_API_KEY: 'sk-dummy-1' };
  const before = env;
  expect(await goTo('none')).toBe('');
  expect(env).toEqual(before);
});

test('B109 from account to account and out: what the former one set is gone, what the user had is back', async () => {
  await link('codex', 'work', 'w');
  await link('codex', 'private', 'p');
  const mine = { CODEX_HOME: '/my/own', OPENAI_API_KEY: 'sk-dummy-1', OTHER: 'x' };
  env = mine;
  await goTo('w');
  expect(env).toMatchObject({ CODEX_HOME: await world.homeOf('codex', 'work'), OTHER: 'x' });
  expect(env).not.toHaveProperty('OPENAI_API_KEY');
  const inWork = env;
  // Further down nothing changes.
  await goTo('w/deep');
  expect(env).toEqual(inWork);
  await goTo('p');
  expect(env.CODEX_HOME).toBe(await world.homeOf('codex', 'private'));
  await goTo('none');
  const { OPENAI_API_KEY: _key, ...rest } = mine;
  // A key that would outrank a login is not kept in a variable for the way back.
  expect(env).toEqual(rest);
});

test('each tool has its own account, and leaves it alone', async () => {
  await link('codex', 'work', 'w');
  await link('claude', 'work', 'w/deep');
  await goTo('w');
  expect(env).not.toHaveProperty('CLAUDE_CONFIG_DIR');
  await goTo('w/deep');
  expect(env).toMatchObject({
    CODEX_HOME: await world.homeOf('codex', 'work'),
    CLAUDE_CONFIG_DIR: await world.homeOf('claude', 'work'),
  });
  await goTo('w');
  expect(env).not.toHaveProperty('CLAUDE_CONFIG_DIR');
  expect(env).not.toHaveProperty('ANTHROPIC_CONFIG_DIR');
  await goTo('none');
  expect(env).toEqual({});
});

test('a default counts where nothing nearer does; system means the tool’s own directory', async () => {
  await ok('use codex private --global');
  await link('codex', 'system', 'w');
  await goTo('none');
  expect(env.CODEX_HOME).toBe(await world.homeOf('codex', 'private'));
  await goTo('w');
  expect(env).not.toHaveProperty('CODEX_HOME');
});

test('a shell that was put into an account on purpose stays there, wherever it goes', async () => {
  await link('codex', 'work', 'w');
  const { stdout } = await world.run('use codex private --shell --json', { env });
  const { set } = JSON.parse(stdout);
  env = set;
  for (const name of ['w', 'none', 'p']) {
    await goTo(name);
    expect(env).toMatchObject({
      CODEX_HOME: await world.homeOf('codex', 'private'),
      AI_TOOLS_ACCOUNT_CODEX: 'private',
    });
  }
  const { unset } = JSON.parse((await world.run('env codex --unset --json', { env })).stdout);
  env = Object.fromEntries(Object.entries(env).filter(([key]) => !unset.includes(key)));
  await goTo('w');
  expect(env.CODEX_HOME).toBe(await world.homeOf('codex', 'work'));
});

describe('what can’t be followed is told, and leads into no other account', () => {
  test('a link whose account is gone', async () => {
    await link('codex', 'work', 'w');
    await ok('remove codex work --yes');
    env = { CODEX_HOME: '/my/own' };
    expect(await goTo('w')).toContain('codex by itself is not in the account of this directory');
    expect(env).toEqual({ CODEX_HOME: '/my/own' });
  });

  test('an account whose home is gone, after one that was fine', async () => {
    await link('codex', 'work', 'w');
    await link('codex', 'private', 'p');
    rmSync(await world.homeOf('codex', 'private'), { recursive: true });
    await goTo('w');
    expect(await goTo('p')).not.toBe('');
    expect(env).toEqual({});
  });

  test('an account that holds a key: a shell is given no key unasked', async () => {
    const made = await world.run('account add codex ci --with-api-key', { stdin: 'sk-dummy-CANARY-9f3\n' });
    expect(made.code).toBe(0);
    await link('codex', 'ci', 'p');
    const said = await goTo('p');
    expect(said).toContain('codex#ci holds a key');
    expect(JSON.stringify([env, said])).not.toContain('CANARY-9f3');
    expect(env).toEqual({});
  });

  test('a file that nobody trusts', async () => {
    world.put('p/.ai-tools.toml', '[accounts]\ncodex = "work"\n');
    expect(await goTo('p')).toContain('tools trust');
    expect(env).toEqual({});
  });
});

test('a shell that takes lines is told whose they are, and what it is to say, as a word of its own', async () => {
  world.put('p/.ai-tools.toml', '[accounts]\ncodex = "work"\n');
  const ended = await world.run('init bash --step', { cwd: join(world.home, 'p') });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toMatch(/^: ai-tools\n__ai_tools_say '.*tools trust.*'\n$/);
});

test('where our own files are damaged the shell stays as it is, and says why', async () => {
  world.put('.local/share/ai-tools/links.json', '{');
  expect(await goTo('w')).toContain('links.json');
  expect(env).toEqual({});
});

test('the shell that our function names is marked, not the part of it that asked', async () => {
  await ok('share on codex -a work').catch(() => undefined);
  await link('codex', 'work', 'w');
  env = { AI_TOOLS_SHELL_PID: String(process.pid) };
  await goTo('w');
  const live = join(await world.homeOf('codex', 'work'), '../live');
  const marks = readdirSync(join(await world.homeOf('codex', 'work'), '..')).includes('live')
    ? readdirSync(live)
    : [];
  expect(marks.every((name) => name.startsWith(`shell-${process.pid}`))).toBe(true);
});

describe('use --shell', () => {
  test('prints what env prints, in the words of the shell', async () => {
    for (const shell of ['bash', 'fish', 'pwsh', 'nu']) {
      const asked = { env: { SHELL: `/bin/${shell}` } };
      const { stdout, stderr } = await world.run('use codex work --shell', asked);
      expect(stdout).toBe((await world.run('env codex -a work', asked)).stdout);
      expect(stderr).toContain('work is now the account of codex in this shell');
    }
    expect(
      (await world.run('use codex work --shell', { env: { SHELL: '/bin/zsh', AI_TOOLS_SHELL: 'fish' } }))
        .stdout,
    ).toContain('set -gx CODEX_HOME');
  });

  test('changes nothing of ours', async () => {
    await ok('use codex work --shell');
    expect((await world.json('default codex')).defaults).toEqual([
      { tool: 'codex', state: 'none', account: null },
    ]);
    expect((await world.json('links')).links).toEqual([]);
  });

  test.each([
    ['bash', 'eval "$(tools use codex work --shell)"'],
    ['zsh', 'eval "$(tools use codex work --shell)"'],
    ['fish', 'tools use codex work --shell | source'],
    ['pwsh', 'tools use codex work --shell | Out-String | Invoke-Expression'],
    ['nu', 'tools init nu --write'],
  ])('on a bare terminal %s is told what to type', async (shell, hint) => {
    const ended = await world.run('use codex work --shell', { tty: true, env: { SHELL: `/bin/${shell}` } });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(`try:   ${hint}`);
  });

  test('of what is not there, or holds a key, nothing is printed', async () => {
    await world.run('account add codex ci --with-api-key', { stdin: 'sk-dummy-CANARY-9f3\n' });
    expect(await world.run('use codex nobody --shell')).toMatchObject({ code: 3, stdout: '' });
    const ended = await world.run('use codex ci --shell');
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('tools env codex -a ci --reveal');
  });

  test('--dry-run says it', async () => {
    expect(await world.json('use codex work --shell --dry-run')).toMatchObject({
      dryRun: true,
      account: 'work',
      scope: 'shell',
    });
  });
});
