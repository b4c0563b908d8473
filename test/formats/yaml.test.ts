import { describe, expect, test } from 'vitest';
import { parseYaml } from '../../src/formats/index.ts';

describe('parseYaml', () => {
  test.each([
    ['', null],
    ['\uFEFFdefault: work\n', { default: 'work' }],
    [
      '# made by js-yaml\nversion: 13\naccounts:\n  work:\n    created: 2026-01-01T00:00:00.000Z\n    last_used: null\n',
      { version: 13, accounts: { work: { created: '2026-01-01T00:00:00.000Z', last_used: null } } },
    ],
    ['{"json": [1, true]}', { json: [1, true] }],
  ])('%j is %j', (text, value) => {
    expect(parseYaml(text)).toEqual(value);
  });

  test.each(['a: [', 'a: 1\na: 2\n', 'a: "x', '- a\nb: 1\n'])(
    '%j is damaged, and nothing of it is quoted',
    (text) => {
      const thrown = (() => {
        try {
          parseYaml(`secret: sk-dummy\n${text}`, '/x.yaml');
          return undefined;
        } catch (error) {
          return error as Error;
        }
      })();
      expect(thrown).toMatchObject({ code: 'DOCUMENT_DAMAGED', data: { source: '/x.yaml' } });
      expect(thrown?.message).not.toContain('sk-dummy');
    },
  );

  test('a document that grows without bound when its aliases are followed is refused', () => {
    const lines = ['a0: &a0 [x, x]'];
    for (let step = 1; step < 12; step++)
      lines.push(
        `a${step}: &a${step} [${Array(9)
          .fill(`*a${step - 1}`)
          .join(', ')}]`,
      );
    expect(() => parseYaml(lines.join('\n'))).toThrow(expect.objectContaining({ code: 'DOCUMENT_DAMAGED' }));
  });

  test.each([
    ['brackets', '['.repeat(20_000)],
    ['braces that are closed', `${'{a: '.repeat(3000)}1${'}'.repeat(3000)}`],
    ['lists in one line', `${'- '.repeat(5000)}x`],
    ['maps, line by line', Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
    ['an alias for what it stands in', 'a: &a {b: *a}'],
    ['more keys than can be compared', Array.from({ length: 30_000 }, (_, at) => `k${at}: 1`).join('\n')],
  ])('%s: refused at once', (_case, text) => {
    const begun = performance.now();
    expect(() => parseYaml(text)).toThrow(expect.objectContaining({ code: 'DOCUMENT_DAMAGED' }));
    expect(performance.now() - begun).toBeLessThan(1000);
  });

  test('a key __proto__ is data like any other', () => {
    const value = parseYaml('__proto__:\n  admin: true\n') as object;
    expect(Object.hasOwn(value, '__proto__')).toBe(true);
    expect((value as { admin?: unknown }).admin).toBeUndefined();
  });
});
