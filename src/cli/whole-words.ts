import type { Command, CommandClass } from 'clipanion';
import type { CliContext } from './cli-context.ts';

/** What an option or an argument of a command says of itself: clipanion asks each the same two questions. */
interface Described {
  definition(builder: Builder, key: string): void;
  transformer(builder: Builder, key: string, state: Read, context: object): unknown;
}

interface Builder {
  addOption(option: {
    readonly names: readonly string[];
    readonly arity?: number;
    readonly required?: boolean;
  }): void;
  addPositional(argument: { readonly required?: boolean }): void;
  addRest(): void;
  addProxy(): void;
}

/** What was found on the line. `extra`: the argument is one that need not be there. */
interface Read {
  readonly options: { readonly name: string; readonly value: boolean | string }[];
  readonly positionals: { readonly value: string; readonly extra: boolean }[];
}

/** What a line may say. */
interface Grammar {
  /** How many words each option takes after it, by its names. */
  readonly arities: Map<string, number>;
  /** Of each argument, whether it has to be there. */
  readonly needed: boolean[];
  /** There is more to it than a plain line can say. */
  isOdd: boolean;
}

/**
 * A command line of whole words: options by their full names, each with its value in the next word, and as many
 * arguments as the command takes. Most lines are so, and clipanion makes a machine of a hundred states to read one, in a
 * tenth of a start.
 * @returns the command, ready to run; undefined: clipanion reads it, or says what is wrong with it
 */
export function readWholeWords(
  commandClass: CommandClass<CliContext>,
  argv: readonly string[],
): Command<CliContext> | undefined {
  const command = new commandClass();
  const described = describedOf(command);
  const { builder, grammar } = grammarOf(described);
  const paths = (commandClass.paths ?? []).filter((words) => words.every((word, at) => argv[at] === word));
  const [path] = paths;
  if (path === undefined || paths.length > 1 || path.length === 0) return undefined;
  const read = readWords(argv.slice(path.length), grammar);
  if (!read) return undefined;
  for (const [key, { transformer }] of described)
    (command as unknown as Record<string, unknown>)[key] = transformer(builder, key, read, {});
  command.path = [...path];
  return command;
}

/** The fields that stand for something on the line, in the order in which they are declared. */
function describedOf(command: Command<CliContext>): readonly (readonly [string, Described])[] {
  return Object.entries(command).filter(
    (field): field is [string, Described] =>
      typeof field[1] === 'object' &&
      field[1] !== null &&
      'definition' in field[1] &&
      'transformer' in field[1],
  );
}

function grammarOf(described: readonly (readonly [string, Described])[]) {
  const grammar: Grammar = { arities: new Map(), needed: [], isOdd: false };
  const odd = () => {
    grammar.isOdd = true;
  };
  const builder: Builder = {
    addOption({ names, arity = 0, required = false }) {
      if (required || arity > 1) odd();
      for (const name of names) grammar.arities.set(name, arity);
    },
    addPositional({ required = true }) {
      if (required && grammar.needed.includes(false)) odd();
      grammar.needed.push(required);
    },
    addRest: odd,
    addProxy: odd,
  };
  for (const [key, { definition }] of described) definition(builder, key);
  return { builder, grammar };
}

function readWords(words: readonly string[], { arities, needed, isOdd }: Grammar): Read | undefined {
  if (isOdd) return undefined;
  const read: Read = { options: [], positionals: [] };
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (isArgument(word)) {
      if (read.positionals.length === needed.length) return undefined;
      read.positionals.push({ value: word, extra: needed[read.positionals.length] === false });
      continue;
    }
    const arity = arities.get(word);
    const value = arity === 0 || left.shift();
    if (arity === undefined || value === undefined || (value !== true && !isArgument(value)))
      return undefined;
    read.options.push({ name: word, value });
  }
  return needed[read.positionals.length] === true ? undefined : read;
}

/** An empty one, or one that begins as an option does, is for clipanion to judge. */
function isArgument(word: string): boolean {
  return word !== '' && !word.startsWith('-');
}
