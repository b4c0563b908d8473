import { describe, expect, test } from 'vitest';
import { commandTable } from '../../src/cli/commands/index.ts';
import { helpText } from '../../src/cli/help-text.ts';
import { testHost } from '../support/temp-home.ts';

const help = (words: string, columns?: number) =>
  helpText(words, commandTable, {
    host: testHost({ env: { NO_COLOR: '1' } }),
    stdout: { isTTY: columns !== undefined, columns } as unknown as NodeJS.WriteStream,
  });
const pages = ['', 'account', ...commandTable.map(({ words }) => words[0] ?? '')];

describe.each([40, 80])('on a terminal of %d columns', (columns) => {
  test.each(pages)('help %s: no line is wider, but for examples', async (page) => {
    const lines = (await help(page, columns)).split('\n').filter((line) => !/^ {4}\S/.test(line));
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
  });
});

test('a page says how it is typed, what it does, its options and examples, in this order', async () => {
  const page = await help('rename');
  const titles = [
    'Usage\n  tools rename <tool> <label> <new label>',
    'Options',
    '-a, --account, --profile',
    'Examples',
  ];
  const places = titles.map((title) => page.indexOf(title));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect([...places].sort((a, b) => a - b)).toEqual(places);
});

test.each(pages)('help %s: nothing of the library that parses shows through', async (page) => {
  expect(await help(page)).not.toMatch(/#0|━|\.\.\.$/m);
});
