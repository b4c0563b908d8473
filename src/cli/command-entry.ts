import type { CommandClass } from 'clipanion';
import type { CliContext } from './cli-context.ts';

/** One command in the table of all of them. */
export interface CommandEntry {
  /** The words that pick it, the preferred ones first. */
  readonly words: readonly string[];
  /** What follows the words, where the argument list alone doesn't tell. */
  readonly synopsis?: string;
  /** Everything after the tool belongs to another program, so a refusal of ours names its code. */
  readonly startsProgram?: boolean;
  readonly load: () => Promise<CommandClass<CliContext>>;
}
