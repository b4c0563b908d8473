import { visibleText } from '../../errors/index.ts';

/** What a plugin wrote that is no message of the protocol. */
export interface Noise {
  readonly lines: number;
  /** The beginning of the first such line, escaped. */
  readonly first: string;
}

export interface NoiseLog {
  readonly add: (line: string | Buffer) => void;
  readonly noise: () => Noise;
}

/** Counts noise; `tooMuch` is told when there are more lines than allowed, once. */
export function noiseLog(mostLines: number, tooMuch: () => void): NoiseLog {
  let lines = 0;
  let first = '';
  return {
    add: (line) => {
      lines += 1;
      if (lines === 1) first = beginningOf(line);
      if (lines === mostLines + 1) tooMuch();
    },
    noise: () => ({ lines, first }),
  };
}

/** How a sentence goes on that tells of noise. */
export function noiseClause({ lines, first }: Noise): string {
  return `${lines} ${lines === 1 ? 'line' : 'lines'} of output that ${lines === 1 ? 'is' : 'are'} no protocol, the first "${first}"`;
}

/** Letters of a line that are shown. */
const shownLetters = 80;

function beginningOf(line: string | Buffer): string {
  if (typeof line === 'string') return visibleText(line.slice(0, shownLetters));
  // Not UTF-8, or cut anywhere: every byte by itself.
  const bytes = line.subarray(0, shownLetters).toString('latin1');
  const escaped = bytes.replace(
    /[^ -~]/g,
    (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  // No half of an escaped byte at the end.
  return escaped.slice(0, shownLetters).replace(/\\(?:x.?)?$/, '');
}
