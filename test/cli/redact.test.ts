import { expect, test } from 'vitest';
import { redact, secretsOf } from '../../src/cli/redact.ts';
import type { AITool } from '../../src/registry/index.ts';

const tool = { environment: { apiKey: ['FOO_LOGIN'], outranks: ['FOO_ELSE'] } } as unknown as AITool;

test.each([
  ['a variable that a tool takes a key from', { FOO_LOGIN: 'CANARY-9f3' }],
  ['a variable that outranks a login', { FOO_ELSE: 'CANARY-9f3' }],
  ['a variable that sounds like a secret', { MY_TOKEN: 'CANARY-9f3' }],
  ['another that does', { DB_PASSWORD: 'CANARY-9f3' }],
])('B132: the value of %s is not shown', (_case, env) => {
  expect(redact('it said CANARY-9f3 twice: CANARY-9f3', secretsOf(env, [tool], []))).toBe(
    'it said *** twice: ***',
  );
});

test('B132: a key that was read is not shown, nor what stands before the @ of an address', () => {
  const secrets = secretsOf({}, [], ['CANARY-9f3']);
  expect(redact('CANARY-9f3', secrets)).toBe('***');
  expect(redact('proxy http://user:CANARY@host:1/x failed', [])).toBe('proxy http://***@host:1/x failed');
});

test('what every shell has is no key, whatever a plugin says', () => {
  const env = {
    PWD: '/home/u/work',
    USER: 'somebody',
    LC_ALL: 'C.UTF-8',
    XDG_CONFIG_HOME: '/home/u/.config',
  };
  const plugin = { environment: { apiKey: Object.keys(env) } } as unknown as AITool;
  expect(secretsOf(env, [plugin], [])).toEqual([]);
});

test('ordinary variables stay readable', () => {
  expect(
    redact(
      '/home/u/work',
      secretsOf({ HOME: '/home/u', SHORT_KEY: 'abc', FILE_KEY: '/home/u/work', A_TOKEN: 'work' }, [tool], []),
    ),
  ).toBe('/home/u/work');
});
