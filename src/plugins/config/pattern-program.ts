import { type PatternTree, UnsupportedPattern } from './pattern-tree.ts';

/** One step of a matcher that is at many steps at once; the next one follows, unless `to` says otherwise. */
export type Instruction =
  | { readonly op: 'atom'; readonly takes: (character: string) => boolean }
  | { readonly op: 'edge'; readonly edge: 'start' | 'end' }
  | { readonly op: 'jump'; readonly to: readonly number[] }
  | { readonly op: 'match' };

/** What each character of a text may cost at most. */
const mostInstructions = 1_000;

/** @throws UnsupportedPattern when it is larger than is worth matching */
export function instructionsOf(tree: PatternTree): readonly Instruction[] {
  const program: Instruction[] = [];
  add(program, tree);
  emit(program, { op: 'match' });
  return program;
}

function add(program: Instruction[], tree: PatternTree): void {
  switch (tree.kind) {
    case 'atom':
      emit(program, { op: 'atom', takes: tree.takes });
      return;
    case 'edge':
      emit(program, { op: 'edge', edge: tree.edge });
      return;
    case 'sequence':
      for (const part of tree.parts) add(program, part);
      return;
    case 'choice':
      addChoice(program, tree.parts);
      return;
    case 'repeat':
      addRepeat(program, tree);
  }
}

function addChoice(program: Instruction[], parts: readonly PatternTree[]): void {
  const ends: number[] = [];
  const [last, ...before] = [...parts].reverse();
  for (const part of before.reverse()) {
    const fork = emit(program);
    add(program, part);
    ends.push(emit(program));
    program[fork] = { op: 'jump', to: [fork + 1, program.length] };
  }
  if (last) add(program, last);
  for (const end of ends) program[end] = { op: 'jump', to: [program.length] };
}

function addRepeat(
  program: Instruction[],
  { part, min, max }: Extract<PatternTree, { kind: 'repeat' }>,
): void {
  for (let count = 0; count < min; count += 1) addCounted(program, part);
  if (max === Number.POSITIVE_INFINITY) {
    const fork = emit(program);
    add(program, part);
    emit(program, { op: 'jump', to: [fork] });
    program[fork] = { op: 'jump', to: [fork + 1, program.length] };
    return;
  }
  const forks: number[] = [];
  for (let count = min; count < max; count += 1) {
    forks.push(emit(program));
    addCounted(program, part);
  }
  for (const fork of forks) program[fork] = { op: 'jump', to: [fork + 1, program.length] };
}

/** A part without instructions could be repeated for ever before the bound is reached. */
function addCounted(program: Instruction[], part: PatternTree): void {
  const before = program.length;
  add(program, part);
  if (program.length === before) emit(program, { op: 'jump', to: [program.length + 1] });
}

/** Returns its place; what is not given yet is put there later. */
function emit(program: Instruction[], instruction: Instruction = { op: 'jump', to: [] }): number {
  if (program.length >= mostInstructions) throw new UnsupportedPattern('is too large: its counts multiply');
  return program.push(instruction) - 1;
}
