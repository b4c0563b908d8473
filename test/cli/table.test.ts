import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { Report } from '../../src/cli/report.ts';
import { renderTable, type Table } from '../../src/cli/table.ts';
import { testHost } from '../support/temp-home.ts';

const table = {
  heads: ['Tool', 'Who'],
  rows: [
    ['foo', 'me@example.org'],
    ['barbar', '日本の人'],
  ],
};

function render(
  rows: Table,
  terminal?: number,
  env: Record<string, string> = { NO_COLOR: '1' },
  isPlain = false,
) {
  const host = testHost({ env });
  const stdout = { isTTY: terminal !== undefined, columns: terminal } as unknown as NodeJS.WriteStream;
  const report = new Report({ host } as never, undefined, { json: false, codes: false, quiet: false });
  return renderTable({ stdout, host, report, isPlain } as never, rows);
}

test('in a pipe: tabs, no heads, whole values', async () => {
  expect(await render(table)).toEqual(['foo\tme@example.org', 'barbar\t日本の人']);
});

test('on a terminal: upper-case heads, columns without borders', async () => {
  expect(await render(table, 80)).toEqual(['TOOL    WHO', 'foo     me@example.org', 'barbar  日本の人']);
});

test.each([10, 16, 20, 24])(
  'a terminal of %d columns: no row is wider, what is cut says so',
  async (columns) => {
    const lines = await render(
      { ...table, rows: [...table.rows, ['x'.repeat(50), '語'.repeat(50)]] },
      columns,
    );
    const widest = Math.max(...lines.map((line) => stringWidth(line)));
    expect(widest).toBeLessThanOrEqual(Math.max(columns, 14));
    expect(lines.join('\n')).toContain('…');
  },
);

test('B131: a cell is one cell and one row whatever it holds', async () => {
  const lines = await render({ heads: ['A', 'B'], rows: [['a\tb\nc', '\x1b[31m']] });
  expect(lines).toEqual(['a\\tb\\nc\t\\x1b[31m']);
});

test('heads are bold where colours are wanted, and nothing is in a pipe', async () => {
  expect((await render(table, 80, { FORCE_COLOR: '1' }))[0]).toContain('\x1b[1m');
  expect((await render(table, 80, { FORCE_COLOR: '1', NO_COLOR: '1' }))[0]).not.toContain('\x1b');
  expect((await render(table, undefined, { FORCE_COLOR: '1' })).join('')).not.toContain('\x1b');
});

test('an empty table prints nothing', async () => {
  expect(await render({ heads: ['A', 'B'], rows: [] }, 80)).toEqual([]);
});

test('a column that says nothing is left out on a terminal, and is there in a pipe', async () => {
  const sparse = { heads: ['', 'Tool', 'Plan'], rows: [['', 'foo', '']] };
  expect(await render(sparse, 80)).toEqual(['  TOOL', '  foo']);
  expect(await render(sparse)).toEqual(['\tfoo\t']);
});

test('a note, in a last column without a head, is broken into lines, or stands below; a path stays whole', async () => {
  const noted = {
    heads: ['Tool', 'State', ''],
    rows: [
      ['foo', 'lost', 'kept in /a/very/long/path/of/a/file, for 30 days'],
      ['bar', 'well', ''],
    ],
  };
  expect(await render(noted, 80)).toEqual([
    'TOOL  STATE',
    'foo   lost   kept in /a/very/long/path/of/a/file, for 30 days',
    'bar   well',
  ]);
  expect(await render(noted, 50)).toEqual([
    'TOOL  STATE',
    'foo   lost   kept in /a/very/long/path/of/a/file,',
    '             for 30 days',
    'bar   well',
  ]);
  expect(await render(noted, 30)).toEqual([
    'TOOL  STATE',
    'foo   lost',
    '    kept in',
    '    /a/very/long/path/of/a/file,',
    '    for 30 days',
    'bar   well',
  ]);
  expect((await render(noted))[0]).toBe('foo\tlost\tkept in /a/very/long/path/of/a/file, for 30 days');
});

