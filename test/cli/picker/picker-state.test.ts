import { describe, expect, test } from 'vitest';
import {
  type Deed,
  filtered,
  type Key,
  type PickerState,
  pressed,
  selectedRow,
  startState,
  withRows,
} from '../../../src/cli/picker/picker-state.ts';
import { pickerRow, someRows } from './rows.ts';

const names = new Set([
  'up',
  'down',
  'home',
  'end',
  'pageup',
  'pagedown',
  'return',
  'escape',
  'backspace',
  'ctrl-c',
  'ctrl-d',
  'ctrl-z',
  'ctrl-u',
  'f5',
]);

/** Keys by their names, between blanks; whatever is no name is typed. */
function type(keys: string, from = startState(someRows), page = 2): { state: PickerState; deed?: Deed } {
  let state = from;
  let deed: Deed | undefined;
  for (const word of keys.split(' ').filter(Boolean)) {
    const presses: Key[] = names.has(word)
      ? [{ name: word, text: '' }]
      : [...word].map((text) => ({ name: text, text: text === '␣' ? ' ' : text }));
    for (const key of presses) [state, deed] = pressed(state, key, page);
  }
  return { state, ...(deed && { deed }) };
}

const at = (state: PickerState) => {
  const row = selectedRow(state);
  return row && `${row.tool}#${row.label}`;
};

describe('where one is', () => {
  test.each([
    ['', 'codex#work'],
    ['up', 'codex#personal'],
    ['up up up up', 'claude#client'],
    ['down', 'gemini#system'],
    ['down down', 'gemini#system'],
    ['home', 'claude#client'],
    ['end', 'gemini#system'],
    ['pageup', 'claude#client'],
    ['home pagedown', 'codex#work'],
    ['f5', 'codex#work'],
  ])('after "%s": %s', (keys, account) => {
    expect(at(type(keys).state)).toBe(account);
  });

  test('where nobody chose, at the first', () => {
    expect(at(startState(someRows.map((row) => ({ ...row, active: '' }))))).toBe('claude#client');
  });
});

describe('a key is a command line', () => {
  test.each([
    ['return', 'run codex -a work', 'last'],
    ['l', 'login codex -a work', 'aside'],
    ['d', 'use codex work --global', 'quiet'],
    ['b', 'link codex work', 'quiet'],
    ['r', 'remove codex work', 'aside'],
    ['down return', 'run gemini -a system', 'last'],
    ['/ per return', 'run codex -a personal', 'last'],
  ])('%s: tools %s', (keys, line, how) => {
    expect(type(keys).deed).toEqual({ kind: 'command', line: line.split(' '), how });
  });

  test.each([
    ['q', { kind: 'leave', code: 0 }],
    ['escape', { kind: 'leave', code: 0 }],
    ['ctrl-c', { kind: 'leave', code: 130 }],
    ['/ per ctrl-c', { kind: 'leave', code: 130 }],
    ['ctrl-z', { kind: 'suspend' }],
    ['? ctrl-c', { kind: 'leave', code: 130 }],
    ['n', { kind: 'new', tool: 'codex' }],
    ['/ nobody return', undefined],
    ['/ nobody return escape', undefined],
    ['ctrl-d', undefined],
  ])('%s', (keys, deed) => {
    expect(type(keys).deed).toEqual(deed);
  });

  test.each(['?', 'i'])('%s shows a page, and any key leads back from it, doing nothing else', (key) => {
    const shown = type(key).state;
    expect(shown.mode).toBe(key === '?' ? 'help' : 'info');
    for (const next of ['d', 'r', 'return', 'escape', 'q']) {
      const back = type(next, shown);
      expect(back.state.mode).toBe('list');
      expect(back.deed).toBeUndefined();
    }
  });
});

describe('a filter', () => {
  test.each([
    ['/', 4],
    ['/ co', 2],
    ['codex', 2],
    ['/ CODEX', 2],
    ['/ plus', 1],
    ['/ acme', 1],
    ['/ codex␣me@work', 1],
    ['/ work␣codex', 1],
    ['/ nobody', 0],
    ['/ codex␣nobody', 0],
    ['/ co backspace backspace', 4],
    ['/ nobody ctrl-u', 4],
    ['/ nobody escape', 4],
  ])('"%s" leaves %d', (keys, count) => {
    expect(filtered(type(keys).state)).toHaveLength(count);
  });

  test('letters that are commands are typed into it, and do nothing', () => {
    const { state, deed } = type('/ ldbirnq?/');
    expect(deed).toBeUndefined();
    expect(state.filter).toBe('ldbirnq?/');
  });

  test('it stays on the account while that is to be seen, and then goes to the first', () => {
    expect(at(type('/ codex').state)).toBe('codex#work');
    expect(at(type('/ per').state)).toBe('codex#personal');
    expect(at(type('/ per escape').state)).toBe('codex#personal');
    expect(at(type('/ nobody').state)).toBeUndefined();
  });

  test('backspace in an empty one ends it, and letters are commands again', () => {
    expect(type('/ c backspace backspace d').deed).toMatchObject({ kind: 'command', how: 'quiet' });
  });

  test('wide letters: backspace takes one away', () => {
    expect(type('/ 日本 backspace').state.filter).toBe('日');
    expect(type('/ e\u0301x backspace').state.filter).toBe('e\u0301');
  });
});

describe('rows that were read again', () => {
  test('the same account stays selected, wherever it is now', () => {
    const more = [pickerRow({ tool: 'aaa', label: 'new' }), ...someRows];
    expect(at(withRows(startState(someRows), more, ''))).toBe('codex#work');
  });

  test('of one that is gone the place stays; of the last the one before', () => {
    const removed = (label: string) => someRows.filter((row) => row.label !== label);
    expect(at(withRows(startState(someRows), removed('work'), 'removed'))).toBe('gemini#system');
    expect(at(withRows(type('end').state, removed('system'), ''))).toBe('codex#work');
    expect(at(withRows(startState(someRows), [], ''))).toBeUndefined();
  });

  test('what came of it is shown until the next key', () => {
    const told = withRows(startState(someRows), someRows, 'work is now the default');
    expect(told.notice).toBe('work is now the default');
    expect(type('down', told).state.notice).toBe('');
  });
});
