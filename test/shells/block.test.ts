import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findBlock, withBlock, withoutBlock } from '../../src/shells/block.ts';

const block = { shell: 'bash', lines: ['read this', 'and that'], note: {} };
const texts: readonly (readonly [name: string, text: string])[] = [
  ['an empty file', ''],
  ['a file of one line', 'alias a=b\n'],
  ['no end of the last line', 'alias a=b'],
  ['several ends of the last line', 'alias a=b\n\n\n'],
  ['CRLF', 'alias a=b\r\nalias c=d\r\n'],
  ['CRLF and no end of the last line', 'alias a=b\r\nalias c=d'],
  ['a lone CR at the end', 'a\r'],
  ['a mark of bytes and bytes that are no UTF-8', '\u00ef\u00bb\u00bfa\u00ff\u0000b\n'],
  ['a block of somebody else', '# >>> conda initialize >>>\nx\n# <<< conda initialize <<<\n'],
];

describe.each(['bash', 'pwsh'])('in a file of %s', (shell) => {
  const made = { ...block, shell };

  test.each(texts)('%s: put in and taken out, to the byte', (_name, text) => {
    const with1 = withBlock(text, made);
    expect(with1).not.toBe(text);
    expect(findBlock(with1)).toMatchObject({ state: 'there', lines: made.lines, foreign: '' });
    expect(withoutBlock(with1)).toBe(text);
    // Once more changes nothing; something else changes that alone.
    expect(withBlock(with1, made)).toBe(with1);
    const with2 = withBlock(with1, { ...made, lines: ['another'] });
    expect(findBlock(with2)).toMatchObject({ lines: ['another'] });
    expect(withBlock(with2, made)).toBe(with1);
    expect(withoutBlock(with2)).toBe(text);
  });
});

test('any text, and text put after it: what is not ours is as it was', () => {
  const some = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r\n', '\r', '#', 'é'), maxLength: 20 });
  fc.assert(
    fc.property(some, some, fc.constantFrom('zsh', 'pwsh'), (text, more, shell) => {
      const put = withBlock(text, { ...block, shell });
      expect(withoutBlock(put)).toBe(text);
      if (more === '') return;
      // The line end that the block needed stays: by now it ends a line in the middle.
      const kept = withoutBlock(put + more);
      expect([
        text + more,
        text + (text.includes('\r\n') && shell === 'pwsh' ? '\r\n' : '\n') + more,
      ]).toContain(kept);
    }),
    { numRuns: 500 },
  );
});

test('the marks and the warning stand around signed lines', () => {
  expect(withBlock('a', block)).toBe(
    [
      'a',
      '# >>> ai-tools >>> made by: tools init bash --write; taken away by: tools init bash --remove; do not edit',
      'read this # ai-tools',
      'and that # ai-tools',
      '# <<< ai-tools <<< line end added',
      '',
    ].join('\n'),
  );
});

test('CRLF is for PowerShell alone: the others would read the CR as part of the line', () => {
  expect(withBlock('a\r\n', { ...block, shell: 'pwsh' })).not.toMatch(/[^\r]\n/);
  expect(withBlock('a\r\n', block).slice(3)).not.toContain('\r');
});

test('a block that an editor gave other line ends, or somebody indented, is found', () => {
  const put = withBlock('a\n', block);
  expect(findBlock(put.replaceAll('\n', '\r\n'))).toMatchObject({ lines: block.lines });
  expect(withoutBlock(put.replaceAll('\n', '\r\n'))).toBe('a\r\n');
  expect(withoutBlock(put.replaceAll('\n# ', '\n  # '))).toBe('a\n');
});

test('a block that was moved to the middle is renewed and taken away there', () => {
  const put = `before\n${withBlock('', block)}after\n`;
  expect(withBlock(put, { ...block, lines: ['x'] })).toBe(
    `before\n${withBlock('', { ...block, lines: ['x'] })}after\n`,
  );
  expect(withoutBlock(put)).toBe('before\nafter\n');
});

test('what somebody wrote among our lines stays', () => {
  const put = withBlock('a\n', block).replace('and that', 'export MINE=1\nand that');
  expect(withBlock(put, { ...block, lines: ['x'] })).toBe(
    `${withBlock('a\n', { ...block, lines: ['x'] })}export MINE=1\n`,
  );
  expect(withoutBlock(put)).toBe('a\nexport MINE=1\n');
});

test.each([
  ['no end', (put: string) => put.replace(/# <<<.*\n/, ''), 2],
  ['no beginning', (put: string) => put.replace(/# >>>.*\n/, ''), 4],
  ['two of them', (put: string) => put + put.slice(2), 6],
  ['one in another', (put: string) => put.replace('read this', '# >>> ai-tools >>> x'), 2],
])('%s: told by its line, and left alone', (_case, damage, line) => {
  const damaged = damage(withBlock('a\n', block));
  expect(findBlock(damaged)).toEqual({ state: 'broken', line });
  expect(withoutBlock(damaged)).toBe(damaged);
});

test('put back where it was, when a line begins there', () => {
  const put = `before\n${withBlock('', block)}after\n`;
  expect(withBlock('before\nafter\n', block, 7)).toBe(put);
  expect(withBlock('before\nafter\n', block, 3)).toBe(withBlock('before\nafter\n', block));
});
