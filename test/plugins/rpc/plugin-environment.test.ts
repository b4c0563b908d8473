import { expect, test } from 'vitest';
import { pluginEnvironment } from '../../../src/plugins/rpc/index.ts';
import { testHost } from '../../support/temp-home.ts';

const foreign = {
  ANTHROPIC_API_KEY: 'sk-dummy-1',
  AI_TOOLS_ACCOUNT: 'work',
  CODEX_HOME: '/x',
  LD_PRELOAD: '/x.so',
  NODE_OPTIONS: '--require /x.js',
  XDG_CONFIG_HOME: '/x',
};

test('a plugin is given what any program needs, a mark, and nothing else', () => {
  const needed = { HOME: '/home/u', PATH: '/bin', LANG: 'C.UTF-8', TERM: 'xterm', USER: 'u' };
  const host = testHost({ platform: 'linux', env: { ...needed, ...foreign } });
  expect(pluginEnvironment(host)).toEqual({ ...needed, AI_TOOLS_PLUGIN: '1' });
});

test('on Windows (simulated) names are the same in any case, and keep their spelling', () => {
  const needed = { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', UserProfile: 'C:\\Users\\u' };
  const host = {
    ...testHost({ platform: 'win32' }),
    env: { ...needed, ...foreign, HOME: '/x', TERM: 'xterm' },
  };
  expect(pluginEnvironment(host)).toEqual({ ...needed, AI_TOOLS_PLUGIN: '1' });
});

test('a function that a shell would take over is none of it', () => {
  const host = { ...testHost({ platform: 'linux' }), env: { PATH: '/bin', TERM: '() { :; }; touch x' } };
  expect(pluginEnvironment(host)).toEqual({ PATH: '/bin', AI_TOOLS_PLUGIN: '1' });
});
