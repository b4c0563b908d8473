import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { retyped } from '../../src/cli/retyped.ts';

test.each([
  ['left of --, where ours are read', ['run', 'codex', '--', '-p'], ['--yes'], 'run codex --yes -- -p'],
  ['at the end where there is no --', ['rm', 'codex#work'], ['--yes'], 'rm codex#work --yes'],
  ['with its value', ['use', 'codex'], ['--account', 'LABEL'], 'use codex --account LABEL'],
])('an addition stands %s', (_, argv, addition, line) => {
  expect(retyped(argv, addition)).toBe(line);
});

test('a shell reads it as it was typed', () => {
  const argv = ['exec', 'codex', "it's", 'a  b', '', '$HOME', '*', '#x', '~', '\\', '"', 'me@x#y'];
  const read = execFileSync('sh', ['-c', `printf '%s\\n' ${retyped(argv)}`], { encoding: 'utf8' });
  expect(read.split('\n').slice(0, -1)).toEqual(argv);
});
