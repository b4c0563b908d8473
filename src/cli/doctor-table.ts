import type { AccountsContext } from '../accounts/index.ts';
import { type Examination, type Mended, mendingOf } from '../doctor/index.ts';
import { type ToolsError, typedPath } from '../errors/index.ts';
import { defaultInstallation } from '../install/index.ts';
import { type PlainError, plainError } from './plain-error.ts';

/** A finding as it is told. */
export interface PlainFinding extends PlainError {
  /** What `--fix` does about it, as a clause; null: nothing. */
  readonly fix: string | null;
}

export function plainFinding(state: AccountsContext, finding: ToolsError): PlainFinding {
  const { code, message } = finding;
  const plain = plainError(state.host, { code, message, hint: nextStep(finding) });
  return { ...plain, fix: mendingOf(state, finding) ?? null };
}

/** Whoever is sent here is not sent here again: what is damaged is mended by hand, or restored. */
function nextStep({ hint, data }: ToolsError): string {
  const { path } = data as { readonly path?: unknown };
  return hint === 'tools doctor' && typeof path === 'string' ? `vi ${typedPath(path)}` : hint;
}

/** What came of mending. */
export function plainMended({ host }: AccountsContext, { code, words, problem }: Mended) {
  return { code, fix: words, problem: problem && plainError(host, problem) };
}

export function programRows(programs: Examination['programs']): readonly (readonly string[])[] {
  return programs.flatMap(({ tool, installation, found, rejected }) => [
    ...found.map(({ path, version, used }) => [
      installation === defaultInstallation ? tool : `${tool}@${installation}`,
      path,
      version ?? '',
      used ? 'used' : 'hidden by the one before',
    ]),
    ...rejected.map(({ path, reason }) => [tool, path, '', reason]),
  ]);
}

/** For people: nothing is cut, whatever the width. */
export function findingLines(
  { code, message, hint, fix }: PlainFinding,
  isPlain: boolean,
): readonly string[] {
  const mends = fix === null ? [] : ['  or:  tools doctor --fix'];
  return [`${isPlain ? 'Found:' : '✗'} ${message} (${code})`, `  try: ${hint}`, ...mends];
}

export function findingCells({ code, message, hint, fix }: PlainFinding): readonly string[] {
  return [code, message, hint, fix === null ? '' : 'tools doctor --fix'];
}
