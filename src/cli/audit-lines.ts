import type { Proof, Unknown } from '../audit/index.ts';
import type { Host } from '../platform/index.ts';
import { type PlainError, plainError } from './plain-error.ts';
import type { Table } from './table.ts';

interface Finding extends PlainError {
  readonly path: string | null;
}

/** A proof with its findings in words. */
export interface PlainProof extends Omit<Proof, 'findings'> {
  readonly findings: readonly Finding[];
}

export function plainOf(host: Host, proof: Proof): PlainProof {
  const findings = proof.findings.map((error) => {
    const { path } = (error.data ?? {}) as { readonly path?: unknown };
    return { ...plainError(host, error), path: typeof path === 'string' ? path : null };
  });
  return { ...proof, findings };
}

/** For people: nothing is cut, whatever the width. */
export function auditLines(
  proofs: readonly PlainProof[],
  unknown: readonly Unknown[],
  limits: readonly string[],
  isPlain: boolean,
): readonly string[] {
  const marks = isPlain ? inWords : inMarks;
  return [
    ...proofs.flatMap((proof) => linesOf(proof, marks)),
    ...unknown.flatMap((each) => unknownLines(each, marks)),
    ...limits.map((limit) => `${marks.note} ${limit}`),
  ];
}

/** For programs that read lines. */
export function auditTable(proofs: readonly PlainProof[], unknown: readonly Unknown[]): Table {
  return { heads: [], rows: [...proofs.flatMap(rowsOf), ...unknown.flatMap(unknownRows)] };
}

const inMarks = { proven: '✓', found: '✗', notProven: '?', note: '·' } as const;
const inWords = { proven: 'Proven:', found: 'Found:', notProven: 'Unknown:', note: 'Note:' } as const;
type Marks = typeof inMarks | typeof inWords;

function linesOf(
  { verdict, claim, checked, findings, gaps, notes }: PlainProof,
  marks: Marks,
): readonly string[] {
  const extra = verdict === 'notProven' ? 'NOT PROVEN: ' : '';
  return [
    `${marks[verdict]} ${extra}${claim} (${checked} looked at)`,
    ...findings.flatMap(({ code, message, hint }) => [
      `  ${marks.found} ${message} (${code})`,
      `    try: ${hint}`,
    ]),
    ...gaps.map(({ what, why }) => `  ${marks.notProven} ${what}: ${why}`),
    ...notes.map((note) => `  ${marks.note} ${note}`),
  ];
}

function rowsOf({ name, verdict, claim, findings, gaps, notes }: PlainProof): readonly (readonly string[])[] {
  return [
    [name, verdict, claim, ''],
    ...findings.map(({ code, message, hint }) => [name, code, message, hint]),
    ...gaps.map(({ what, why }) => [name, 'notProven', what, why]),
    ...notes.map((note) => [name, 'note', note, '']),
  ];
}

function unknownLines({ tool, label, paths, keys, more }: Unknown, marks: Marks): readonly string[] {
  return [
    `${marks.note} unknown in ${tool}#${label}, and so its own:`,
    ...paths.map(({ path, rule }) => `    ${path}  ${rule ? JSON.stringify(rule) : ''}`),
    ...keys.map(({ file, pointer, rule }) => `    ${file} ${pointer}  ${rule ? JSON.stringify(rule) : ''}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

function unknownRows({ tool, label, paths, keys }: Unknown): readonly (readonly string[])[] {
  const rowOf = (what: string, rule: object | null) => [
    'unknown',
    `${tool}#${label}`,
    what,
    rule ? JSON.stringify(rule) : '',
  ];
  return [
    ...paths.map(({ path, rule }) => rowOf(path, rule)),
    ...keys.map(({ file, pointer, rule }) => rowOf(`${file} ${pointer}`, rule)),
  ];
}
