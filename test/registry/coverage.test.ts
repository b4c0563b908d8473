import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AIToolRegistry,
  type CoverageRecord,
  cover,
  coverageMarker,
  formatCoverage,
  parseCoverage,
  pendingTools,
  RegistrationError,
} from '../../src/registry/index.ts';
import { holds } from '../support/holds.ts';

const none: CoverageRecord = parseCoverage(undefined);

function registryOf(...ids: readonly string[]): AIToolRegistry {
  const registry = new AIToolRegistry();
  for (const id of ids) registry.register({ id, displayName: id });
  return registry;
}

const pendingIds = (registry: AIToolRegistry, record: CoverageRecord) =>
  pendingTools(registry, record).map(({ id }) => id);

describe('reading', () => {
  test.each([
    ['no file', undefined, { marker: '', ids: [] }],
    ['an empty file', '', { marker: '', ids: [] }],
    ['ids, sorted and once', 'v3\ncodex\nclaude\ncodex\n', { marker: 'v3', ids: ['claude', 'codex'] }],
    [
      'line 1 is never an id, even when it looks like one',
      'claude\ncodex\n',
      { marker: 'claude', ids: ['codex'] },
    ],
    ['an id that looks like a marker is an id from line 2 on', 'v3\nv3\n', { marker: 'v3', ids: ['v3'] }],
    ['lines of Windows', 'v3\r\ncodex\r\n', { marker: 'v3', ids: ['codex'] }],
    ['no line break at the end', 'v3\ncodex', { marker: 'v3', ids: ['codex'] }],
    ['what is no id is not one', 'v3\n\n \ncodex \n../evil\ncodex\n', { marker: 'v3', ids: ['codex'] }],
    ['a tool that nobody knows stays', 'v3\nlong-gone\n', { marker: 'v3', ids: ['long-gone'] }],
  ])('%s', (_, text, expected) => {
    expect(parseCoverage(text)).toEqual(expected);
  });

  test('an old marker without ids stands for its fixed set, and only that marker', () => {
    const declared = { v1: ['claude'], v3: ['gemini', 'claude', 'codex'] };
    expect(parseCoverage('v1\n', declared).ids).toEqual(['claude']);
    expect(parseCoverage('v3', declared).ids).toEqual(['claude', 'codex', 'gemini']);
    expect(parseCoverage('v3\ncodex\n', declared).ids).toEqual(['codex']);
    expect(parseCoverage('v4\n', declared).ids).toEqual([]);
    expect(parseCoverage('constructor\n', declared).ids).toEqual([]);
    expect(parseCoverage(formatCoverage([]), declared).ids).toEqual([]);
  });
});

describe('writing', () => {
  test('the marker, then one id a line, sorted', () => {
    expect(formatCoverage(['codex', 'claude', 'codex'])).toBe(`${coverageMarker}\nclaude\ncodex\n`);
    expect(formatCoverage([])).toBe(`${coverageMarker}\n`);
  });

  test('refuses an id that would forge a line', () => {
    expect(() => formatCoverage(['cursor\nclaude'])).toThrow(RegistrationError);
    expect(() => cover(none, ['cursor\nclaude'])).toThrow(RegistrationError);
  });
});

describe('work that is done once for each tool', () => {
  test('is pending for what is registered and not covered', () => {
    const registry = registryOf('codex', 'claude', 'gemini');
    expect(pendingIds(registry, none)).toEqual(['claude', 'codex', 'gemini']);
    expect(pendingIds(registry, parseCoverage('v\ncodex\nlong-gone\n'))).toEqual(['claude', 'gemini']);
  });

  test('is recorded only where it was settled: what failed or was absent comes again', () => {
    const before = registryOf('claude', 'codex');
    const record = cover(
      none,
      pendingIds(before, none).filter((id) => id !== 'codex'),
    );
    expect(record.ids).toEqual(['claude']);
    const after = registryOf('claude', 'codex', 'late-plugin');
    expect(pendingIds(after, record)).toEqual(['codex', 'late-plugin']);
  });

  test('loses no tool that is away now', () => {
    expect(cover(parseCoverage('v\nplugin\n'), ['claude']).ids).toEqual(['claude', 'plugin']);
  });

  test('holds for any ids: a record is what was ever settled, and survives being written', () => {
    const id = fc.constantFrom(
      'a',
      'b',
      'v3',
      coverageMarker.replace(' ', '-'),
      '道具',
      '\u{1f600}',
      '\uff5e',
      'Z',
    );
    holds(
      fc.property(fc.array(fc.array(id)), (runs) => {
        const record = runs.reduce((record, settled) => cover(record, settled), none);
        expect(new Set(record.ids)).toEqual(new Set(runs.flat()));
        const read = parseCoverage(formatCoverage(record.ids));
        expect(read.ids).toEqual(record.ids);
        expect(cover(read, []).ids).toEqual(record.ids);
      }),
    );
  });
});
