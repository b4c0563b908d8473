import { resolve } from 'node:path';
import type { Definition } from 'clipanion';
import { expect, test } from 'vitest';
import type { CommandEntry } from '../../src/cli/command-entry.ts';
import { namesOf, paragraphsOf, usageOf } from '../../src/cli/command-help.ts';
import { commandTable } from '../../src/cli/commands/index.ts';
import { cliOf } from '../../src/cli/odd-line.ts';

test('docs/commands.md says what the commands say', async () => {
  const commands = await Promise.all(
    commandTable.map(async (entry) => {
      const [definition] = cliOf([await entry.load()], false).definitions();
      if (!definition) throw new Error(`${entry.words[0]} has no usage`);
      return { entry, definition, options: definition.options.map(optionLine) };
    }),
  );
  const common = commands.reduce(
    (kept: readonly string[], { options }, index) =>
      index === 0 ? options : kept.filter((line) => options.includes(line)),
    [],
  );
  const page = [
    '# Commands',
    'Generated from the commands themselves; `npm run docs` writes it anew.',
    "`tools <verb> [tool] [options] [-- the tool's own arguments]`",
    'Wherever a tool is asked, an address may stand: `tool`, `tool@installation`, `tool#account` or `tool@installation#account`. Answers go to stdout, everything else to stderr. With `--json` the answer is one document with `schemaVersion`, and a failure is `{"error":{"code","message","hint"}}` on stderr; the codes are in [errors.md](errors.md). Without a terminal nothing is asked: the missing option is named.',
    '',
    'Before the verb, `--plugin PATH` uses a plugin in that one command, though it is not enabled. `--yes` beside it agrees to what the plugin asks for.',
    ['Options of every command:', '', ...common].join('\n'),
    ...commands.map(({ entry, definition, options }) =>
      section(
        definition,
        entry,
        options.filter((line) => !common.includes(line)),
      ),
    ),
  ];
  await expect(`${page.join('\n\n')}\n`).toMatchFileSnapshot(
    resolve(import.meta.dirname, '../../docs/commands.md'),
  );
});

function section(definition: Definition, entry: CommandEntry, options: readonly string[]): string {
  const { description, details = '', examples = [], category } = definition;
  const { words } = entry;
  return [
    `## ${words[0]}`,
    `*${category?.trim()}*: ${description?.trim()}.`,
    ['```', usageOf(entry, definition), '```'].join('\n'),
    words.length > 1
      ? `Also: ${words
          .slice(1)
          .map((other) => `\`${other}\``)
          .join(', ')}.`
      : '',
    paragraphsOf(details).join('\n\n'),
    options.join('\n'),
    examples.map(([label, line]) => `${label.trim()}:\n\n\`\`\`\n${line}\n\`\`\``).join('\n\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function optionLine({ definition, description }: Definition['options'][number]): string {
  return `- \`${namesOf(definition)}\`: ${description?.trim()}`;
}
