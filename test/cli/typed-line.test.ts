import { expect, test } from 'vitest';
import { readTypedLine } from '../../src/cli/typed-line.ts';

test.each([
  ['tools ', ['tools'], ''],
  ['tools ru', ['tools'], 'ru'],
  ['tools run foo -a "my wo', ['tools', 'run', 'foo', '-a'], 'my wo'],
  ["tools run foo -a 'x y' ", ['tools', 'run', 'foo', '-a', 'x y'], ''],
  ['tools run a\\ b', ['tools', 'run'], 'a b'],
  ['tools env "" x', ['tools', 'env', ''], 'x'],
  ['tools $(touch x) `y`', ['tools', '$(touch', 'x)'], '`y`'],
  ['', [], ''],
])('%s', (line, words, current) => {
  expect(readTypedLine(line)).toEqual({ words, current });
});
