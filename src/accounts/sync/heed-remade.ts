import { readPointer } from '../../formats/index.ts';
import type { AITool } from '../../registry/index.ts';
import { removeTree } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { readToolFile } from '../home/tool-file.ts';
import { notices } from '../notices.ts';
import { forgetBase } from '../sharing/forget-base.ts';
import { isIntoRoot } from '../sharing/root-link.ts';
import { readRoot, type SharedRoot } from '../sharing/shared-root.ts';
import { hasBase } from './file-base.ts';
import { type FileTask, placesOf } from './file-task.ts';
import { mergeFacts } from './merge-facts.ts';
import { fileTasks } from './sync-home.ts';
import { pushHome } from './sync-root.ts';

/**
 * Before what has to stand in files of a home is put there: one that has none of it any more was deleted, emptied,
 * or made anew by the tool. Afterwards nobody could tell, and all that it lacks would count as deleted by the user.
 * @throws ToolsError ROOT_GONE, STATE_DAMAGED, STATE_UNREADABLE, REMOVE_FAILED
 */
export async function heedRemade(ctx: AccountsContext, tool: AITool, account: StoredAccount): Promise<void> {
  const root = account.sharing.on ? readRoot(ctx, tool.id, account.root) : undefined;
  if (!root) return;
  const states = fileTasks(ctx, root, tool, account, {}).map((task) => ({
    task,
    state: stateOf(task, root),
  }));
  const gone = states.filter(({ state }) => state === 'gone').map(({ task }) => task);
  for (const { entry } of gone) forgetBase(ctx, account, entry.path);
  for (const task of gone) partFromRoot(task);
  if (!states.some(({ state }) => state === 'anew')) return;
  // What it holds is the tool's last word and no relic: the merge knows such a file while it is as it is.
  const { skipped } = await pushHome(ctx, tool, account);
  for (const { path } of skipped) forgetBase(ctx, account, path);
}

/** What is written through a link to the root's file is written for everybody. */
function partFromRoot(task: FileTask): void {
  const { ctx, tool, account, root, entry } = task;
  const { home } = placesOf(task);
  if (!isIntoRoot(ctx.host, root, home)) return;
  removeTree(ctx.host, home);
  ctx.tell(notices.linksRepaired({ tool: tool.id, label: account.label, paths: [entry.path] }));
}

function stateOf(task: FileTask, root: SharedRoot): 'gone' | 'anew' | 'ours' {
  const { ctx, tool, account, entry } = task;
  const { asserted = [], format } = mergeFacts(ctx.host, tool, entry);
  if (asserted.length === 0 || format === 'text' || !hasBase(ctx, account, root, entry.path)) return 'ours';
  const { home } = placesOf(task);
  if (isIntoRoot(ctx.host, root, home)) return 'gone';
  const file = readToolFile(ctx.host, home, format);
  if (file.state === 'absent' || (file.state === 'read' && file.text.trim() === '')) return 'gone';
  if (file.state !== 'read') return 'ours';
  return asserted.some((pointer) => readPointer(file.value, pointer) !== undefined) ? 'ours' : 'anew';
}
