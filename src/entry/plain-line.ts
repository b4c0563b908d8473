/** A command line that can mean one thing only. */
export interface PlainLine {
  readonly tool: string;
  /** undefined: none was named. */
  readonly account: string | undefined;
  /** The other words, in their order, and all that stands behind `--`. */
  readonly args: readonly string[];
  /** Of options that take a value; the short spelling stands for the long one. */
  readonly options: Readonly<Record<string, string>>;
}

const accountSpellings: Readonly<Record<string, string>> = {
  '-a': '--account',
  '--account': '--account',
  '--profile': '--account',
};

/**
 * Reads `<tool>[#<account>]`, `--account <label>` and what else the verb has that takes a value, each at most once and
 * apart from its value. undefined for every other line, be it right or wrong.
 */
export function readPlainLine(
  words: readonly string[],
  spellings: Readonly<Record<string, string>> = {},
): PlainLine | undefined {
  const known = new Map(Object.entries({ ...accountSpellings, ...spellings }));
  const options: Record<string, string> = {};
  const others: string[] = [];
  const end = words.indexOf('--');
  const left = end < 0 ? words : words.slice(0, end);
  for (let at = 0; at < left.length; at += 1) {
    const word = left[at] as string;
    const option = known.get(word);
    const value = left[at + 1];
    if (option !== undefined && value !== undefined && /^[^-]/.test(value) && options[option] === undefined) {
      options[option] = value;
      at += 1;
    } else if (word === '' || word.startsWith('-')) return undefined;
    else others.push(word);
  }
  const [, tool, inAddress] = /^([\w][\w.-]*)(?:#(.+))?$/.exec(others[0] ?? '') ?? [];
  if (tool === undefined) return undefined;
  const { '--account': account = inAddress, ...rest } = options;
  if (inAddress !== undefined && account !== inAddress) return undefined;
  const right = end < 0 ? [] : words.slice(end + 1);
  return { tool, account, args: [...others.slice(1), ...right], options: rest };
}
