import { type Instruction, instructionsOf } from './pattern-program.ts';
import { parsePattern, UnsupportedPattern } from './pattern-tree.ts';

/** Like a RegExp with the flag u, of which it knows `test` only. */
export interface LinearPattern {
  readonly source: string;
  readonly test: (text: string) => boolean;
}

/**
 * A pattern of somebody unknown, matched in a time that is bounded by the lengths of pattern and text multiplied:
 * all ways through it are followed side by side, none is tried again. What can't be matched so (back references,
 * looking ahead or behind) is refused, and so is what is no pattern.
 */
export function linearPattern(source: string): LinearPattern | { readonly problem: string } {
  try {
    // What it is, is for the engine to say; how it is matched, for us.
    new RegExp(source, 'u');
    const program = instructionsOf(parsePattern(source));
    return { source, test: (text) => matches(program, [...text]) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: 'is no regular expression' };
    if (error instanceof UnsupportedPattern) return { problem: error.message };
    throw error;
  }
}

function matches(program: readonly Instruction[], characters: readonly string[]): boolean {
  let here = new Places(program, characters.length);
  for (let at = 0; at <= characters.length; at += 1) {
    here.add(0, at);
    if (here.isMatched) return true;
    const next = new Places(program, characters.length);
    for (const place of here.places) {
      const instruction = program[place];
      const character = characters[at];
      if (instruction?.op === 'atom' && character !== undefined && instruction.takes(character))
        next.add(place + 1, at + 1);
    }
    here = next;
  }
  return here.isMatched;
}

/** Where in the program all the ways are that lead to one character. */
class Places {
  readonly places = new Set<number>();
  isMatched = false;
  private readonly program: readonly Instruction[];
  private readonly end: number;

  constructor(program: readonly Instruction[], end: number) {
    this.program = program;
    this.end = end;
  }

  add(first: number, at: number): void {
    const open = [first];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const instruction = this.program[place];
      if (!instruction || this.places.has(place)) continue;
      this.places.add(place);
      if (instruction.op === 'match') this.isMatched = true;
      if (instruction.op === 'jump') open.push(...instruction.to);
      if (instruction.op === 'edge' && at === (instruction.edge === 'start' ? 0 : this.end))
        open.push(place + 1);
    }
  }
}
