import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  changeSetting,
  linkDirectory,
  readBindingFile,
  removeAccount,
  systemAccount,
  trustFile,
} from '../../src/accounts/index.ts';
import { examine } from '../../src/doctor/index.ts';
import { settingKey } from '../../src/settings/index.ts';
import { type LoginWorld, loginWorld } from '../accounts/login-world.ts';

let world: LoginWorld;
let repo: string;

beforeEach(async () => {
  world = loginWorld({ env: { PATH: '/usr/bin:/bin' } });
  repo = join(world.home, 'repo');
  mkdirSync(repo);
});

async function findings(): Promise<readonly { readonly code: string; readonly hint: string }[]> {
  const { findings: found } = await examine(world.ctx, [world.tool('codex')]);
  return found
    .filter(({ code }) => code !== 'PROGRAM_NOT_FOUND' && code !== 'ISOLATION_NOT_SHOWN')
    .map(({ code, hint }) => ({ code, hint }));
}

describe('doctor and what binds directories', () => {
  test('says nothing of what is in order', async () => {
    const work = await addAccount(world.ctx, 'codex', 'work');
    await linkDirectory(world.ctx, work, repo);
    await linkDirectory(world.ctx, systemAccount('codex'), world.home);
    await changeSetting(world.ctx, settingKey('aliases.client.codex'), 'work');
    await changeSetting(world.ctx, settingKey('aliases.own.codex'), 'system');
    const path = world.put('repo/.ai-tools.toml', '[accounts]\ncodex = "client"\n');
    await trustFile(world.ctx, readBindingFile(world.ctx, path));
    expect(await findings()).toEqual([]);
  });

  test('finds links to accounts and directories that are gone, with the command that ends each', async () => {
    await linkDirectory(world.ctx, await addAccount(world.ctx, 'codex', 'work'), repo);
    await linkDirectory(world.ctx, systemAccount('codex'), join(world.home, 'bin'));
    await removeAccount(world.ctx, 'codex', 'work');
    rmSync(join(world.home, 'bin'), { recursive: true, force: true });
    expect(await findings()).toEqual([
      { code: 'LINK_DIRECTORY_GONE', hint: `tools unlink codex --dir "${join(world.home, 'bin')}"` },
      { code: 'LINK_BROKEN', hint: `tools unlink codex --dir "${repo}"` },
    ]);
  });

  test('finds trusted files that changed, and no harm in one that is gone', async () => {
    const paths = ['repo', 'work'].map((name) => world.put(`${name}/.ai-tools.toml`, '[accounts]\n'));
    for (const path of paths) await trustFile(world.ctx, readBindingFile(world.ctx, path));
    writeFileSync(paths[0] ?? '', '[accounts]\ncodex = "work"\n');
    rmSync(paths[1] ?? '');
    expect(await findings()).toEqual([{ code: 'BINDING_FILE_CHANGED', hint: `tools trust "${paths[0]}"` }]);
  });

  test('finds aliases that mean nobody', async () => {
    await changeSetting(world.ctx, settingKey('aliases.client.codex'), 'gone');
    await changeSetting(world.ctx, settingKey('aliases.client.other'), 'gone');
    expect(await findings()).toEqual([
      { code: 'ALIAS_BROKEN', hint: 'tools settings unset aliases.client.codex' },
    ]);
  });

  test.each(['links.json', 'trust.json', 'settings.json'])('a damaged %s is one finding', async (name) => {
    await linkDirectory(world.ctx, systemAccount('codex'), repo);
    writeFileSync(join(world.ctx.paths.root, name), '{"', { mode: 0o600 });
    expect((await findings()).map(({ code }) => code)).toEqual(['STATE_DAMAGED']);
  });
});
