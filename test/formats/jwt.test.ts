import { expect, test } from 'vitest';
import { jwtPayload } from '../../src/formats/index.ts';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each([
  {
    case: 'a token',
    token: `${encode({ alg: 'none' })}.${encode({ sub: 'u1', email: 'ä@example.com' })}.sig`,
    payload: { sub: 'u1', email: 'ä@example.com' },
  },
  { case: 'an unsigned token', token: `${encode({})}.${encode({ sub: 'u2' })}.`, payload: { sub: 'u2' } },
  { case: 'two parts', token: `${encode({})}.${encode({})}`, payload: undefined },
  { case: 'a payload that is not JSON', token: 'a.bm90IGpzb24.c', payload: undefined },
  { case: 'a payload that is not base64', token: 'a.{"sub":1}.c', payload: undefined },
  { case: 'an API key', token: 'sk-dummy-0000', payload: undefined },
  { case: 'nothing', token: '', payload: undefined },
])('$case', ({ token, payload }) => {
  expect(jwtPayload(token)).toEqual(payload);
});
