import { describe, expect, test } from 'vitest';
import { readPlainLine } from '../../src/entry/plain-line.ts';

const none = { account: undefined, shell: undefined, args: [] };

test.each([
  ['codex', { ...none, tool: 'codex' }],
  ['codex#work', { ...none, tool: 'codex', account: 'work' }],
  ['codex -a work', { ...none, tool: 'codex', account: 'work' }],
  ['-a work codex', { ...none, tool: 'codex', account: 'work' }],
  ['codex --account work', { ...none, tool: 'codex', account: 'work' }],
  ['codex --profile work', { ...none, tool: 'codex', account: 'work' }],
  ['codex#work -a work', { ...none, tool: 'codex', account: 'work' }],
  ['codex a b -a work', { ...none, tool: 'codex', account: 'work', args: ['a', 'b'] }],
  ['codex -- -a work', { ...none, tool: 'codex', args: ['-a', 'work'] }],
  ['codex a -- b -- c', { ...none, tool: 'codex', args: ['a', 'b', '--', 'c'] }],
  ['codex --', { ...none, tool: 'codex' }],
  ['codex a#b', { ...none, tool: 'codex', args: ['a#b'] }],
  // Which of them it is says whoever knows the labels: as one, it is none.
  ['codex#a#b', { ...none, tool: 'codex', account: 'a#b' }],
])('%s is plain', (line, read) => {
  expect(readPlainLine(line.split(' '))).toEqual(read);
});

describe('not plain is', () => {
  test.each([
    '',
    '-a work',
    '-- codex',
    'codex -a',
    'codex --account',
    'codex -a -x',
    'codex -a -- work',
    'codex -a work -a work',
    'codex --account work --profile work',
    'codex --account=work',
    'codex -awork',
    'codex --acc work',
    'codex -x word',
    'codex --json',
    'codex -',
    'codex -s sh',
    'codex --shell sh',
    'codex#',
    '#work',
    '#',
    'codex#work -a other',
    'co/dex',
    '../codex',
    '.codex',
    'cödex',
  ])('%j', (line) => {
    expect(readPlainLine(line === '' ? [] : line.split(' '))).toBeUndefined();
  });

  test.each([
    ['an empty tool', ['']],
    ['an empty word', ['codex', '']],
    ['an empty account', ['codex', '-a', '']],
    ['an account without its value before others', ['codex', '-a', '', 'work']],
  ])('%s', (_, words) => {
    expect(readPlainLine(words)).toBeUndefined();
  });
});

test('behind -- everything is as it was typed', () => {
  expect(readPlainLine(['codex', '--', '', '-a', '--'])?.args).toEqual(['', '-a', '--']);
});

test.each([
  ['codex -s fish', 'fish'],
  ['codex --shell fish -a work', 'fish'],
  ['codex', undefined],
  ['codex -- -s fish', undefined],
])('where the verb has it, the shell of %s is %s', (line, shell) => {
  expect(readPlainLine(line.split(' '), true)).toMatchObject({ tool: 'codex', shell });
});

test.each([
  'codex -s sh -s sh',
  'codex -s sh --shell fish',
  'codex -s',
  'codex --shell=sh',
  'codex -s -a work',
])('%s is not plain there either', (line) => {
  expect(readPlainLine(line.split(' '), true)).toBeUndefined();
});