test('what is typed again is cut last, and the last columns go before a row is too wide, their room to those that stay', async () => {
  const accounts = {
    heads: ['Tool', 'Account', 'Who', 'Active'],
    rows: [['opencode', 'personal', 'somebody@example.org', 'the default']],
    whole: ['Tool', 'Account'],
  };
  expect((await render(accounts, 40))[1]).toBe('opencode  personal  somebody…  the defa…');
  expect((await render(accounts, 28))[1]).toBe('opencode  personal  somebod…');
  expect((await render(accounts, 16))[1]).toBe('openco…  person…');
});

test('what can be spared is left out before anything is cut; what tells by its end, too, is cut in the middle', async () => {
  const accounts = {
    heads: ['Tool', 'Who', 'Plan', 'Store'],
    rows: [
      ['codex', 'first.last@one.example.org', 'pro', 'file'],
      ['codex', '日本語の人@two.example.org', 'pro', 'file'],
    ],
    spare: ['Store', 'Plan'],
    keepsEnd: ['Who'],
  };
  expect((await render(accounts, 80))[1]).toBe('codex  first.last@one.example.org  pro   file');
  expect((await render(accounts, 40))[1]).toBe('codex  first.last@one.example.org  pro');
  expect((await render(accounts, 36))[1]).toBe('codex  first.last@one.example.org');
  expect((await render(accounts, 24)).slice(1)).toEqual([
    'codex  first.la…mple.org',
    'codex  日本語の…mple.org',
  ]);
});

test('a thing that rows have in common is said once on a terminal, and in every row elsewhere', async () => {
  const grouped = {
    heads: ['Tool', 'Account'],
    rows: [
      ['codex', 'a'],
      ['codex', 'b'],
      ['gemini', 'b'],
      ['codex', 'c'],
    ],
    grouped: 'Tool',
  };
  expect(await render(grouped, 80)).toEqual([
    'TOOL    ACCOUNT',
    'codex   a',
    '        b',
    'gemini  b',
    'codex   c',
  ]);
  expect((await render(grouped))[1]).toBe('codex\tb');
  expect((await render(grouped, 80, {}, true))[1]).toBe('Tool: codex; Account: b');
});

describe('plain', () => {
  const marked: Table = {
    heads: ['', 'Tool', 'Login', 'Plan', ''],
    rows: [
      [{ text: '✓', tone: 'good' }, 'codex', { text: 'logged in', tone: 'good' }, '', 'a note'],
      ['', '語'.repeat(60), 'logged out', 'pro', ''],
    ],
  };

  test('a row is a sentence: no marks, nothing cut, nothing empty, no colours', async () => {
    expect(await render(marked, 20, { FORCE_COLOR: '1' }, true)).toEqual([
      'Tool: codex; Login: logged in; a note',
      `Tool: ${'語'.repeat(60)}; Login: logged out; Plan: pro`,
    ]);
  });

  test('in a pipe it is what it always is', async () => {
    expect(await render(marked, undefined, {}, true)).toEqual(await render(marked));
  });
});

test('a colour says what the words say, and takes no room', async () => {
  const toned: Table = {
    heads: ['', 'Login', 'Who'],
    rows: [[{ text: '✗', tone: 'bad' }, { text: 'logged out', tone: 'bad' }, 'me']],
  };
  const colored = await render(toned, 80, { FORCE_COLOR: '1' });
  expect(colored[1]).toContain('\x1b[31m');
  expect(colored.map((line) => line.replace(/\x1b\[\d+m/g, ''))).toEqual(await render(toned, 80));
});

test('notes of wide letters are broken by the room they take', async () => {
  const noted = { heads: ['Tool', ''], rows: [['foo', Array(12).fill('日本語').join(' ')]] };
  for (const line of await render(noted, 40)) expect(stringWidth(line)).toBeLessThanOrEqual(40);
});
