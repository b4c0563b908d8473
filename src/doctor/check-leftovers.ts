import { livePending, ourTree, storedTools, unfinishedAccounts } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { isOldLitter, readFolder, readHolder } from '../state/index.ts';
import { attempt, type Check } from './check.ts';

/** What a process that died has left: accounts that were never finished, and locks. */
export const checkLeftovers: Check = async (ctx, tools, find) => {
  const names = new Set([...tools.map(({ id }) => id), ...storedTools(ctx)]);
  for (const tool of names)
    for (const id of unfinishedAccounts(ctx, tool)) {
      if (livePending(ctx, tool, id) === undefined)
        find(new ToolsError('PENDING_DEAD', { tool, id, path: ctx.paths.accountFolder(tool, id) }));
    }
  for (const { path, name, stats } of ourTree(ctx)) {
    if (isOldLitter(ctx.host, path)) find(new ToolsError('LITTER_LEFT', { path }));
    if (!name.endsWith('.lock')) continue;
    await attempt(find, () => {
      // Asking who holds it would take an empty one away.
      if (stats.isDirectory() && readFolder(ctx.host, path).length === 0) {
        // One that has been given up meanwhile is none.
        if (ctx.host.files.lstat(path)) find(new ToolsError('LOCK_EMPTY', { path }));
        return;
      }
      const holder = readHolder(ctx.host, path);
      if (!holder || ctx.host.processes.stateOf(holder.process) !== 'dead') return;
      find(new ToolsError('LOCK_DEAD', { path, pid: holder.process.pid, since: holder.since }));
    });
  }
};
