import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDotenv } from '../../src/formats/index.ts';

test.each([
  { case: 'a plain line', text: 'A=1', variables: { A: '1' } },
  { case: 'export, spaces and CRLF', text: '  export A = x y \r\nB=2\r\n', variables: { A: 'x y', B: '2' } },
  { case: 'comments whole and at the end', text: '# A=1\nB=2 # two\nC=a#b', variables: { B: '2', C: 'a' } },
  { case: 'a hash inside quotes', text: 'A="a#b" # c\nB=\'#\'', variables: { A: 'a#b', B: '#' } },
  {
    case: 'line ends in double quotes only',
    text: 'A="x\\ny"\nB=\'x\\ny\'',
    variables: { A: 'x\ny', B: 'x\\ny' },
  },
  {
    case: 'a value over several lines',
    text: 'A="one\ntwo"\nB=`three\nfour`',
    variables: { A: 'one\ntwo', B: 'three\nfour' },
  },
  { case: 'an empty value', text: 'A=\nB=""\n', variables: { A: '', B: '' } },
  { case: 'a colon', text: 'A: yes', variables: { A: 'yes' } },
  { case: 'the last of two', text: 'A=1\nA=2', variables: { A: '2' } },
  { case: 'a quote that never ends', text: 'A="open\nB=2', variables: { A: '"open', B: '2' } },
  { case: 'what is no assignment', text: 'hello there\n=x\nA=1', variables: { A: '1' } },
  { case: 'a byte order mark', text: '\uFEFFA=1', variables: { A: '1' } },
  { case: 'nothing', text: '', variables: {} },
])('reads $case', ({ text, variables }) => {
  expect(parseDotenv(text)).toEqual(variables);
});

test('B045: __proto__ is a name like any other', () => {
  const variables = parseDotenv('__proto__=x');
  expect(Object.hasOwn(variables, '__proto__')).toBe(true);
});

test('any text ends in an answer', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('A', '=', '"', "'", '#', '\n', '\\', ' ', ':', '`') }),
      (text) => {
        expect(typeof parseDotenv(text)).toBe('object');
      },
    ),
  );
});
