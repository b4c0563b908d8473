import { isPlainName } from '../accounts/fast/record-here.ts';

/** A command line that can mean one thing only. */
export interface PlainLine {
  readonly tool: string;
  /** undefined: none was named. */
  readonly account: string | undefined;
  /** undefined: none was named. */
  readonly shell: string | undefined;
  /** The other words, in their order, and all that stands behind `--`. */
  readonly args: readonly string[];
}

/**
 * Reads `<tool>[#<account>]`, `--account <label>` and, where the verb has it, `--shell <shell>`, each at most once and
 * apart from its value. undefined for every other line, be it right or wrong.
 */
export function readPlainLine(words: readonly string[], hasShell = false): PlainLine | undefined {
  let tool: string | undefined;
  let account: string | undefined;
  let shell: string | undefined;
  const args: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    if (word === '--') {
      args.push(...words.slice(at + 1));
      break;
    }
    if (word === '') return undefined;
    if (word[0] !== '-') {
      if (tool === undefined) tool = word;
      else args.push(word);
      continue;
    }
    at += 1;
    const value = words[at];
    if (value === undefined || value === '' || value[0] === '-') return undefined;
    if (word === '-a' || word === '--account' || word === '--profile') {
      if (account !== undefined) return undefined;
      account = value;
    } else if (hasShell && (word === '-s' || word === '--shell')) {
      if (shell !== undefined) return undefined;
      shell = value;
    } else return undefined;
  }
  if (tool === undefined) return undefined;
  const hash = tool.indexOf('#');
  if (hash >= 0) {
    const inAddress = tool.slice(hash + 1);
    if (inAddress === '' || (account !== undefined && account !== inAddress)) return undefined;
    account = inAddress;
    tool = tool.slice(0, hash);
  }
  return isPlainName(tool) ? { tool, account, shell, args } : undefined;
}
