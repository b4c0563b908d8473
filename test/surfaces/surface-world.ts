import { addAccount, type StoredAccount } from '../../src/accounts/index.ts';
import { registry } from '../../src/index.ts';
import type { AITool } from '../../src/registry/index.ts';
import { lookAtSurfaces, type SurfaceAnswer } from '../../src/surfaces/index.ts';
import { type LoginWorld, loginWorld } from '../accounts/login-world.ts';

/** A computer on which the built-in tools are known. */
export function surfaceWorld(
  change: Parameters<LoginWorld['as']>[0] = {},
  home?: string,
): LoginWorld & { readonly add: (tool: string, label: string) => Promise<StoredAccount> } {
  const { ctx: plain, ...world } = loginWorld(change, home);
  const ctx = { ...plain, registry };
  return {
    ...world,
    ctx,
    tool: (id) => registry.tool(id) as AITool,
    add: (id, label) => addAccount(ctx, id, label),
  };
}

type World = Pick<LoginWorld, 'ctx' | 'tool'>;

/** What is said of the surfaces whose names hold these words. */
export async function said(world: World, tool: string, words: string): Promise<readonly SurfaceAnswer[]> {
  const { surfaces } = await lookAtSurfaces(world.ctx, world.tool(tool), undefined);
  return surfaces.filter(({ surface }) => surface.includes(words));
}
