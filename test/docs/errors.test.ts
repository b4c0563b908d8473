import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { errorTable } from '../../src/errors/index.ts';

const root = resolve(import.meta.dirname, '../..');
const codes = Object.keys(errorTable).sort();
const rows = errorTable as unknown as Readonly<
  Record<
    string,
    {
      readonly exit: number;
      readonly message: (data: unknown) => string;
      readonly hint: (data: unknown) => string;
    }
  >
>;

/** Any data at all: every name stands for itself. */
const placeholders: unknown = new Proxy(() => '', {
  get: (_target, name) => {
    if (name === Symbol.toPrimitive) return () => '…';
    if (name === Symbol.iterator) return [][Symbol.iterator];
    return new Proxy(
      Object.assign(() => '…', {}),
      inner(String(name)),
    );
  },
});

function inner(name: string): ProxyHandler<() => string> {
  const word = `‹${name}›`;
  return {
    get: (_target, key) => {
      if (key === Symbol.toPrimitive) return () => word;
      if (key === 'toString') return () => word;
      if (key === 'length') return 1;
      if (key === 'join') return () => word;
      if (key === 'map' || key === 'filter' || key === 'slice' || key === 'flatMap')
        return () => new Proxy(() => word, inner(name));
      if (key === 'at' || key === 'find' || key === 'replace' || key === 'trim') return () => word;
      return typeof key === 'string' && /^\d+$/.test(key) ? word : undefined;
    },
    apply: () => word,
  };
}

test('docs/errors.md says what the table says', async () => {
  const page = [
    '# Errors',
    'Generated from the one table of errors; `npm run docs` writes it anew. A code is never renamed and never used again. ‹Names› stand for what the sentence is about.',
    'Exit codes: 0 done, also for an empty list; 1 failed, a fault of ours, or `doctor` found something; 2 usage; 3 no such tool, account or key; 4 login needed, refused, or the wrong identity; 5 busy; 6 our state is damaged or newer than we are; 7 a write was aborted and did not happen; 126 and 127 cannot be started; 129, 130 and 143 cancelled by a signal or an answer. `run` and `exec` end as the program did.',
    '| code | exit | says | next |',
    '|---|---|---|---|',
    ...codes.map(
      (code) =>
        `| \`${code}\` | ${rows[code]?.exit} | ${cell(rows[code]?.message(placeholders))} | ${cell(rows[code]?.hint(placeholders))} |`,
    ),
  ];
  const text = `${page.slice(0, 3).join('\n\n')}\n\n${page.slice(3).join('\n')}\n`;
  await expect(text).toMatchFileSnapshot(join(root, 'docs/errors.md'));
});

test.each(codes)('%s is thrown somewhere', (code) => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/errors[\\/]/.test(file))
    .map((file) => readFileSync(join(root, 'src', file), 'utf8'));
  expect(sources.some((text) => text.includes(`'${code}'`))).toBe(true);
});

test.each(codes)('%s has an exit code of the table', (code) => {
  expect([1, 2, 3, 4, 5, 6, 7, 126, 127, 129, 130, 143]).toContain(rows[code]?.exit);
});

test.each(codes)('promise 9: %s has a sentence, and says what to do next', (code) => {
  expect(cell(rows[code]?.message(placeholders))).toMatch(/\S[.:?)›]/u);
  expect(cell(rows[code]?.hint(placeholders)).trim()).not.toBe('');
});

/** What a lookup by a placeholder finds is nothing: the sentence has several endings. */
function cell(text: unknown): string {
  const shown = text === undefined ? '…' : String(text);
  return shown
    .replaceAll('undefined', '…')
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .replaceAll('<', '\\<');
}
