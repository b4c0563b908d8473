import { expect, test } from 'vitest';
import { parseAddress } from '../../src/cli/address.ts';
import { thrownBy } from '../support/thrown-by.ts';

test.each([
  ['a tool alone', 'foo', {}, { tool: 'foo' }],
  ['an installation', 'foo@1.2.3', {}, { tool: 'foo', installation: '1.2.3' }],
  ['an account', 'foo#work', {}, { tool: 'foo', account: 'work' }],
  ['both', 'foo@next#work', {}, { tool: 'foo', installation: 'next', account: 'work' }],
  [
    'an account with an at sign, which belongs to the label',
    'foo#me@x.org',
    {},
    { tool: 'foo', account: 'me@x.org' },
  ],
  ['the first at sign of several', 'foo@a@b', {}, { tool: 'foo', installation: 'a@b' }],
  ['the first hash of several', 'foo#a#b', {}, { tool: 'foo', account: 'a#b' }],
  ['an option beside it', 'foo', { account: 'work' }, { tool: 'foo', account: 'work' }],
  ['the same said twice', 'foo#work', { account: 'work' }, { tool: 'foo', account: 'work' }],
])('%s: %s', (_case, text, options, expected) => {
  expect(parseAddress(text, options)).toEqual(expected);
});

test.each([
  ['nothing', '', {}, 'ADDRESS_UNUSABLE'],
  ['no tool before the hash', '#work', {}, 'ADDRESS_UNUSABLE'],
  ['no account after it', 'foo#', {}, 'ADDRESS_UNUSABLE'],
  ['no installation after the at sign', 'foo@#work', {}, 'ADDRESS_UNUSABLE'],
  ['an empty option', 'foo', { account: '' }, 'ADDRESS_UNUSABLE'],
  ['two accounts', 'foo#work', { account: 'home' }, 'ADDRESS_CONFLICT'],
  ['two installations', 'foo@a', { installation: 'b' }, 'ADDRESS_CONFLICT'],
])('%s is a usage error: "%s"', (_case, text, options, code) => {
  expect(thrownBy(() => parseAddress(text, options))).toMatchObject({ code, exit: 2 });
});
