import { expect, test } from 'vitest';
import { closestName } from '../../src/registry/index.ts';

const words = ['login', 'logout', 'list', 'run', 'rm'];

test.each([
  ['lgoin', 'login'],
  ['logn', 'login'],
  ['Logout', 'logout'],
  ['rnu', 'run'],
  ['ruun', 'run'],
  ['frobnicate', undefined],
])('%s is most likely %s', (typed, meant) => {
  expect(closestName(typed, words)).toBe(meant);
});
