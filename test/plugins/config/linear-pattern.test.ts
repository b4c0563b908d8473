import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linearPattern } from '../../../src/plugins/config/linear-pattern.ts';
import { holds } from '../../support/holds.ts';

function verdict(source: string, text: string): boolean {
  const compiled = linearPattern(source);
  if ('problem' in compiled) throw new Error(`${source} ${compiled.problem}`);
  return compiled.test(text);
}

const problemOf = (source: string) => {
  const compiled = linearPattern(source);
  return 'problem' in compiled ? compiled.problem : undefined;
};

describe('a pattern says of a text what RegExp says', () => {
  const texts = [
    '',
    'a',
    'ab',
    'aab',
    'b',
    'eu-west-1',
    'x\ny',
    '😀',
    'a😀',
    '😀😀',
    '\ud83d',
    'é',
    '{',
    ']',
    '-',
    'A9_',
  ];
  test.each([
    '',
    'a',
    '^a',
    'a$',
    '^$',
    '^a*b$',
    '^[a-z]+(?:-[a-z0-9]+)*$',
    'a|b',
    '^(?:a|b|)$',
    '(a)(?<two>b)',
    '^a{2}b?$',
    '^.{1,2}$',
    '^.{2,}$',
    'a*?b',
    '^[^a-y]$',
    '^[\\]{-]$',
    '\\u{1f600}',
    '^\\ud83d\\ude00$',
    '^\\p{L}+$',
    '^\\w\\d\\W?$',
    '^\\x61\\s*$',
    '(?:^a|b$)+',
    '(?:a?){3}b',
    '(?:|a)+$',
    '((a*)*)*$',
    '[]',
    '[^]',
    '\\{|\\]',
    '^(?:(?:a|b)(?:a|b)?)+$',
  ])('%s', (source) => {
    for (const text of texts)
      expect([text, verdict(source, text)]).toEqual([text, new RegExp(source, 'u').test(text)]);
  });

  const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '^', '$', '\\u{61}', '😀');
  const { pattern } = fc.letrec<{ pattern: string; part: string; group: string }>((tie) => ({
    part: fc.oneof(
      { depthSize: 'small' },
      { weight: 4, arbitrary: atom },
      { weight: 2, arbitrary: tie('group') },
    ),
    group: fc
      .tuple(
        fc.constantFrom('(?:', '('),
        tie('pattern'),
        fc.constantFrom(')', ')*', ')+', ')?', '){0,2}', '){2}', ')*?'),
      )
      .map((parts) => parts.join('')),
    pattern: fc
      .array(
        fc
          .tuple(tie('part'), fc.constantFrom('', '', '', '*', '+', '?', '{0,3}', '|'))
          .map(([part, mark]) => (/[$^]$/.test(part) && mark !== '|' ? part : part + mark)),
        { maxLength: 4 },
      )
      .map((parts) => parts.join('')),
  }));
  const isSlow = (source: string) => (source.match(/[*+]|\{0,/g) ?? []).length > 5;

  test('whatever it is made of', () => {
    holds(
      fc.property(pattern, fc.stringMatching(/^[ab0😀\n]{0,8}$/u), (source, text) => {
        // RegExp itself could take for ever.
        fc.pre(!isSlow(source) && problemOf(source) === undefined);
        expect(verdict(source, text)).toBe(new RegExp(source, 'u').test(text));
      }),
      2_000,
    );
  });
});

test.each([
  ['^(a+)+$', false],
  ['^(a|a)*$', false],
  ['^(a|aa)+$', false],
  ['^(.*a){20}b', false],
  ['^(.*a){20}', true],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', false],
  ['^(?:a*)*(?:a*)*(?:a*)*$', false],
  ['a*a*a*a*a*a*a*x', false],
  ['(?:a?){100}a{100}', true],
])('%s, over which RegExp could sit for years, is answered: %j', (source, answer) => {
  expect(verdict(source, `${'a'.repeat(4_000)}\u0000`)).toBe(answer);
});

test.each([
  ['(', 'is no regular expression'],
  ['a**', 'is no regular expression'],
  ['[b-a]', 'is no regular expression'],
  ['{', 'is no regular expression'],
  ['(?=a)', 'must not look ahead or behind'],
  ['(?<!a)b', 'must not look ahead or behind'],
  ['(a)\\1', 'must have no \\b and no back references'],
  ['(?<x>a)\\k<x>', 'must have no \\b and no back references'],
  ['\\ba', 'must have no \\b and no back references'],
  ['a{1001}', 'is too large'],
  ['(?:a{100}){100}', 'is too large'],
  ['(?:(?:a{0,99}){0,99}){0,99}', 'is too large'],
  ['(?:){99999999}', 'is too large'],
  ['(?:(?:){99999999}){99999999}', 'is too large'],
  [`${'('.repeat(100)}${')'.repeat(100)}`, 'is nested too deeply'],
])('%s is refused', (source, problem) => {
  expect(problemOf(source)).toContain(problem);
});

test('no text is a pattern that throws', () => {
  holds(
    fc.property(
      fc.oneof(fc.string({ maxLength: 40 }), fc.stringMatching(/^[()[\]{}^$|*+?.\\a-c0-2,:<!=]{0,24}$/)),
      (source) => {
        const compiled = linearPattern(source);
        if ('test' in compiled) expect(typeof compiled.test('abc')).toBe('boolean');
        else expect(compiled.problem).toMatch(/^(?:is|must|has) /);
      },
    ),
    3_000,
  );
});
