import { type Account, type AccountsContext, lastingEnvironment } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import { devcontainerSnippet } from './devcontainer-snippet.ts';
import { direnvSnippet, miseSnippet } from './directory-snippets.ts';
import type { SnippetFormat } from './snippet-formats.ts';
import type { Snippet, SnippetFacts } from './snippet-parts.ts';
import { vscodeSnippet } from './vscode-snippet.ts';

/**
 * A piece of a file by which an editor, a container or a directory uses the account, ready to be pasted. A key is in
 * it only with `reveal`, and not even then where the file can ask for it instead.
 * @throws ToolsError VARIABLE_NOT_EXPRESSIBLE; as lastingEnvironment
 */
export async function snippetOf(
  ctx: AccountsContext,
  tool: AITool,
  account: Account,
  { format, reveal = false }: { readonly format: SnippetFormat; readonly reveal?: boolean },
): Promise<Snippet> {
  const asks = format === 'direnv' || format === 'mise';
  const environment = await lastingEnvironment(ctx, tool, account, { reveal: reveal && !asks });
  const name = Object.keys(environment.set).find((key) => isRead[format]?.test(environment.set[key] ?? ''));
  if (name !== undefined) throw new ToolsError('VARIABLE_NOT_EXPRESSIBLE', { name, shell: format });
  const facts: SnippetFacts = { ctx, tool, account, environment };
  return makers[format](facts);
}

/** What the reader of the file puts something in the place of, or runs (`{{ exec(…) }}`); none of them can be quoted. */
const isRead: { readonly [Format in SnippetFormat]?: RegExp } = {
  vscode: /\$\{/,
  devcontainer: /\$\{/,
  mise: /\{[{%#]/,
};

const makers: Readonly<Record<SnippetFormat, (facts: SnippetFacts) => Snippet>> = {
  vscode: vscodeSnippet,
  devcontainer: devcontainerSnippet,
  direnv: direnvSnippet,
  mise: miseSnippet,
};
