import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandTable } from '../../src/cli/commands/index.ts';
import { answerHelp } from '../../src/entry/answer-help.ts';
import { hasSettings } from '../../src/entry/has-settings.ts';
import { wordsOfHelp } from '../../src/entry/words-of-help.ts';
import { appPaths } from '../../src/platform/index.ts';
import { runCli } from '../support/run-cli.ts';
import { tempHome, testHost } from '../support/temp-home.ts';

const unset = async () => false;
const looks = [
  { look: 'in a pipe', env: {}, columns: undefined },
  { look: 'in a pipe, in colour', env: { FORCE_COLOR: '1' }, columns: undefined },
  { look: 'on a terminal without colours', env: { NO_COLOR: '1' }, columns: 80 },
  { look: 'on a dumb terminal', env: { TERM: 'dumb' }, columns: 120 },
  { look: 'on a terminal', env: { TERM: 'xterm' }, columns: 80 },
  { look: 'on a wide terminal', env: { TERM: 'xterm' }, columns: 100 },
  { look: 'on a terminal of any width', env: { TERM: 'xterm' }, columns: 233 },
];
const names = ['', 'account', 'settings', ...commandTable.flatMap(({ words }) => words)];

describe.each(looks)('$look', ({ env, columns }) => {
  test.each(names)('help %s is what the program says', async (words) => {
    const tty = columns === undefined ? false : { columns };
    const said = await runCli(['help', ...words.split(' ').filter(Boolean)], { env, tty });
    const seen = await answerHelp(words, env, columns, unset);
    expect(seen).toBe(said.stdout);
  });
});

test.each([79, 81, 99, 20])('on a terminal of %d columns the program answers', async (columns) => {
  expect(await answerHelp('list', { NO_COLOR: '1' }, columns)).toBeUndefined();
});

test.each(['lst', 'constructor', '__proto__', 'account nope', 'list codex'])(
  'of %s the program knows more',
  async (words) => {
    expect(await answerHelp(words, {}, undefined)).toBeUndefined();
  },
);

test('whoever may have asked for plain words is answered by the program, which knows', async () => {
  expect(await answerHelp('list', { FORCE_COLOR: '1', ACCESSIBLE: '1' }, undefined, unset)).toBeUndefined();
  expect(await answerHelp('list', { FORCE_COLOR: '1' }, 80, async () => true)).toBeUndefined();
  expect(await answerHelp('list', {}, 80, unset)).toMatch(/\u001b/);
  const host = testHost({ home: tempHome() });
  expect(hasSettings(host)).toBe(false);
  const { settings } = appPaths(host);
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(settings, '{}');
  expect(hasSettings(host)).toBe(true);
});

test.each([
  ['--help', ''],
  ['-h', ''],
  ['help', ''],
  ['help list', 'list'],
  ['help account add', 'account add'],
  ['list --help', 'list'],
  ['--help list', 'list'],
  ['account -h add', 'account add'],
  ['account --help', 'account'],
  ['help --help', 'help'],
  ['help help', 'help'],
  ['-h list -h', 'list'],
])('tools %s asks for help over "%s", as the program reads it', async (line, words) => {
  const argv = line.split(' ');
  expect(wordsOfHelp(argv)).toBe(words);
  expect(await answerHelp(words, {}, undefined)).toBe((await runCli(argv)).stdout);
});

test.each([
  '',
  'list',
  'run codex -- --help',
  'list --help --json',
  'help --plain',
  'help account#add',
  'list -help',
  'help ""',
])('tools %s is not answered as help, or not by us', (line) => {
  expect(wordsOfHelp(line === '' ? [] : line.split(' '))).toBeUndefined();
});
