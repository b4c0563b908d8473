import { type AccountsContext, listAccounts } from '../accounts/index.ts';
import type { AITool } from '../registry/index.ts';
import type { Editor } from './editors.ts';
import type { Verdict } from './surface-answer.ts';

/** The account in whose home a running editor was started, where the system tells; undefined: in none, or it doesn't. */
export function startedWith(
  { ctx, tool }: { readonly ctx: AccountsContext; readonly tool: AITool },
  editor: Editor,
): Verdict | undefined {
  const { host, paths } = ctx;
  const running = (host.processes.knowing(paths.accounts) ?? []).filter(({ argv: [file = ''] }) =>
    isOf(editor, file),
  );
  if (running.length === 0) return undefined;
  const labels = listAccounts(ctx, tool.id).flatMap(({ account }) =>
    account && running.some(({ pid }) => host.processes.knows(pid, account.home) === true)
      ? [account.label]
      : [],
  );
  const [label, ...others] = labels;
  if (label === undefined) return undefined;
  if (others.length > 0)
    return { account: null, sure: true, because: `it runs in several accounts: ${labels.join(', ')}` };
  return { account: label, sure: true, because: 'it runs, and was started in the home of that account' };
}

/** Its program, or one of those that its server brings. */
function isOf({ program, server }: Editor, file: string): boolean {
  const words = file.split(/[/\\]/);
  return words.at(-1) === program || words.includes(server);
}
