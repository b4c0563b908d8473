import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPointer, pointerSegments, readPointer, readPointers } from '../../src/formats/index.ts';

const document = { a: { 'b/c': [10, { d: null }], '~': 't', '': 'empty' }, s: 'text' };

describe('readPointer', () => {
  test.each([
    ['', document],
    ['/s', 'text'],
    ['/a/b~1c/0', 10],
    ['/a/b~1c/1/d', null],
    ['/a/~0', 't'],
    ['/a/', 'empty'],
    ['/a/b~1c/2', undefined],
    ['/a/b~1c/01', undefined],
    ['/a/b~1c/length', undefined],
    ['/s/0', undefined],
    ['/s/length', undefined],
    ['/nothing/here', undefined],
    ['/constructor', undefined],
    ['/__proto__', undefined],
    ['/toString/name', undefined],
  ])('%j leads to %j', (pointer, value) => {
    expect(readPointer(document, pointer)).toEqual(value);
  });

  test('refuses what is not a pointer', () => {
    expect(() => readPointer(document, 'a')).toThrow('not a JSON pointer');
  });

  test('segments of any text survive', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (segments) => {
        expect(pointerSegments(formatPointer(segments))).toEqual(segments);
      }),
    );
  });
});

describe('readPointers', () => {
  const projects = {
    projects: { '/x/y': { trust: true }, z: { trust: false, list: [1, 2] }, odd: 'scalar' },
  };

  test.each([
    {
      pattern: '/projects/*/trust',
      found: [
        ['/projects/~1x~1y/trust', true],
        ['/projects/z/trust', false],
      ],
    },
    {
      pattern: '/projects/z/list/*',
      found: [
        ['/projects/z/list/0', 1],
        ['/projects/z/list/1', 2],
      ],
    },
    { pattern: '/projects/odd/*', found: [] },
    { pattern: '/projects/odd', found: [['/projects/odd', 'scalar']] },
    { pattern: '/none/*', found: [] },
    { pattern: '/*/*/list', found: [['/projects/z/list', [1, 2]]] },
  ])('$pattern finds $found.length', ({ pattern, found }) => {
    expect(readPointers(projects, pattern).map(({ pointer, value }) => [pointer, value])).toEqual(found);
  });
});
