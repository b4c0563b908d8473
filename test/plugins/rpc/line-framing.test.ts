import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineFraming } from '../../../src/plugins/rpc/line-framing.ts';

interface Given {
  readonly lines: string[];
  readonly noise: [string, string][];
}

/** What comes out of these chunks, with lines of at most `lineBytes`. */
function framed(chunks: readonly Uint8Array[], lineBytes = 64): Given {
  const given: Given = { lines: [], noise: [] };
  const framing = lineFraming(lineBytes, {
    line: (text) => given.lines.push(text),
    noise: (problem, start) => given.noise.push([problem, start.toString('latin1')]),
  });
  for (const chunk of chunks) framing.push(chunk);
  framing.end();
  return given;
}

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('lines', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['two in one chunk', ['{"a":1}\n{"b":2}\n'], ['{"a":1}', '{"b":2}']],
    ['one in three chunks', ['{"a"', ':', '1}\n'], ['{"a":1}']],
    ['a half line stays until its end comes', ['{"a":1}\n{"b"', ':2}\n'], ['{"a":1}', '{"b":2}']],
    ['the end of the stream ends the last one, once', ['{"a":1}\n{"b":2}'], ['{"a":1}', '{"b":2}']],
    ['CR LF, its two halves apart', ['{"a":1}\r', '\n{"b":2}\r\n'], ['{"a":1}', '{"b":2}']],
    ['a CR inside of a line stays', ['a\rb\n\rc\n'], ['a\rb', '\rc']],
    ['empty ones are none', ['\n\r\n', 'a\n\n', '\nb\n\r\n'], ['a', 'b']],
    ['nothing at all', [''], []],
    ['a letter cut in two', ['"\xc3', '\xa9"\n'], ['"é"']],
    ['a U+FFFD that was written is text', ['a\xef\xbf\xbd\nb\n'], ['a\uFFFD', 'b']],
  ])('%s', (_name, chunks, lines) => {
    expect(framed(chunks.map(bytes))).toEqual({ lines, noise: [] });
  });

  test('a chunk may be any Uint8Array, a part of a larger one too', () => {
    const whole = new Uint8Array(bytes('xxab\ncdxx'));
    expect(framed([whole.subarray(2, 7)]).lines).toEqual(['ab', 'cd']);
  });
});

describe('noise', () => {
  test.each<[string, readonly string[], Given]>([
    [
      'a line that is not UTF-8; the others around it are lines',
      ['a\nb\xff\nc\n'],
      { lines: ['a', 'c'], noise: [['notUtf8', 'b\xff']] },
    ],
    [
      'a line of one byte too many',
      [`${'x'.repeat(8)}\n${'y'.repeat(9)}\nz\n`],
      { lines: ['xxxxxxxx', 'z'], noise: [['tooLong', 'y'.repeat(9)]] },
    ],
    [
      'the bytes count, not the letters',
      ['\xc3\xa9'.repeat(4) + '\n' + '\xc3\xa9'.repeat(5) + '\n'],
      { lines: ['éééé'], noise: [['tooLong', '\xc3\xa9'.repeat(5)]] },
    ],
    [
      'its end does not count',
      [`${'x'.repeat(8)}\r\n`, `${'y'.repeat(8)}\r`, '\n'],
      { lines: ['x'.repeat(8), 'y'.repeat(8)], noise: [] },
    ],
    [
      'a line without an end is told as soon as it is too long, once, and skipped to its end',
      ['x'.repeat(7), 'x'.repeat(7), 'x'.repeat(70), '\na\n'],
      { lines: ['a'], noise: [['tooLong', 'x'.repeat(9)]] },
    ],
    [
      'a line too long at the end of the stream',
      ['x'.repeat(20), 'x'],
      { lines: [], noise: [['tooLong', 'x'.repeat(9)]] },
    ],
  ])('%s', (_name, chunks, given) => {
    expect(framed(chunks.map(bytes), 8)).toEqual(given);
  });

  test('a too long line is noise before its end has come', () => {
    const noise: string[] = [];
    const framing = lineFraming(8, { line: () => {}, noise: (problem) => noise.push(problem) });
    framing.push(bytes('123456789'));
    expect(noise).toEqual([]);
    framing.push(bytes('0'));
    expect(noise).toEqual(['tooLong']);
  });
});

describe('what it costs', () => {
  test('ten thousand small chunks of one line are put together once: no quadratic growth', () => {
    const pieces = Array.from({ length: 10_000 }, (_, n) => bytes(String(n % 10).repeat(100)));
    const counted = pieces.map(countingCopies);
    const { lines } = framed([...counted.map(({ piece }) => piece), bytes('\n')], 1_048_576);
    expect(lines.map((line) => line.length)).toEqual([1_000_000]);
    expect(counted.every(({ copies }) => copies() === 1)).toBe(true);
  });

  test('what is whole in one chunk is not copied', () => {
    const { piece, copies } = countingCopies(bytes('{"id":1}\n{"id":2}\n'));
    expect(framed([piece]).lines).toHaveLength(2);
    expect(copies()).toBe(0);
  });

  test('a line that never ends is not kept', () => {
    const before = process.memoryUsage().arrayBuffers;
    const framing = lineFraming(1024, { line: () => {}, noise: () => {} });
    const piece = Buffer.alloc(65_536, 'x');
    for (let n = 0; n < 10_000; n += 1) framing.push(piece);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });
});

function countingCopies(piece: Buffer) {
  const copy = piece.copy.bind(piece);
  let copies = 0;
  const counting: typeof copy = (...args) => {
    copies += 1;
    return copy(...args);
  };
  return { piece: Object.assign(piece, { copy: counting }), copies: () => copies };
}

test('any split of any bytes gives the same lines', () => {
  const piece = fc.oneof(
    fc.constantFrom('\n', '\r', '\r\n', '{"id":1}', '\xc3', '\xa9', '\xef\xbf\xbd', '\xf0\x9f\x98\x80', ''),
    fc.uint8Array({ maxLength: 12 }).map((data) => Buffer.from(data).toString('latin1')),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }).map((pieces) => bytes(pieces.join(''))),
      fc.array(fc.nat(400), { maxLength: 12 }),
      (all, cuts) => {
        const places = [...new Set([0, ...cuts.filter((cut) => cut < all.length), all.length])];
        places.sort((a, b) => a - b);
        const chunks = places.slice(1).map((end, at) => all.subarray(places[at], end));
        const whole = framed([all], 10);
        const parted = framed(chunks, 10);
        expect(parted.lines).toEqual(whole.lines);
        expect(parted.lines).toEqual(expected(all));
        expect(parted.noise.map(([problem]) => problem)).toEqual(whole.noise.map(([problem]) => problem));
      },
    ),
    { numRuns: 1000 },
  );
});

/** The plain way: the lines of at most 10 bytes of UTF-8. */
function expected(all: Buffer): readonly string[] {
  return all
    .toString('latin1')
    .split('\n')
    .map((line) => bytes(line.endsWith('\r') ? line.slice(0, -1) : line))
    .filter((line) => line.length > 0 && line.length <= 10)
    .filter((line) => Buffer.from(line.toString('utf8'), 'utf8').equals(line))
    .map((line) => line.toString('utf8'));
}
