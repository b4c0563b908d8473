import type { AITool } from '../../registry/index.ts';
import type { AccountsContext } from '../context.ts';
import { systemPaths } from '../home/home-paths.ts';
import { entriesOf } from '../store/account-folders.ts';
import { sharePlan } from './share-plan.ts';

/** Something that accounts could share lies in the tool's own directory. Only names are looked at. */
export function holdsSharedState(ctx: AccountsContext, tool: AITool): boolean {
  const { files } = ctx.host;
  const system = systemPaths(ctx, tool);
  return sharePlan(ctx.host, tool).some(({ fact, how }) => {
    if (how === 'mixed' || fact.path.includes('*')) return false;
    const path = system.fileOf({ file: fact.path, ...(fact.root && { root: fact.root }) });
    const stat = files.stat(path);
    return stat?.isDirectory() ? entriesOf(ctx, path).length > 0 : (stat?.size ?? 0) > 0;
  });
}
