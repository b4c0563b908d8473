import type { Account, AccountsContext, LastingEnvironment } from '../accounts/index.ts';
import type { AITool } from '../registry/index.ts';

/** A piece of a file, as text. */
export interface Snippet {
  /** Where it goes. */
  readonly file: string;
  /** With comments that say so, and `warnings` among them. */
  readonly text: string;
  readonly warnings: readonly string[];
}

export interface SnippetFacts {
  readonly ctx: AccountsContext;
  readonly tool: AITool;
  readonly account: Account;
  readonly environment: LastingEnvironment;
}

/** Comments, a line each, then the piece itself. */
export function snippet(
  mark: '//' | '#',
  {
    file,
    comments,
    warnings,
  }: { readonly file: string } & Record<'comments' | 'warnings', readonly string[]>,
  body: string,
): Snippet {
  const lines = [`Into ${file}.`, ...comments, ...warnings.map((warning) => `Note: ${warning}`)];
  return { file, warnings, text: `${lines.map((line) => `${mark} ${line}\n`).join('')}${body}\n` };
}

/** The words of an account on a command line. */
export function accountWords({ tool, account }: Pick<SnippetFacts, 'tool' | 'account'>): string {
  return `${tool.id} -a ${account.label}`;
}

/** A running editor gives to new windows what it was started with itself. */
export function editorLine(facts: Pick<SnippetFacts, 'tool' | 'account'>): string {
  return `close the editor, then: tools exec ${accountWords(facts)} -- code .`;
}

/** The key of an account that holds one, which is not in the snippet. */
export function hiddenKey({ environment: { keyVariable, set } }: SnippetFacts): string | undefined {
  return keyVariable !== null && !Object.hasOwn(set, keyVariable) ? keyVariable : undefined;
}

/** What is started without us tells nobody what it changes. */
export function sharingWarnings({ tool, account }: SnippetFacts): readonly string[] {
  if (account.kind === 'system' || !account.sharing.on) return [];
  return [
    `what ${tool.displayName} changes there reaches the other accounts at the next tools run ${accountWords({ tool, account })}, or by tools sync ${tool.id}`,
  ];
}
