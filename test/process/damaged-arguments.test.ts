import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { damagedArguments } from '../../src/process/index.ts';
import { testHost } from '../support/temp-home.ts';
import { buildWrapper } from './processes.ts';

test('bytes that are not UTF-8 are told from a U+FFFD that was really typed', async () => {
  const line = `exec "$0" "$1" damaged "$(printf 'a\\377b')" "$(printf '\\357\\277\\275')" 'é'`;
  const output = execFileSync('/bin/sh', ['-c', line, process.execPath, await buildWrapper()], {
    encoding: 'utf8',
  });
  expect(JSON.parse(output)).toEqual(['a\uFFFDb']);
});

test('where the bytes can’t be looked at, every U+FFFD counts as damage', () => {
  const files = {
    ...testHost().files,
    readFile: () => {
      throw new Error('no /proc');
    },
  };
  expect(damagedArguments(testHost({ files }), ['a', '\uFFFD'])).toEqual(['\uFFFD']);
});
