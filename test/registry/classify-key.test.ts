import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Classified, classifyKey, type KeyRule } from '../../src/registry/index.ts';
import { holds } from '../support/holds.ts';

const rules: readonly KeyRule[] = [
  { pointer: '/projects', class: 'shared', merge: 'map' },
  { pointer: '/projects/*/last*', class: 'identity' },
  { pointer: '/projects/*/lastSeen', class: 'shared', merge: 'value' },
  { pointer: '/projects/*/draft', class: 'shared', merge: 'private' },
  { pointer: '/mcpServers', class: 'shared', merge: 'map' },
  { pointer: '/cache', class: 'disposable' },
  { pointer: '/a~1b', class: 'shared', merge: 'set' },
  { pointer: '/tips', class: 'shared', merge: 'grow' },
  { pointer: '/oauthAccount', class: 'identity' },
];
const tool: Classified = {
  directories: [
    { path: 'state.json', class: 'mixed', kind: 'file', format: 'json', rules },
    { path: 'other.json', class: 'mixed', kind: 'file', format: 'json' },
    { path: 'settings.json', class: 'shared', kind: 'file', format: 'json' },
    { path: 'auth.json', class: 'identity', kind: 'file', format: 'json' },
    { path: 'far.json', root: 'data', class: 'mixed', kind: 'file', format: 'json', rules },
  ],
};

test.each([
  ['/projects', 'shared', 'map'],
  ['/projects/~1home~1me/allowedTools', 'shared', 'map'],
  ['/projects/x/lastCost', 'identity', undefined],
  ['/projects/x/lastCost/deep', 'identity', undefined],
  ['/projects/x/lastSeen', 'shared', 'value'],
  ['/projects/x/draft', 'identity', undefined],
  ['/tips/1', 'shared', 'grow'],
  ['/cache/x', 'disposable', undefined],
  ['/a~1b', 'shared', 'set'],
  ['/a/b', 'identity', undefined],
  ['/oauthAccount/emailAddress', 'identity', undefined],
  ['/projectsX', 'identity', undefined],
  ['/Projects', 'identity', undefined],
  ['/unheardOf', 'identity', undefined],
  ['', 'identity', undefined],
  ['projects', 'identity', undefined],
  ['/projects/~2', 'identity', undefined],
  ['/__proto__/isAdmin', 'identity', undefined],
  ['/constructor', 'identity', undefined],
])('the key %j of a mixed file is %s', (pointer, pathClass, merge) => {
  const found = classifyKey(tool, 'state.json', pointer);
  expect([found.class, found.merge]).toEqual([pathClass, merge]);
});

describe('keys and tokens stay with their account even inside what is shared', () => {
  test.each([
    'env',
    'headers',
    'http_headers',
    'env_http_headers',
    'apiKeyHelper',
    'bearer_token_env_var',
    'Authorization',
    'API_KEY',
  ])('/mcpServers/github/%s', (key) => {
    expect(classifyKey(tool, 'state.json', `/mcpServers/github/${key}`).class).toBe('identity');
    expect(classifyKey(tool, 'state.json', `/mcpServers/github/${key}/X`).class).toBe('identity');
  });

  test('and their neighbours are shared', () => {
    expect(classifyKey(tool, 'state.json', '/mcpServers/github/command').class).toBe('shared');
  });
});

test('the rule that decided is told', () => {
  expect(classifyKey(tool, 'state.json', '/projects/x/lastCost').rule).toBe(rules[1]);
  expect(classifyKey(tool, 'state.json', '/unheardOf').rule).toBeUndefined();
});

test.each([
  ['settings.json', '/theme', 'shared'],
  ['settings.json', '', 'shared'],
  ['auth.json', '/tokens', 'identity'],
  ['other.json', '/projects', 'identity'],
  ['unheard-of.json', '/projects', 'identity'],
  ['../state.json', '/projects', 'identity'],
  ['State.json', '/projects', 'identity'],
  ['far.json', '/projects', 'identity'],
])('in %s the key %j is %s', (path, pointer, expected) => {
  expect(classifyKey(tool, path, pointer).class).toBe(expected);
});

test('a file of another root has its rules there', () => {
  expect(classifyKey(tool, 'far.json', '/projects', 'data').class).toBe('shared');
});

test('a key that no rule names is identity, whatever the rules are', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'env', '*', 'a*');
  const keys = fc.array(key, { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join('/')}`);
  const rule: fc.Arbitrary<KeyRule> = fc.record({
    pointer: keys,
    class: fc.constantFrom('identity', 'shared', 'disposable'),
  });
  holds(
    fc.property(fc.array(rule, { maxLength: 5 }), keys, (some, asked) => {
      const directories = [{ path: 'x', class: 'mixed', kind: 'file', rules: some }] as const;
      const found = classifyKey({ directories }, 'x', asked);
      const atOrAbove = some.filter(({ pointer }) =>
        new RegExp(`^${pointer.replaceAll('*', '[^/]*')}(?:/|$)`).test(asked),
      );
      if (atOrAbove.length === 0) expect(found).toEqual({ class: 'identity' });
      else expect([...atOrAbove.map((one) => one.class), 'identity']).toContain(found.class);
      if (asked.split('/').includes('env')) expect(found.class).not.toBe('shared');
      expect(
        classifyKey({ directories: [{ ...directories[0], rules: some.toReversed() }] }, 'x', asked).class,
      ).toBe(found.class);
    }),
    2000,
  );
});
