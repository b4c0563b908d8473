import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCommandLine } from '../../../src/cli/command-line.ts';
import { commandTable } from '../../../src/cli/commands/index.ts';
import { cliOf } from '../../../src/cli/odd-line.ts';

const folder = resolve(import.meta.dirname, '../../../src/cli/commands');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
  .map((file) => file.replaceAll('\\', '/'));

test('the table and the files are the same commands', () => {
  const named = commandTable.map(({ words }) => `${words[0]?.replace(' ', '/')}.ts`);
  expect([...named].sort()).toEqual([...files].sort());
});

test('no two commands are picked by the same words', () => {
  const words = commandTable.flatMap((entry) => entry.words);
  expect(new Set(words).size).toBe(words.length);
});

test.each(files)('commands/%s is one class of at most 120 lines', (file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  expect(text.match(/^export /gm)).toEqual(['export ']);
});

describe.each(commandTable)('tools $words', ({ words, load }) => {
  test('is found under its words and nothing else', async () => {
    expect((await load()).paths?.map((path) => path.join(' '))).toEqual(words);
  });

  test('says what it is, in a category, with an example', async () => {
    const { usage } = await load();
    expect(usage?.category).toMatch(/\w/);
    expect(usage?.description).toMatch(/^[a-z]/);
    expect(usage?.examples?.length).toBeGreaterThan(0);
  });

  test('its examples parse, as this command', async () => {
    const command = await load();
    for (const [, line] of command.usage?.examples ?? []) {
      const argv = wordsOf(line);
      const read = readCommandLine(argv, commandTable);
      if (read.kind !== 'command') throw new Error(`${line} is no command`);
      const parsed = cliOf([command], false).process([...read.argv], {} as never);
      expect(parsed).toBeInstanceOf(command);
      expect(parsed.help).toBe(false);
    }
  });

  test('each option is described', async () => {
    const [definition] = cliOf([await load()], false).definitions();
    expect(definition?.options.filter(({ description }) => !description)).toEqual([]);
  });
});

/** `eval "$($0 env foo)"` → env foo */
function wordsOf(example: string): readonly string[] {
  const ours = /\$0 ([^|)]*)/.exec(example)?.[1] ?? '';
  return [...ours.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}
