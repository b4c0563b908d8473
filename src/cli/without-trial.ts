import { leadingOptions } from './command-line.ts';
import { retyped } from './retyped.ts';

export interface Trial {
  /** The line without them. */
  readonly argv: readonly string[];
  readonly trial?: {
    readonly paths: readonly string[];
    readonly isAgreed: boolean;
    /** The line that agrees to what they ask for. */
    readonly agreeing: string;
  };
}

/**
 * Takes `--plugin PATH` out, which may stand before the verb, any number of times. A `--yes` that stands there, too,
 * agrees to what those plugins ask for, and to nothing else.
 */
export function withoutTrial(argv: readonly string[]): Trial {
  const paths: string[] = [];
  const before: string[] = [];
  let at = 0;
  for (; at < argv.length; at += 1) {
    const word = argv[at] as string;
    const value = /^--plugin=(.*)$/s.exec(word)?.[1];
    if (value !== undefined) paths.push(value);
    else if (word === '--plugin') {
      at += 1;
      paths.push(argv[at] ?? '');
    } else if (leadingOptions.includes(word)) before.push(word);
    else break;
  }
  if (paths.length === 0) return { argv };
  const isYes = (word: string) => word === '--yes' || word === '-y';
  const rest = [...before.filter((word) => !isYes(word)), ...argv.slice(at)];
  const agreeing = [...paths.flatMap((path) => ['--plugin', path]), '--yes', ...rest];
  return {
    argv: rest,
    trial: { paths, isAgreed: before.some(isYes), agreeing: `tools ${retyped(agreeing)}` },
  };
}
