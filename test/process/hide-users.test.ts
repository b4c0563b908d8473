import { expect, test } from 'vitest';
import { hideUsers } from '../../src/process/index.ts';

test.each([
  ['http://user:CANARY@host:1/x failed', 'http://***@host:1/x failed'],
  ['HTTPS://CANARY@host, then ssh://me:CANARY@host', 'HTTPS://***@host, then ssh://***@host'],
  ['//me:CANARY@host/ of an .npmrc', '//***@host/ of an .npmrc'],
  ['http://me:CAN@ARY@host/', 'http://***@host/'],
  ['{"at":"http://host","email":"me@host"}', '{"at":"http://host","email":"me@host"}'],
  ['http://host/@scope/name and me@host', 'http://host/@scope/name and me@host'],
])('B132: %s', (text, shown) => {
  expect(hideUsers(text)).toBe(shown);
});
