import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Account,
  addAccount,
  environmentOf,
  fingerprintOf,
  launch,
  loginAccount,
  organizationFingerprint,
  planLaunch,
  readBindingFile,
  systemAccount,
  trustFile,
} from '../../../src/accounts/index.ts';
import { codexLogin, type LoginWorld, loginWorld, rejectionOf } from '../login-world.ts';

let world: LoginWorld;
let work: Account;
let personal: Account;

const printOf = (who: string) => fingerprintOf('codex', { subject: who })?.value ?? '';
const shortOf = (who: string) => printOf(who).slice(0, 19);
const fileText = (who: readonly string[], mode?: string) =>
  `[require.codex]\nfingerprint = ${JSON.stringify(who.map(printOf))}\n${mode ? `mode = "${mode}"\n` : ''}`;

beforeEach(async () => {
  world = loginWorld();
  work = await account('work', 'user-w');
  personal = await account('personal', 'user-p');
});

async function account(label: string, who: string): Promise<Account> {
  const made = await addAccount(world.ctx, 'codex', label);
  writeFileSync(join(made.home, 'auth.json'), codexLogin(who), { mode: 0o600 });
  return made;
}

/** A file in the directory in which everything is started, or in one above it. */
async function require(
  who: readonly string[],
  { mode = '', path = 'work', trusted = true } = {},
): Promise<string> {
  const file = world.put(join(path, '.ai-tools.toml'), fileText(who, mode));
  if (trusted) await trustFile(world.ctx, readBindingFile(world.ctx, file));
  return file;
}

const ways: readonly (readonly [string, (chosen: Account, at?: LoginWorld) => Promise<unknown>])[] = [
  ['run', (chosen, at = world) => planLaunch(at.ctx, at.tool('codex'), chosen)],
  ['exec', (chosen, at = world) => planLaunch(at.ctx, at.tool('codex'), chosen, { command: ['/bin/true'] })],
  ['env', (chosen, at = world) => environmentOf(at.ctx, at.tool('codex'), chosen)],
];

describe.each(ways)('a trusted file that requires somebody, and %s', (_, start) => {
  beforeEach(() => void world.fake('codex', () => 0, { mayRest: true }));

  test('the account that is somebody of them is fine, whichever way it was chosen', async () => {
    await require(['somebody', 'user-w']);
    await start(work);
    expect(world.told).toEqual([]);
  });

  test('another one is not started: both fingerprints, the file, and who would do', async () => {
    const path = await require(['user-w']);
    await start(work);
    expect(await rejectionOf(start(personal))).toMatchObject({
      code: 'REQUIRED_IDENTITY_DIFFERS',
      exit: 4,
      message: `${path} requires codex to run as ${shortOf('user-w')}, and codex#personal is ${shortOf('user-p')}.`,
      hint: 'tools run codex -a work',
    });
  });

  test('it may lie above, and the nearest that requires something of the tool holds', async () => {
    await require(['user-p'], { path: '.' });
    expect(await rejectionOf(start(work))).toMatchObject({ code: 'REQUIRED_IDENTITY_DIFFERS' });
    world.put('work/.ai-tools.toml', '[accounts]\ncodex = "work"\n');
    await trustFile(world.ctx, readBindingFile(world.ctx, join(world.home, 'work/.ai-tools.toml')));
    expect(await rejectionOf(start(work))).toMatchObject({ code: 'REQUIRED_IDENTITY_DIFFERS' });
    await require(['user-w']);
    await start(work);
  });

  test('with mode warn it is started, and said at every start', async () => {
    await require(['user-w'], { mode: 'warn' });
    await start(personal);
    await start(personal);
    expect(world.told).toHaveLength(2);
    expect(world.told[0]).toContain(`requires codex to run as ${shortOf('user-w')}`);
  });

  test('one that is not trusted, or changed, requires nothing, and is named at every start', async () => {
    const path = await require(['user-w'], { trusted: false });
    await start(personal);
    await trustFile(world.ctx, readBindingFile(world.ctx, path));
    world.put('work/.ai-tools.toml', fileText(['user-w', 'x']));
    await start(personal);
    expect(world.told).toEqual([
      `${path} is not trusted and decides nothing: tools trust "${path}"`,
      `${path} changed since it was trusted and decides nothing: tools trust "${path}"`,
    ]);
  });

  test('who is not known is never who is required', async () => {
    const path = await require(['user-n']);
    const nobody = await addAccount(world.ctx, 'codex', 'new');
    expect(await rejectionOf(start(nobody))).toMatchObject({
      code: 'REQUIRED_IDENTITY_DIFFERS',
      message: `${path} requires codex to run as ${shortOf('user-n')}, and codex#new is not known to be anybody (its files do not say who is logged in).`,
      hint: 'tools login codex -a new',
    });
  });

  test('what was recorded of a login that is gone is not who it is', async () => {
    await require(['user-w']);
    await start(work);
    writeFileSync(join((work as { home: string }).home, 'auth.json'), '{}', { mode: 0o600 });
    expect(await rejectionOf(start(work))).toMatchObject({
      code: 'REQUIRED_IDENTITY_DIFFERS',
      hint: 'tools login codex -a work',
    });
  });

  test('the login in the tool’s own directory is looked at in the same way', async () => {
    await require(['user-s']);
    expect(await rejectionOf(start(systemAccount('codex')))).toMatchObject({
      code: 'REQUIRED_IDENTITY_DIFFERS',
    });
    world.put('.codex/auth.json', codexLogin('user-s'));
    await start(systemAccount('codex'));
    const shell = world.as({ env: { OPENAI_API_KEY: 'sk-dummy-1' } });
    expect(await rejectionOf(start(systemAccount('codex'), shell))).toMatchObject({
      message: expect.stringContaining('(OPENAI_API_KEY would outrank its login)'),
      hint: 'unset OPENAI_API_KEY',
    });
  });

  test('of another tool nothing is required', async () => {
    world.put('work/.ai-tools.toml', fileText(['nobody']).replace('codex', 'claude'));
    await trustFile(world.ctx, readBindingFile(world.ctx, join(world.home, 'work/.ai-tools.toml')));
    await start(personal);
    expect(world.told).toEqual([]);
  });
});

