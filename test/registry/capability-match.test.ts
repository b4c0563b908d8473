import { expect, test } from 'vitest';
import { capabilityMatch } from '../../src/registry/index.ts';

test.each([
  ['all of them are there', ['acp', 'headless'], ['headless', 'acp'], []],
  ['nothing is asked', ['acp'], [], []],
  ['one is missing', ['acp'], ['headless', 'acp'], ['headless']],
  ['all are missing, in the order asked', [], ['b', 'a'], ['b', 'a']],
  ['a name is exact: neither case', ['ACP'], ['acp'], ['acp']],
  ['nor a prefix will do', ['acp-v2', 'headless'], ['acp', 'head'], ['acp', 'head']],
])('%s', (_, capabilities, requirements, missing) => {
  expect(capabilityMatch({ capabilities }, requirements)).toEqual({
    satisfied: missing.length === 0,
    missing,
  });
});

test('a tool that declares nothing has no capability', () => {
  expect(capabilityMatch({}, ['acp'])).toEqual({ satisfied: false, missing: ['acp'] });
});
