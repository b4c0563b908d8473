import type { AITool } from '../../registry/index.ts';
import { removeTree } from '../../state/index.ts';
import { type StoredAccount, systemLabel } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import type { SharedRoot } from '../sharing/shared-root.ts';
import { placesOf } from './file-task.ts';
import { mergeFile, type Patience } from './merge-file.ts';
import { fileTasks } from './sync-home.ts';

/**
 * Merges the files of a seed that are merged with those of its root, as if the seed were a home that meets the root
 * for the first time: what accounts have there wins. What has arrived goes from the seed.
 * @returns those that have not, each with the reason in brackets: somebody is at them, or they are damaged
 * @throws ToolsError ROOT_GONE, REMOVE_FAILED
 */
export async function joinDocuments(
  ctx: AccountsContext,
  tool: AITool,
  root: SharedRoot,
  seed: string,
  patience: Patience,
): Promise<readonly string[]> {
  const waiting: string[] = [];
  for (const task of fileTasks(ctx, root, tool, guest(root, seed), {})) {
    const { home } = placesOf(task);
    if (!ctx.host.files.lstat(home)?.isFile()) continue;
    const { skipped, damaged } = await mergeFile(task, patience);
    const problems = [
      ...skipped.map(({ why, problem = why }) => problem),
      ...damaged.map((each) => each.problem),
    ];
    if (problems.length === 0) removeTree(ctx.host, home);
    else waiting.push(`${task.entry.path} (${problems.join(', ')})`);
  }
  return waiting;
}

/** Nobody lives there, and nothing is remembered of it: it has no folder among the accounts. */
function guest({ tool, name }: SharedRoot, home: string): StoredAccount {
  const of = { tool, id: systemLabel, label: systemLabel, root: name, installation: name };
  const sharing = { on: true, except: [] };
  return { ...of, kind: 'login', createdAt: '', home, identity: null, environment: {}, sharing };
}
