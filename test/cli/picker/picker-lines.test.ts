import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { colorsFor } from '../../../src/cli/colors.ts';
import { layoutOf, pickerLines, visibleRows } from '../../../src/cli/picker/picker-lines.ts';
import type { PickerRow } from '../../../src/cli/picker/picker-row.ts';
import { type PickerState, selectedRow, startState } from '../../../src/cli/picker/picker-state.ts';
import { pickerRow, someRows } from './rows.ts';

function draw(state: PickerState, columns: number, rows: number, isColored = false): readonly string[] {
  const measure = stringWidth;
  const layout = layoutOf(state.rows, measure, columns);
  const loginOf = (row: PickerRow) => (row.label === 'personal' ? 'loggedOut' : 'loggedIn');
  return pickerLines(state, { columns, rows }, { measure, colors: colorsFor(isColored), layout, loginOf });
}

test('by tool, with who, where it is active, its login and when it was used', () => {
  expect(draw(startState(someRows), 100, 12)).toEqual(
    [
      'Accounts, 3 of 4',
      'CLAUDE',
      '   client    me@client.example             logged in                not used yet',
      'CODEX',
      '   personal  me@example.org          plus  logged out               not used yet',
      '❯  work      me@work.example (Acme)        logged in   the default  not used yet',
      'GEMINI',
      '   system                                  logged in                not used yet',
      '',
      '',
      '',
      'enter run · l login · d default · b link here · r remove · i info · n new · / filter · ? help · q leave',
    ].map((line) => (line.length > 100 ? expect.stringMatching(/^enter run · .* · q leave$/) : line)),
  );
});

test('the active one that is not selected has a star', () => {
  const state = { ...startState(someRows), selected: 0 };
  const lines = draw(state, 100, 12).map((line) => line.slice(0, 12).trimEnd());
  expect(lines).toContain('*  work');
  expect(lines).toContain('❯  client');
});

test('three rows: the list alone, with the selected one in it', () => {
  expect(draw(startState(someRows), 40, 3)).toEqual([
    expect.stringContaining('personal'),
    expect.stringContaining('❯  work'),
    'GEMINI',
  ]);
  expect(draw(startState(someRows), 40, 1)).toEqual([expect.stringContaining('❯  work')]);
});

test('twenty columns: what is typed again stays, and the way out', () => {
  const lines = draw(startState(someRows), 20, 10);
  expect(lines).toContainEqual(expect.stringContaining('personal'));
  expect(lines.at(-1)).toBe('enter run · q leave');
});

test('two hundred accounts: it scrolls, and the selected one is always to be seen', () => {
  const rows = Array.from({ length: 200 }, (_, at) =>
    pickerRow({ tool: `t${at % 7}`, label: `a${at}` }),
  ).sort((a, b) => (a.tool < b.tool ? -1 : 1));
  for (const selected of [0, 1, 2, 9, 10, 11, 50, 99, 150, 188, 189, 190, 198, 199]) {
    const state = { ...startState(rows), selected };
    const lines = draw(state, 80, 24);
    expect(lines.filter((line) => line.startsWith('❯')).join()).toContain(`❯  ${rows[selected]?.label} `);
    expect(lines).toHaveLength(24);
    expect(visibleRows(state, { columns: 80, rows: 24 })).toContain(selectedRow(state));
  }
});

test('nothing left by the filter says so', () => {
  expect(draw({ ...startState(someRows), filter: 'nobody', selected: 0 }, 80, 10).slice(0, 2)).toEqual([
    'Accounts, 0 of 0, with: nobody',
    '  nothing is called so',
  ]);
});

test('a page says all of an account, and cuts nothing', () => {
  const home = `/home/me/${'x'.repeat(70)}/home`;
  const rows = [pickerRow({ tool: 'codex', label: 'work', facts: [['Directory', home]] })];
  const lines = draw({ ...startState(rows), mode: 'info' }, 40, 20);
  expect(lines.join('').replaceAll(' ', '')).toContain(home);
});

describe('whatever the labels are', () => {
  const odd = [
    '日本語の作業',
    '👩‍💻',
    '🇩🇪 Büro',
    'e\u0301\u0302\u0323x',
    'עבודה',
    'شخصي-2',
    'ﬁ',
    'x'.repeat(64),
  ];

  test.each([1, 2, 5, 8, 10, 20, 33, 80, 200])(
    '%d columns: no line is wider, nothing is halved',
    (columns) => {
      const rows = odd.map((label) =>
        pickerRow({ tool: '語語', label, who: `${label}@${label}`, plan: label }),
      );
      for (let selected = 0; selected < rows.length; selected += 1)
        for (const mode of ['list', 'filter', 'help', 'info'] as const)
          for (const line of draw({ ...startState(rows), selected, mode }, columns, 20)) {
            expect(stringWidth(line)).toBeLessThanOrEqual(columns);
            expect(line).not.toMatch(/\p{Cs}/u);
          }
    },
  );

  test('labels of every script stand in one column', () => {
    const rows = odd.slice(0, 6).map((label) => pickerRow({ tool: 't', label }));
    const starts = draw(startState(rows), 120, 20)
      .filter((line) => line.includes('logged in'))
      .map((line) => stringWidth(line.slice(0, line.indexOf('logged in'))));
    expect(new Set(starts).size).toBe(1);
  });

  test('any rows, any size: as many lines as there is room for at most, none too wide, and the colours add nothing', () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .map((some) => some.replace(/[\p{C}\p{Z}]/gu, ''));
    const row = fc
      .record({ tool: fc.constantFrom('a', 'b', '語'), label: text, who: text, plan: text, active: text })
      .map((given) => pickerRow(given));
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 130 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(29),
        (rows, columns, height, selected) => {
          const state = { ...startState(rows), selected: Math.min(selected, rows.length - 1) };
          const lines = draw(state, columns, height);
          expect(lines.length).toBeLessThanOrEqual(height);
          for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
          expect(draw(state, columns, height, true).map((line) => withoutColors(line).trimEnd())).toEqual(
            lines,
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

function withoutColors(line: string): string {
  return line.replace(/\x1b\[\d+m/g, '');
}
