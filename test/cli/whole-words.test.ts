import type { Command, CommandClass } from 'clipanion';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CliContext } from '../../src/cli/cli-context.ts';
import type { CommandEntry } from '../../src/cli/command-entry.ts';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { commandTable } from '../../src/cli/commands/index.ts';
import { cliOf } from '../../src/cli/odd-line.ts';
import { readWholeWords } from '../../src/cli/whole-words.ts';

type Class = CommandClass<CliContext>;
const classes = new Map<CommandEntry, Class>();

beforeAll(async () => {
  for (const entry of commandTable) classes.set(entry, await entry.load());
});

describe('a plain line is read as clipanion reads it', () => {
  test.for(commandTable)('$words', (entry) => {
    const command = classes.get(entry) as Class;
    const agreed = fc.property(linesOf(entry, command), (argv) => agree(command, argv));
    expect(fc.check(agreed, { numRuns: 200 })).toMatchObject({ failed: false });
  });
});

test('the lines of every example are plain, but where a command takes any number of arguments', () => {
  const odd = commandTable.flatMap((entry) => {
    const command = classes.get(entry) as Class;
    return examplesOf(command)
      .filter((argv) => !readWholeWords(command, argv))
      .map((argv) => argv.join(' '));
  });
  expect(
    odd.filter((line) => !/^(?:login|rename|run|exec|share (?:add|remove)|shim (?:en|dis)able)\b/.test(line)),
  ).toEqual([]);
});

test.each([
  [['rename', 'codex', 'a']],
  [['rename', 'codex', 'a', 'b', 'c']],
  [['rename', 'codex', 'a', '']],
  [['rename', 'codex', 'a', '-b']],
  [['rename', 'codex', 'a', '--', 'b']],
  [['rename', 'codex', 'a', 'b', '--nope']],
  [['list', '--installation']],
  [['list', '--installation', '--json']],
  [['list', '--installation=one']],
  [['list', '-ione']],
  [['run', 'codex']],
])('%j is for clipanion', (argv) => {
  const line = readCommandLine(argv, commandTable);
  if (line.kind !== 'command') throw new Error(`no command: ${argv.join(' ')}`);
  expect(readWholeWords(classes.get(line.entry) as Class, line.argv)).toBeUndefined();
});

/** Where both read it they have read the same; where clipanion refuses, ours has given up. */
function agree(command: Class, argv: readonly string[]): void {
  const plain = readWholeWords(command, argv);
  if (!plain) return;
  const read = cliOf([command], false).process([...argv], {} as CliContext);
  expect(fieldsOf(plain)).toEqual(fieldsOf(read));
}

function fieldsOf(command: Command<CliContext>): object {
  const { context, tokens, ...fields } = command as Command<CliContext> & { tokens?: unknown };
  return { kind: command.constructor, ...fields };
}

/** Words that the command knows in any order and number, and some that it does not. */
function linesOf(entry: CommandEntry, command: Class): fc.Arbitrary<string[]> {
  const options = cliOf([command], false).definition(command)?.options ?? [];
  const names = options.flatMap(({ nameSet }) => nameSet);
  const further = [
    'codex',
    'work',
    'a b',
    'codex@work',
    '',
    '-',
    '--',
    '-x',
    '-h',
    '--no-json',
    '--json=1',
    '0',
    'ü',
  ];
  const word = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('codex', 'work', 'home', 'x') },
    { weight: 3, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom(...further) },
  );
  return fc
    .tuple(fc.constantFrom(...entry.words), fc.array(word, { maxLength: 6 }))
    .map(([words, rest]) => [...words.split(' '), ...rest]);
}

function examplesOf(command: Class): readonly string[][] {
  const examples = cliOf([command], false).definition(command)?.examples ?? [];
  return examples.flatMap(([, line]) => {
    const read = readCommandLine(line.split(/\s+/).slice(1), commandTable);
    return /['"|]/.test(line) || read.kind !== 'command' || classes.get(read.entry) !== command
      ? []
      : [[...read.argv]];
  });
}