test('a fingerprint of an organisation is that of all its members', async () => {
  const member = async (label: string, accountUuid: string, organizationUuid: string) => {
    const made = await addAccount(world.ctx, 'claude', label);
    const oauthAccount = { accountUuid, organizationUuid, emailAddress: 'x@example.org' };
    writeFileSync(join(made.home, '.claude.json'), JSON.stringify({ oauthAccount }));
    return made;
  };
  world.fake('claude', () => 0, { mayRest: true });
  const print = organizationFingerprint('claude', { organization: 'org-1' }) ?? '';
  const path = world.put('work/.ai-tools.toml', `[require.claude]\nfingerprint = "${print}"\n`);
  await trustFile(world.ctx, readBindingFile(world.ctx, path));
  const plan = (chosen: Account) => planLaunch(world.ctx, world.tool('claude'), chosen);
  await plan(await member('one', 'user-1', 'org-1'));
  await plan(await member('two', 'user-2', 'org-1'));
  expect(await rejectionOf(plan(await member('three', 'user-1', 'org-2')))).toMatchObject({
    message: expect.stringMatching(
      /to run as organization:\w{12}, and claude#three is public:\w{12} of organization:\w{12}\.$/,
    ),
    hint: 'tools run claude -a one',
  });
});

test('a variable that is kept and outranks the login makes it nobody’s', async () => {
  await require(['user-w']);
  const shell = world.as({ env: { CODEX_API_KEY: 'sk-dummy-1' } });
  shell.fake('codex', () => 0);
  const plan = (keepEnv: readonly string[]) => planLaunch(shell.ctx, shell.tool('codex'), work, { keepEnv });
  expect(await launch(shell.ctx, await plan([]))).toBe(0);
  expect(await rejectionOf(plan(['CODEX_API_KEY']))).toMatchObject({
    code: 'REQUIRED_IDENTITY_DIFFERS',
    hint: 'unset CODEX_API_KEY',
  });
});

test('an account that holds a key has no fingerprint that counts', async () => {
  await require(['user-w']);
  const ci = await addAccount(world.ctx, 'codex', 'ci', { key: 'sk-dummy-1' });
  expect(await rejectionOf(planLaunch(world.ctx, world.tool('codex'), ci))).toMatchObject({
    code: 'REQUIRED_IDENTITY_DIFFERS',
    message: expect.stringContaining('it holds an API key, which has no fingerprint of that kind'),
  });
});

test('a login as somebody else is not hindered: it is said that nothing will start here', async () => {
  mkdirSync(join(world.home, 'work'), { recursive: true });
  await require(['user-w']);
  world.fake('codex', ({ env, write }) => {
    const login = {
      auth_mode: 'chatgpt',
      OPENAI_API_KEY: null,
      tokens: { account_id: 'user-x', access_token: 'x' },
    };
    write(`${env.CODEX_HOME}/auth.json`, JSON.stringify(login));
  });
  await loginAccount(world.ctx, world.tool('codex'), 'other');
  expect(world.told.join('\n')).toContain(
    `requires codex to run as ${shortOf('user-w')}, and codex#other is`,
  );
});
