import { expect, test } from 'vitest';
import { closestOf } from '../../src/cli/closest.ts';

const words = ['login', 'logout', 'list', 'run', 'rm'];

test.each([
  ['lgoin', 'login'],
  ['logn', 'login'],
  ['Logout', 'logout'],
  ['rnu', undefined],
  ['ruun', 'run'],
  ['frobnicate', undefined],
])('%s is most likely %s', (typed, meant) => {
  expect(closestOf(typed, words)).toBe(meant);
});
