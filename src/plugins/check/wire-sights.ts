import { shown } from './shown.ts';

/** What came that should not have. Of each kind the first few. */
export interface WireSights {
  readonly noise: readonly string[];
  readonly ids: readonly string[];
  /** Answers to what was answered already, or never asked. */
  readonly extra: readonly string[];
  /** How often something came that nobody asked. */
  readonly unasked: () => number;
  readonly stdoutBytes: () => number;
  readonly noiseLines: () => number;
  readonly noteBytes: (count: number) => void;
  readonly noteNoise: (line: string) => void;
  readonly noteId: (id: unknown, asked: number | undefined) => void;
  readonly noteUnasked: (what: string) => void;
  readonly noteAgain: (id: number) => void;
}

const mostKept = 3;

export function wireSights(): WireSights {
  const [noise, ids, extra]: [string[], string[], string[]] = [[], [], []];
  let [lines, bytes, answers] = [0, 0, 0];
  const keep = (list: string[], text: string) => {
    if (list.length < mostKept) list.push(text);
  };
  return {
    noise,
    ids,
    extra,
    unasked: () => answers,
    stdoutBytes: () => bytes,
    noiseLines: () => lines,
    noteBytes: (count) => {
      bytes += count;
    },
    noteNoise: (line) => {
      lines += 1;
      keep(noise, shown(line));
    },
    noteId: (id, asked) => {
      answers += 1;
      keep(ids, idProblem(id, asked));
    },
    noteUnasked: (what) => {
      answers += 1;
      keep(extra, what);
    },
    noteAgain: (id) => keep(extra, `the call ${id} was answered again`),
  };
}

function idProblem(id: unknown, asked: number | undefined): string {
  const meant = asked === undefined ? 'no call was under way' : `the call had the id ${asked}`;
  return typeof id === 'string'
    ? `it answered the id ${shown(id)}, which is a text; ${meant}, a number`
    : `it answered the id ${shown(id)}; ${meant}`;
}
