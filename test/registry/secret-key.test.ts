import { describe, expect, test } from 'vitest';
import { classifyKey, rulePlaces, type ToolDescriptor } from '../../src/registry/index.ts';

const rules = [{ pointer: '/mine', class: 'shared', merge: 'map' }] as const;
const tool: ToolDescriptor = {
  id: 'x',
  displayName: 'X',
  directories: [{ path: 'x.json', class: 'mixed', kind: 'file', format: 'json', rules }],
};

describe('law 9: a key that says what it holds stays with its account, whoever named it', () => {
  test.each([
    'githubToken',
    'GITHUB_TOKEN',
    'my-token',
    'db_password',
    'smtpPasswd',
    'OPENAI_API_KEY',
    'openAiApiKey',
    'x-api-key',
    'aws_secret_access_key',
    'privateKey',
    'accountKey',
    'client-secret',
    'serviceCredentials',
    'proxyAuthorization',
    'sessionCookie',
    'env',
    'Headers',
  ])('%s does', (key) => {
    for (const pointer of [`/mine/${key}`, `/mine/a/${key}/b`])
      expect(classifyKey(tool, 'x.json', pointer).class).toBe('identity');
    expect(rulePlaces(rules).below('mine').below(key).kind).toBe('identity');
  });

  test.each([
    'tokenLimit',
    'maxTokens',
    'keybinding',
    'shiftEnterKeyBindingInstalled',
    'key',
    '~1home~1me~1secret',
    'C:\\work\\token',
    'rotate the secret',
    'secretary',
    'monkeys',
  ])('%s does not', (key) => {
    expect(classifyKey(tool, 'x.json', `/mine/${key}`).class).toBe('shared');
  });
});
