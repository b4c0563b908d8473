import { ToolsError } from '../../errors/index.ts';
import {
  isPendingFile,
  moveToTrash,
  type PendingFile,
  readJson,
  removeTree,
  writeJson,
} from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { entriesOf } from './account-folders.ts';

/** Says in the folder of an account that is being made who makes it. */
export async function writePending(
  ctx: AccountsContext,
  tool: string,
  id: string,
  label: string,
): Promise<void> {
  const { host } = ctx;
  const pending: PendingFile = {
    schemaVersion: 1,
    label,
    process: host.processes.self,
    startedAt: host.now().toISOString(),
  };
  await writeJson(host, pendingFileOf(ctx, tool, id), 'pending', pending);
}

/** Who is making the account now; undefined when nobody is, or whoever was is dead. */
export function livePending(ctx: AccountsContext, tool: string, id: string): PendingFile | undefined {
  const pending = readPending(ctx, tool, id);
  return pending && ctx.host.processes.stateOf(pending.process) !== 'dead' ? pending : undefined;
}

/** LOGIN_UNDER_WAY, naming who is at it. */
export function loginUnderWay(
  { tool, label }: { readonly tool: string; readonly label: string },
  { process, startedAt }: Pick<PendingFile, 'process' | 'startedAt'>,
): ToolsError {
  return new ToolsError('LOGIN_UNDER_WAY', { tool, label, pid: process.pid, since: startedAt });
}

export function removePending(ctx: AccountsContext, tool: string, id: string): void {
  removeTree(ctx.host, pendingFileOf(ctx, tool, id));
}

/**
 * Clears the folder of an account that did not come to be. What a tool wrote into the home may be a login that
 * exists nowhere else: that goes to the trash.
 */
export function clearUnpublished(ctx: AccountsContext, tool: string, id: string): void {
  const folder = ctx.paths.accountFolder(tool, id);
  const isUsed = entriesOf(ctx, ctx.host.path.join(folder, 'home')).length > 0;
  if (isUsed) moveToTrash(ctx.host, ctx.paths, folder, readPending(ctx, tool, id)?.label ?? id);
  else removeTree(ctx.host, folder);
}

function readPending(ctx: AccountsContext, tool: string, id: string): PendingFile | undefined {
  try {
    return readJson(ctx.host, pendingFileOf(ctx, tool, id), isPendingFile);
  } catch (error) {
    // Nobody alive left it like that: it is written whole.
    if (error instanceof ToolsError && error.code === 'STATE_DAMAGED') return undefined;
    throw error;
  }
}

function pendingFileOf(ctx: AccountsContext, tool: string, id: string): string {
  return ctx.host.path.join(ctx.paths.accountFolder(tool, id), 'pending.json');
}
