import type { ToolsError } from '../errors/index.ts';

const states: Readonly<Record<string, string>> = {
  SHIM_STALE: 'its program is gone',
  SHIM_OLD: 'of another release',
  SHIM_HIDDEN: 'not met',
};

/** What a table says of a shim, by the worst that is wrong with it. */
export function shimStateOf(problem: ToolsError | undefined): string {
  return problem === undefined ? 'in force' : (states[problem.code] ?? problem.message);
}

/** What is wrong with shims and what to type next, each once. */
export function shimNews(problems: readonly ToolsError[]): readonly string[] {
  const said = new Map(problems.map(({ message, hint }) => [message, hint]));
  return [...said].flatMap(([message, hint]) => (hint ? [message, `try:   ${hint}`] : [message]));
}
