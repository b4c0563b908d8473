import { expect, test } from 'vitest';
import { lastWords } from '../../../src/plugins/check/last-words.ts';

test.each([
  ['', ''],
  ['  \n', ''],
  ['one\ntwo\n', '; it said "two"'],
  [
    "node:internal\n\nError: Cannot find module 'x'\n  at y\n\nNode.js v20.20.2\n",
    '; it said "Error: Cannot find module \'x\'"',
  ],
  [
    'Traceback:\n  File "x"\nModuleNotFoundError: No module named acme\n',
    '; it said "ModuleNotFoundError: No module named acme"',
  ],
  ['\u001b[2Jboo', '; it said "\\u001b[2Jboo"'],
])('%j', (stderr, clause) => {
  expect(lastWords(stderr)).toBe(clause);
});
