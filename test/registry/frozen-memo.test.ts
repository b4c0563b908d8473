import { expect, test } from 'vitest';
import { frozenMemo } from '../../src/registry/frozen-memo.ts';

test.each([
  ['frozen with all that is in it', () => Object.freeze([Object.freeze({ n: 1 })]), 1],
  ['frozen, but not what is in it', () => Object.freeze([{ n: 1 }]), 2],
  ['not frozen, but what is in it', () => [Object.freeze({ n: 1 })], 2],
  ['neither', () => [{ n: 1 }], 2],
])('what is made of a list that is %s is made anew, unless nothing of it can change', (_, make, times) => {
  let made = 0;
  const sum = frozenMemo((list: readonly { readonly n: number }[]) => {
    made += 1;
    return list.reduce((all, { n }) => all + n, 0);
  });
  const list = make();
  expect([sum(list), sum(list), made]).toEqual([1, 1, times]);
});
