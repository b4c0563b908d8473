import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addAccount, pathsOf } from '../../../src/accounts/index.ts';
import { loginWorld } from '../login-world.ts';

const system = (tool: string) => ({ kind: 'system', tool, label: 'system' }) as const;

describe('where a tool’s files lie', () => {
  test('for an account: in its home, the tool’s directory where the descriptor says', async () => {
    const world = loginWorld();
    const account = await addAccount(world.ctx, 'gemini', 'work');
    const paths = pathsOf(world.ctx, world.tool('gemini'), account);
    expect([paths.home, paths.rootOf(), paths.rootOf('home')]).toEqual([
      account.home,
      join(account.home, '.gemini'),
      account.home,
    ]);
    expect(paths.fileOf({ file: 'tmp/x/a.json' })).toBe(join(account.home, '.gemini', 'tmp', 'x', 'a.json'));
    expect(paths.fileOf({ file: '.env', root: 'home' })).toBe(join(account.home, '.env'));
  });

  test.each([
    ['codex', 'auth.json', '.codex/auth.json'],
    ['claude', '.credentials.json', '.claude/.credentials.json'],
    ['claude', '.claude.json', '.claude.json'],
    ['gemini', 'oauth_creds.json', '.gemini/oauth_creds.json'],
    ['opencode', 'auth.json', '.local/share/opencode/auth.json'],
  ])('for system: %s keeps %s in %s', (tool, file, path) => {
    const world = loginWorld();
    expect(pathsOf(world.ctx, world.tool(tool), system(tool)).fileOf({ file })).toBe(join(world.home, path));
  });

  test.each([
    ['absolute', '/xdg', '/xdg/opencode/auth.json'],
    ['relative: passed over', 'xdg', undefined],
    ['empty: passed over', '', undefined],
  ])('for system, where XDG_DATA_HOME is %s', (_, value, path) => {
    const world = loginWorld({ env: { XDG_DATA_HOME: value, AI_TOOLS_HOME: '/nowhere' } });
    const fallback = join(world.home, '.local/share/opencode/auth.json');
    expect(pathsOf(world.ctx, world.tool('opencode'), system('opencode')).fileOf({ file: 'auth.json' })).toBe(
      path ?? fallback,
    );
  });
});
