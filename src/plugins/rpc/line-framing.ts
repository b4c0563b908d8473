/** What is no line of text: longer than allowed, or not UTF-8. */
export type LineProblem = 'tooLong' | 'notUtf8';

export interface LineSink {
  /** One line without its end (LF, or CR LF). Empty lines are none. */
  readonly line: (text: string) => void;
  /** A line that was skipped, told once, with its first bytes. */
  readonly noise: (problem: LineProblem, start: Buffer) => void;
}

export interface LineFraming {
  readonly push: (chunk: Uint8Array) => void;
  /** The stream has ended: what lies there without an end of its own is the last line. */
  readonly end: () => void;
}

/**
 * Bytes in, lines out, however the bytes were parted. Holds one unfinished line and no more: `lineBytes` at most,
 * without its end.
 */
export function lineFraming(lineBytes: number, sink: LineSink): LineFraming {
  const partial = partialLine(lineBytes);
  let isSkipping = false;

  const give = (bytes: Buffer) => {
    const line = withoutReturn(bytes);
    if (line.length > lineBytes) return sink.noise('tooLong', startOf(line));
    const text = line.toString('utf8');
    if (text.includes(replacement) && !isUtf8(line)) return sink.noise('notUtf8', startOf(line));
    if (text !== '') sink.line(text);
  };
  const hold = (bytes: Buffer) => {
    if (isSkipping || bytes.length === 0 || partial.add(bytes)) return;
    isSkipping = true;
    sink.noise('tooLong', startOf(partial.take()));
  };
  const finish = () => {
    const line = partial.take();
    if (!isSkipping) give(line);
    isSkipping = false;
  };

  return {
    push: (chunk) => {
      const bytes = asBuffer(chunk);
      const last = bytes.lastIndexOf(lineFeed);
      if (last < 0) return hold(bytes);
      const from = isSkipping || partial.isBegun() ? bytes.indexOf(lineFeed) + 1 : 0;
      if (from > 0) {
        hold(bytes.subarray(0, from - 1));
        finish();
      }
      giveLines(bytes.subarray(from, last + 1), lineBytes, give, sink.line);
      hold(bytes.subarray(last + 1));
    },
    end: finish,
  };
}

/** Lines that are whole: decoded at once, as most of them can be, or one by one. */
function giveLines(
  bytes: Buffer,
  lineBytes: number,
  give: (line: Buffer) => void,
  giveText: (text: string) => void,
): void {
  const text = bytes.length <= lineBytes ? bytes.toString('utf8') : replacement;
  let from = 0;
  if (!text.includes(replacement)) {
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      const line = text.slice(from, text[end - 1] === '\r' ? end - 1 : end);
      from = end + 1;
      if (line !== '') giveText(line);
    }
    return;
  }
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, from)) {
    give(bytes.subarray(from, end));
    from = end + 1;
  }
}

/** The beginning of a line whose end has not come. Its room doubles, so that ten thousand small pieces are cheap. */
function partialLine(lineBytes: number) {
  // One more, for the CR of an end that is still to come.
  const most = lineBytes + 1;
  let room: Buffer = Buffer.alloc(0);
  let size = 0;
  return {
    isBegun: () => size > 0,
    /** Whether it still is a line. If not, what fits of it is there to be taken. */
    add: (bytes: Buffer): boolean => {
      const fits = Math.min(bytes.length, most - size);
      if (size + fits > room.length) {
        const larger = Buffer.allocUnsafe(Math.min(most, Math.max(size + fits, room.length * 2, 1024)));
        room.copy(larger, 0, 0, size);
        room = larger;
      }
      bytes.copy(room, size, 0, fits);
      size += fits;
      return fits === bytes.length;
    },
    take: (): Buffer => {
      const line = room.subarray(0, size);
      size = 0;
      room = Buffer.alloc(0);
      return line;
    },
  };
}

const lineFeed = 10;
const carriageReturn = 13;
/** What the decoder puts in the place of what is not UTF-8; it may also have been written. */
const replacement = '\uFFFD';
/** Bytes of a skipped line that are told. */
const startBytes = 160;

function startOf(line: Buffer): Buffer {
  return Buffer.from(line.subarray(0, startBytes));
}

function withoutReturn(line: Buffer): Buffer {
  return line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
