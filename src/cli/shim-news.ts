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

/** What is wrong with shims and what to type next, once for all that suffer from the same. */
export function shimNews(problems: readonly ToolsError[]): readonly string[] {
  return [...new Set(problems.map(({ code }) => code))].flatMap((code) => {
    const alike = problems.filter((problem) => problem.code === code);
    const messages = [...new Set(alike.map(({ message }) => message))];
    const [hint, another] = [...new Set(alike.map((problem) => problem.hint))];
    const more = messages.length > 1 ? ` The same of ${messages.length - 1} more.` : '';
    return [`${messages[0]}${more}`, `try:   ${another === undefined ? hint : 'tools doctor --fix'}`];
  });
}
