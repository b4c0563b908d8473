import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonFault } from '../../src/state/find-json-fault.ts';

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('up to the fault there is nothing wrong: some text can follow it and make it JSON, or it is the last byte', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '}', '"', 'x', '\u0001', '\\'),
      (json, seed, insert) => {
        const at = seed % (json.length + 1);
        const text = json.slice(0, at) + insert + json.slice(at + 1);
        fc.pre(!isJson(text));
        const fault = findJsonFault(text);
        expect(fault.at).toBeGreaterThanOrEqual(0);
        expect(fault.at).toBeLessThanOrEqual(text.length);
        // Nothing before the place that was changed was wrong.
        expect(fault.at).toBeGreaterThanOrEqual(tokenStart(json, at));
      },
    ),
    { numRuns: 2000 },
  );
});

/** A number, a word, an escape is wrong as a whole: its fault lies at its first character. */
function tokenStart(json: string, at: number): number {
  let start = at;
  while (start > 0 && /[\w.+\\-]/.test(json[start - 1] ?? '')) start -= 1;
  return start;
}

test('what JSON.parse takes is never passed to it; what it refuses always has a fault', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:0123.eE+-truefalsn\\u \n') }), (text) => {
      fc.pre(!isJson(text));
      expect(findJsonFault(text).problem).not.toBe('');
    }),
    { numRuns: 3000 },
  );
});

test('ten thousand levels deep is no danger', () => {
  expect(findJsonFault('['.repeat(10_000))).toEqual({ at: 10_000, problem: 'it ends too early' });
});
