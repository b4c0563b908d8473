import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { settingsTable } from '../../src/settings/index.ts';

test('docs/settings.md says what the table says', async () => {
  const page = [
    '# Settings',
    'Generated from the one table of settings; `npm run docs` writes it anew.',
    'Your own, in `settings.json` in our folder. `tools settings list` shows them with their values; `get`, `set` and `unset` read and change one. `<name>` stands for a name of yours or the id of a tool.',
    [
      '| key | value | default | what it does |',
      '|---|---|---|---|',
      ...settingsTable.map(
        ({ key, type, default: value, description }) =>
          `| \`${key}\` | ${type === 'switch' ? '`true` or `false`' : 'a line of text'} | ${value === null ? 'none' : `\`${value}\``} | ${description} |`,
      ),
    ].join('\n'),
  ];
  await expect(`${page.join('\n\n')}\n`).toMatchFileSnapshot(
    resolve(import.meta.dirname, '../../docs/settings.md'),
  );
});
