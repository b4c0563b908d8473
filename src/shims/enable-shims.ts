import type { AccountsContext } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import { ensureFolder, ensureLayout, withLock, writeAtomic } from '../state/index.ts';
import { noted, toolsOf } from './noted.ts';
import { isShimFile, type ShimFile, shimFiles, statusFile } from './shim-files.ts';

/** A shim of a tool, and what becomes of it. */
export interface ShimChange {
  readonly tool: string;
  readonly path: string;
  readonly change: 'new' | 'renewed' | 'same';
}

/** What enabling would do. Changes nothing. @throws ToolsError SHIM_FOREIGN, SHIM_WITHOUT_PROGRAM, SHIM_OF_ANOTHER */
export function planShims(ctx: AccountsContext, tools: readonly AITool[]): readonly ShimChange[] {
  return tools.flatMap((tool) =>
    shimFiles(ctx, tool).map((file) => ({ tool: tool.id, path: file.path, change: changeOf(ctx, file) })),
  );
}

/**
 * Puts programs of the tools' names into our folder of shims, as this release writes them. Nothing that somebody
 * else put there is touched.
 * @throws ToolsError SHIM_FOREIGN, SHIM_WITHOUT_PROGRAM, SHIM_OF_ANOTHER (nothing is changed), BUSY, and those of writing
 */
export async function enableShims(
  ctx: AccountsContext,
  tools: readonly AITool[],
): Promise<readonly ShimChange[]> {
  const { host, paths } = ctx;
  planShims(ctx, tools);
  ensureLayout(host, paths);
  return withLock(
    host,
    paths.shims,
    'the folder of shims',
    async () => {
      const changes = planShims(ctx, tools);
      const added = toolsOf(changes.filter(({ change }) => change === 'new'));
      ensureFolder(host, paths.shims);
      await noted(ctx, 'shim enable', added, () => {
        for (const tool of tools) for (const file of shimFiles(ctx, tool)) renew(ctx, file);
        const status = statusFile(ctx);
        // It says nothing that the shims don't, and comes and goes with them.
        if (status) renew(ctx, status);
      });
      return changes;
    },
    { tell: ctx.tell },
  );
}

function renew(ctx: AccountsContext, file: ShimFile): void {
  if (changeOf(ctx, file) !== 'same') writeAtomic(ctx.host, file.path, file.text, 0o755);
}

function changeOf(ctx: AccountsContext, { path, text }: ShimFile): ShimChange['change'] {
  const found = ctx.host.files.lstat(path);
  if (!found) return 'new';
  if (!isShimFile(ctx, path)) throw new ToolsError('SHIM_FOREIGN', { path });
  const isSame = ctx.host.files.readFile(path).equals(Buffer.from(text));
  return isSame && (ctx.host.platform === 'win32' || (found.mode & 0o777) === 0o755) ? 'same' : 'renewed';
}
