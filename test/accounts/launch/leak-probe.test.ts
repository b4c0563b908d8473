import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addAccount, type LaunchRequest, planLaunch, updateAccount } from '../../../src/accounts/index.ts';
import { type LoginWorld, loginWorld, rejectionOf } from '../login-world.ts';

async function planned(
  world: LoginWorld,
  tool: string,
  request: LaunchRequest = {},
  change = {},
): Promise<unknown> {
  world.fake(tool, () => 0, { mayRest: true });
  const account = await addAccount(world.ctx, tool, 'work');
  return planLaunch(world.ctx, world.tool(tool), await updateAccount(world.ctx, account, change), request);
}

const key = (world: LoginWorld, path: string) => world.put(path, 'GEMINI_API_KEY=sk-dummy-CANARY\n');

describe('a login that lies where the tool would take it instead of the account’s', () => {
  test.each([
    ['in the user’s home, above the working directory', '.gemini/.env'],
    ['in the working directory', 'work/.gemini/.env'],
  ])('%s stops the launch, with the file and the way out', async (_, path) => {
    const world = loginWorld();
    const file = key(world, path);
    const error = await rejectionOf(planned(world, 'gemini'));
    expect(error).toMatchObject({ code: 'LEAK_FOUND', exit: 4, data: { path: file, key: 'GEMINI_API_KEY' } });
    expect(String((error as { hint: string }).hint)).toBe(
      `move ${file} away, or take GEMINI_API_KEY out of it`,
    );
    expect(String(error)).not.toContain('CANARY');
  });

  test('a variable that the user has may be kept instead, and that is said', async () => {
    const world = loginWorld({ env: { GEMINI_API_KEY: 'sk-dummy-mine' } });
    key(world, '.gemini/.env');
    const error = await rejectionOf(planned(world, 'gemini'));
    expect(String((error as { hint: string }).hint)).toContain('--keep-env GEMINI_API_KEY');
  });

  test('does not, where the tool never looks', async () => {
    const world = loginWorld();
    key(world, 'elsewhere/.gemini/.env');
    expect(await planned(world, 'gemini')).toMatchObject({ args: [] });
  });

  test.each<[string, LaunchRequest, object]>([
    ['the user keeps that variable', { keepEnv: ['GEMINI_API_KEY'] }, {}],
    ['the account sets it itself', {}, { environment: { GEMINI_API_KEY: 'gateway' } }],
  ])('does not, when %s', async (_, request, change) => {
    const world = loginWorld({ env: { GEMINI_API_KEY: 'sk-dummy-mine' } });
    key(world, '.gemini/.env');
    expect(await planned(world, 'gemini', request, change)).toMatchObject({ args: [] });
  });

  test('stops the launch when the user keeps a variable that is not there', async () => {
    const world = loginWorld();
    key(world, '.gemini/.env');
    expect(await rejectionOf(planned(world, 'gemini', { keepEnv: ['GEMINI_API_KEY'] }))).toMatchObject({
      code: 'LEAK_FOUND',
    });
  });

  test('does not, when a setting of the home decides against it', async () => {
    const world = loginWorld();
    world.put('.gemini/.env', 'GOOGLE_API_KEY=sk-dummy\n');
    expect(await rejectionOf(planned(world, 'gemini'))).toMatchObject({ code: 'LEAK_FOUND' });
    const account = world.account('gemini', 'work');
    mkdirSync(join(account.home, '.gemini'), { recursive: true });
    writeFileSync(
      join(account.home, '.gemini', 'settings.json'),
      '{"security":{"auth":{"selectedType":"oauth-personal"}}} // mine',
    );
    expect(await planLaunch(world.ctx, world.tool('gemini'), account)).toMatchObject({ args: [] });
  });

  test('does not, when the account holds that key: the child gets it in a variable, which is stronger', async () => {
    const world = loginWorld();
    key(world, '.gemini/.env');
    world.fake('gemini', () => 0, { mayRest: true });
    const account = await addAccount(world.ctx, 'gemini', 'work', { key: 'sk-dummy-own' });
    expect(await planLaunch(world.ctx, world.tool('gemini'), account)).toMatchObject({
      env: { GEMINI_API_KEY: 'sk-dummy-own' },
    });
  });

  test('does not, when a file of the home outranks it', async () => {
    const world = loginWorld();
    world.put('.env', 'OPENAI_API_KEY=sk-dummy\n');
    expect(await rejectionOf(planned(world, 'gemini'))).toMatchObject({ code: 'LEAK_FOUND' });
    const account = world.account('gemini', 'work');
    mkdirSync(join(account.home, '.gemini'), { recursive: true });
    writeFileSync(join(account.home, '.gemini', '.env'), 'OPENAI_API_KEY=sk-dummy-own\n');
    expect(await planLaunch(world.ctx, world.tool('gemini'), account)).toMatchObject({ args: [] });
  });

  test.each([
    ['is empty', 'GEMINI_API_KEY=\n'],
    ['is commented out', '# GEMINI_API_KEY=x\n'],
    ['has another name', 'OTHER=x\n'],
  ])('does not, when the key %s', async (_, text) => {
    const world = loginWorld();
    world.put('.gemini/.env', text);
    expect(await planned(world, 'gemini')).toMatchObject({ args: [] });
  });

  test('that can’t be looked at stops the launch all the same', async () => {
    const world = loginWorld();
    mkdirSync(join(world.home, '.gemini', '.env'), { recursive: true });
    expect(await rejectionOf(planned(world, 'gemini'))).toMatchObject({
      code: 'LEAK_FOUND',
      data: { problem: 'it is not a regular file' },
    });
  });

  test('that is damaged stops the launch where it would count', async () => {
    const world = loginWorld();
    const file = world.put('.claude/settings.json', '{"env":');
    const there = world.as({ cwd: world.home });
    expect(await rejectionOf(planned(there, 'claude'))).toMatchObject({
      code: 'LEAK_FOUND',
      data: { path: file },
    });
  });

  test.each([
    ['stops a launch in the user’s home', '', 'LEAK_FOUND'],
    ['stops none elsewhere', 'work', undefined],
  ])('which counts in the user’s home only, %s', async (_, cwd, code) => {
    const world = loginWorld();
    world.put('.claude/settings.json', { env: { ANTHROPIC_AUTH_TOKEN: 'sk-dummy' } });
    const there = world.as({ cwd: join(world.home, cwd) });
    const ended = await planned(there, 'claude').then(
      () => undefined,
      (error) => error.code,
    );
    expect(ended).toBe(code);
  });

  test('in the account’s own home is no foreign one, though the working directory lies in it', async () => {
    const world = loginWorld();
    world.fake('gemini', () => 0, { mayRest: true });
    const account = await addAccount(world.ctx, 'gemini', 'work');
    const own = join(account.home, '.gemini', '.env');
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, 'GEMINI_API_KEY=sk-dummy-own\n');
    const there = world.as({ cwd: account.home });
    expect(await planLaunch(there.ctx, there.tool('gemini'), account)).toMatchObject({ cwd: account.home });
  });
});
