import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callLine, wireMessage } from '../../../src/plugins/rpc/wire-message.ts';

const usual = '{"jsonrpc":"2.0","id":';

test.each([
  { case: 'an answer as most are spelled', line: `${usual}7,"result":{"a":[1,"},"]}}` },
  {
    case: 'one whose result holds an answer',
    line: `${usual}7,"result":{"jsonrpc":"2.0","id":8,"result":1}}`,
  },
  { case: 'one with an own __proto__', line: `${usual}7,"result":{"__proto__":{"a":1}}}` },
  { case: 'one with space around its result', line: `${usual}7,"result": {} }` },
  { case: 'one whose result is null', line: `${usual}7,"result":null}` },
  { case: 'a second result, which counts', line: `${usual}7,"result":1,"result":2}` },
  { case: 'an error after the result', line: `${usual}7,"result":{},"error":{"code":1,"message":"no"}}` },
  { case: 'another id after the result', line: `${usual}7,"result":{},"id":8}` },
  { case: 'a method after the result', line: `${usual}7,"result":{},"method":"m"}` },
  { case: 'the id 0', line: `${usual}0,"result":1}` },
  { case: 'an id that begins with 0', line: `${usual}07,"result":1}` },
  { case: 'no id', line: `${usual},"result":1}` },
  { case: 'an id with an exponent', line: `${usual}1e2,"result":1}` },
  { case: 'an id with a fraction', line: `${usual}7.5,"result":1}` },
  { case: 'an id below 0', line: `${usual}-7,"result":1}` },
  { case: 'an id as text', line: `${usual}"7","result":1}` },
  { case: 'an id of sixteen digits', line: `${usual}9007199254740993,"result":1}` },
  { case: 'an id of four hundred digits', line: `${usual}${'9'.repeat(400)},"result":1}` },
  {
    case: 'an id that only its digits as a whole tell',
    line: `${usual}9712818203823580491187823,"result":1}`,
  },
  { case: 'what comes right behind the digits, in an id', line: `${usual}7:,"result":1}` },
  { case: 'what comes right before them', line: `${usual}7/,"result":1}` },
  { case: 'a number that is cut off', line: `${usual}7,"result":12` },
  { case: 'another letter where it ends', line: `${usual}7,"result":1]` },
  { case: 'no result at all', line: `${usual}7,"result":}` },
  { case: 'an open end', line: `${usual}7,"result":{"a":1}` },
  { case: 'one bracket too many', line: `${usual}7,"result":1}}` },
  { case: 'a byte order mark before it', line: `\uFEFF${usual}7,"result":1}` },
  { case: 'a byte order mark within', line: `${usual}7,"result":\uFEFF1}` },
])('$case is read as JSON.parse reads the whole of it', ({ line }) => {
  expect(wireMessage(line)).toEqual(whole(line));
});

test('whatever is written where a result stands, the line is read as JSON.parse reads the whole of it', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '1',
    'null',
    ' ',
    '"id"',
    '"error"',
    '"a"',
  );
  const middle = fc.oneof(
    fc.json(),
    fc.array(pieces, { maxLength: 8 }).map((each) => each.join('')),
  );
  fc.assert(
    fc.property(fc.integer({ min: -3, max: 1_000_000 }), middle, (id, text) => {
      const line = `${usual}${id},"result":${text}}`;
      expect(wireMessage(line)).toEqual(whole(line));
    }),
    { numRuns: 2000 },
  );
});

test('a call is the line that JSON.stringify makes of it', () => {
  const params = { configDir: '/home/a "b"\n/\u2028' };
  const call = { jsonrpc: '2.0', id: 3, method: 'tool/accountInfo', params };
  expect(callLine(3, 'tool/accountInfo', params)).toBe(JSON.stringify(call));
});

/** Without any short way. */
function whole(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line.replace(/^\uFEFF/, ''));
    const { method, result, error } = value as Readonly<Record<string, unknown>>;
    return typeof method === 'string' || result !== undefined || error !== undefined ? value : undefined;
  } catch {
    return undefined;
  }
}
