import { expect, test } from 'vitest';
import { throwAwayEnvironment } from '../../src/install/throw-away-environment.ts';
import { AIToolRegistry } from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { testHost } from '../support/temp-home.ts';

const registry = new AIToolRegistry();
for (const tool of builtInTools) registry.register(tool);
const claude = registry.tool('claude')!;

test.each([
  [
    'linux',
    { ANTHROPIC_API_KEY: 'CANARY', CLAUDE_CONFIG_DIR: '/the-users-own', LANG: 'C' },
    ['LANG', 'PATH'],
  ],
  [
    'win32',
    { Anthropic_Api_Key: 'CANARY', claude_config_dir: 'C:\\the-users-own', LANG: 'C' },
    ['LANG', 'PATH'],
  ],
] as const)('on %s scripts get neither the keys of a tool nor the way to its home', (platform, env, kept) => {
  const host = testHost({ platform, env });
  const given = throwAwayEnvironment(host, claude, host.path.join(host.homeDir, 'nobody'));
  expect(JSON.stringify(given)).not.toMatch(/CANARY|the-users-own/);
  expect(Object.keys(given)).toEqual(expect.arrayContaining([...kept]));
});

test.each(['linux', 'darwin', 'win32'] as const)(
  'on %s every way to a home leads to the one that is nobody’s',
  (platform) => {
    const env = {
      Home: '/the-users-own',
      UserProfile: 'C:\\the-users-own',
      AppData: 'C:\\the-users-own',
      LocalAppData: 'C:\\the-users-own',
    };
    const host = testHost({
      platform,
      home: platform === 'win32' ? 'C:\\Users\\the-users-own' : '/home/the-users-own',
      env,
    });
    const home = host.path.join(host.path.parse(host.homeDir).root, 'nobody');
    const given = throwAwayEnvironment(host, claude, home);
    for (const name of ['HOME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'])
      expect(given[name]).toSatisfy((value: string) => value.startsWith(home));
    expect(Object.values(given).join()).not.toContain('the-users-own');
  },
);
