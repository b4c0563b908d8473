import { expect, test } from 'vitest';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { commandTable } from '../../src/cli/commands/index.ts';

const read = (line: string) => readCommandLine(line.split(' ').filter(Boolean), commandTable);

test.each([
  ['', { kind: 'bare' }],
  ['--plain', { kind: 'bare' }],
  ['--help', { kind: 'help', words: '' }],
  ['-h', { kind: 'help', words: '' }],
  ['--version', { kind: 'version' }],
  ['-V', { kind: 'version' }],
  ['login foo -h', { kind: 'help', words: 'login' }],
  ['login -a work --help foo', { kind: 'help', words: 'login' }],
  ['--json login --help', { kind: 'help', words: 'login' }],
  ['account --help', { kind: 'help', words: 'account' }],
  ['account add --help', { kind: 'help', words: 'account add' }],
  ['account', { kind: 'incomplete', group: 'account' }],
  ['account --json', { kind: 'incomplete', group: 'account' }],
  ['account ad', { kind: 'unknown', word: 'account ad' }],
  ['logn foo', { kind: 'unknown', word: 'logn' }],
  ['logn --help', { kind: 'unknown', word: 'logn' }],
  ['--nope list', { kind: 'option', option: '--nope' }],
])('tools %s', (line, expected) => {
  expect(read(line)).toMatchObject(expected);
});

test.each([
  ['list', 'list', ['list']],
  ['ls --json', 'list', ['ls', '--json']],
  ['--json list', 'list', ['list', '--json']],
  ['account add foo work', 'account add', ['account', 'add', 'foo', 'work']],
  ['account remove foo work', 'remove', ['account', 'remove', 'foo', 'work']],
  ['run foo -- --help', 'run', ['run', 'foo', '--', '--help']],
  ['run foo -- -h -- x', 'run', ['run', 'foo', '--', '-h', '--', 'x']],
])('B065: tools %s picks %s and keeps the rest', (line, words, argv) => {
  const found = read(line);
  expect(found.kind === 'command' && [found.entry.words[0], found.argv]).toEqual([words, argv]);
});
