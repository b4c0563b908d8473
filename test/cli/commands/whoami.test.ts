import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { codexLogin } from '../../accounts/login-world.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

let world: CliWorld;

beforeEach(async () => {
  world = cliWorld();
  await world.run('account add codex work');
});

const loginOf = async (label: string, text: string) =>
  writeFileSync(join(await world.homeOf('codex', label), 'auth.json'), text, { mode: 0o600 });

test('--fingerprint: of the account id, the same for every account and computer, and no name', async () => {
  await loginOf('work', codexLogin('user-1'));
  const { code, stdout, stderr } = await world.run('whoami codex -a work --fingerprint');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^public:[0-9a-f]{32}\n$/);
  const elsewhere = world;
  world = cliWorld();
  await world.run('account add codex other');
  await loginOf('other', codexLogin('user-1', 'another token'));
  expect(await world.json('whoami codex -a other --fingerprint')).toEqual({
    schemaVersion: 1,
    tool: 'codex',
    account: 'other',
    fingerprint: stdout.trim(),
    scope: 'public',
  });
  world = elsewhere;
  await loginOf('work', codexLogin('user-2'));
  expect((await world.run('whoami codex -a work --fingerprint')).stdout).not.toBe(stdout);
});

test('--fingerprint: of another organisation it is another one, of another plan the same', async () => {
  await world.run('account add claude work');
  const home = await world.homeOf('claude', 'work');
  const printOf = async (organizationUuid: string, subscriptionType: string) => {
    const credentials = { claudeAiOauth: { accessToken: 'T', subscriptionType }, organizationUuid };
    writeFileSync(join(home, '.credentials.json'), JSON.stringify(credentials), { mode: 0o600 });
    const oauthAccount = { accountUuid: 'user-1', organizationUuid, emailAddress: `${subscriptionType}@x` };
    writeFileSync(join(home, '.claude.json'), JSON.stringify({ oauthAccount }), { mode: 0o600 });
    return (await world.run('whoami claude -a work --fingerprint')).stdout;
  };
  const first = await printOf('org-1', 'pro');
  expect(first).toMatch(/^public:/);
  expect(await printOf('org-1', 'max')).toBe(first);
  expect(await printOf('org-2', 'pro')).not.toBe(first);
});

test('--organization: the same for all members, another for each organisation, none where none is named', async () => {
  await world.run('account add claude work');
  const home = await world.homeOf('claude', 'work');
  const printOf = async (accountUuid: string, organizationUuid?: string) => {
    const oauthAccount = { accountUuid, organizationUuid, emailAddress: `${accountUuid}@x` };
    writeFileSync(join(home, '.claude.json'), JSON.stringify({ oauthAccount }), { mode: 0o600 });
    const login = JSON.stringify({ claudeAiOauth: { accessToken: 'T' } });
    writeFileSync(join(home, '.credentials.json'), login, { mode: 0o600 });
    return world.run('whoami claude -a work --fingerprint --organization');
  };
  const { stdout } = await printOf('user-1', 'org-1');
  expect(stdout).toMatch(/^organization:[0-9a-f]{32}\n$/);
  expect((await printOf('user-2', 'org-1')).stdout).toBe(stdout);
  expect((await printOf('user-1', 'org-2')).stdout).not.toBe(stdout);
  expect(await printOf('user-1')).toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringContaining('names no organisation'),
  });
});

test('--fingerprint: of a key it is local to its account, and says that no binding can use it', async () => {
  for (const label of ['ci', 'ci2'])
    await world.run(`account add codex ${label} --with-api-key`, { stdin: 'sk-dummy-123' });
  const first = await world.run('whoami codex -a ci --fingerprint');
  const second = await world.run('whoami codex -a ci2 --fingerprint');
  expect(first.stdout).toMatch(/^local:[0-9a-f]{16}\n$/);
  expect(first.stderr).toContain('no binding can use it');
  expect(second.stdout).not.toBe(first.stdout);
});

test('--fingerprint: a login that names nobody has none', async () => {
  await loginOf('work', '{"tokens":{"access_token":"T"}}');
  expect(await world.run('whoami codex -a work --fingerprint')).toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringContaining('no fingerprint'),
  });
});

test('who holds no key any more is told how to give one', async () => {
  await world.run('account add codex ci --with-api-key', { stdin: 'sk-dummy-123' });
  await world.run('logout codex -a ci');
  const { code, stderr } = await world.run('whoami codex -a ci');
  expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining('--with-api-key') });
  const again = await world.run('login codex -a ci --with-api-key --yes', { stdin: 'sk-dummy-456' });
  expect(again.code).toBe(0);
});
