import { describe, expect, test } from 'vitest';
import { ownSchemes, parseSecretRef } from '../../../src/accounts/index.ts';
import { thrownBy } from '../../support/thrown-by.ts';

describe('a secret reference is read as it is written', () => {
  test.each([
    ['op://Work/anthropic/key', { source: 'op', argv: ['op', 'read', 'op://Work/anthropic/key'] }],
    [
      'op://My Vault/it em/sec tion/field',
      { source: 'op', argv: ['op', 'read', 'op://My Vault/it em/sec tion/field'] },
    ],
    ['op://v/i/f?attribute=x', { source: 'op', argv: ['op', 'read', 'op://v/i/f?attribute=x'] }],
    ['pass:ai/codex key', { source: 'pass', argv: ['pass', 'show', 'ai/codex key'] }],
    ['keyring:openai/me@example.com', { source: 'keyring', service: 'openai', account: 'me@example.com' }],
    ['keyring:https://a.example/b/me', { source: 'keyring', service: 'https://a.example/b', account: 'me' }],
    ['env:CI_OPENAI_KEY', { source: 'env', name: 'CI_OPENAI_KEY' }],
    [
      'command:["vault", "read", "a b", "$(x)"]',
      { source: 'command', argv: ['vault', 'read', 'a b', '$(x)'] },
    ],
    ['command:["/opt/k e y/get"]', { source: 'command', argv: ['/opt/k e y/get'] }],
    ['vault://a b/c#d', { kind: 'plugin', source: 'vault', reference: 'vault://a b/c#d' }],
  ])('%s', (text, read) => {
    expect(parseSecretRef(text, 'linux', ['vault'])).toMatchObject(read);
  });
});

describe('what is no reference is refused, and never repeated: it may be a key', () => {
  test.each([
    ['sk-dummy-0000', 'form'],
    ['', 'form'],
    ['http://x/y', 'scheme'],
    ['vault:x', 'form'],
    ['VAULT://x', 'form'],
    ['vault://', 'form'],
    ['OP://v/i/f', 'form'],
    ['op://vault/item\n/field', 'form'],
    [`env:${'A'.repeat(3000)}`, 'form'],
    ['op://vault/item', 'op'],
    ['op://a/b/c/d/e', 'op'],
    ['op:vault/item/field', 'op'],
    ['pass:', 'pass'],
    ['pass:-c', 'pass'],
    ['keyring:service', 'keyring'],
    ['keyring:/account', 'keyring'],
    ['keyring:service/', 'keyring'],
    ['keyring:-w/account', 'keyring'],
    ['env:sk-dummy-0000', 'env'],
    ['env:', 'env'],
    ['command:op read x', 'command'],
    ['command:[]', 'command'],
    ['command:[""]', 'command'],
    ['command:[1]', 'command'],
    ['command:{"0":"op"}', 'command'],
    ['command:["./here"]', 'command'],
    ['command:["a/b"]', 'command'],
  ])('%j', (text, problem) => {
    const error = thrownBy(() => parseSecretRef(text, 'linux')) as Error & { data: unknown; hint: string };
    expect(error).toMatchObject({ code: 'SECRET_REF_UNUSABLE', exit: 2, data: { problem } });
    if (text.includes('sk-')) expect(error.message + error.hint).not.toContain('sk-');
  });

  test('a scheme that no plugin answers for is named, and nothing behind it', () => {
    const error = thrownBy(() => parseSecretRef('vault://sk-dummy-0000', 'linux', ['bw']));
    expect(error).toMatchObject({
      message: expect.stringContaining('answers for vault://, and it must begin with op://'),
      hint: 'tools plugin list',
    });
    expect(JSON.stringify(error)).not.toContain('sk-');
  });

  test.each(ownSchemes)('no plugin is asked for %s', (scheme) => {
    let kind: string | undefined;
    try {
      kind = parseSecretRef(`${scheme}://x`, 'linux', [scheme]).kind;
    } catch (error) {
      kind = (error as { data: { problem: string } }).data.problem;
    }
    expect({ pass: 'program', keyring: 'keyring' }[scheme as string] ?? scheme).toBe(kind);
  });

  test('keyring: on Windows (simulated)', () => {
    expect(thrownBy(() => parseSecretRef('keyring:a/b', 'win32'))).toMatchObject({
      code: 'SECRET_REF_UNUSABLE',
      data: { problem: 'platform' },
    });
  });
});
