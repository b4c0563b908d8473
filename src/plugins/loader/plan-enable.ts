import type { Permission } from '../contract/index.ts';
import { describeProgram } from './describe-program.ts';
import { addedTo, bareProgram, type FoundPlugin, whyItWaits } from './found-plugin.ts';
import { findPlugin, type PluginEntry } from './plugin-entry.ts';
import type { PluginsContext } from './plugins-context.ts';
import { forgetFailure } from './remembered-failure.ts';

/** What somebody agrees to who enables a plugin. */
export interface EnablePlan {
  readonly entry: PluginEntry;
  readonly found: FoundPlugin;
  readonly permissions: readonly Permission[];
  /** Those that nobody agreed to yet. */
  readonly added: readonly Permission[];
  /** It was never enabled before, in this place and of this kind. */
  readonly isNew: boolean;
  /** Why what was agreed to before is not this, as a clause; absent: it is, or nobody agreed to anything. */
  readonly why?: string;
}

/**
 * What a plugin asks for. Runs nothing of it, but a program without a package, which has to say it itself.
 * @throws ToolsError PLUGIN_NOT_FOUND, PLUGIN_ID_REFUSED, what keeps it from being used, and as describeProgram
 */
export async function planEnable(ctx: PluginsContext, id: string): Promise<EnablePlan> {
  const entry = findPlugin(ctx, id);
  const found = await asItAsks(ctx, entry);
  forgetFailure(ctx, id);
  const { confirmed = null } = entry.record ?? {};
  const isNew = confirmed === null || confirmed.kind !== found.kind || confirmed.path !== found.source.path;
  const { permissions } = found;
  const why = confirmed === null ? undefined : whyItWaits({ confirmed }, found);
  return {
    entry,
    found,
    permissions,
    added: addedTo(isNew ? [] : confirmed.permissions, permissions),
    isNew,
    ...(why !== undefined && { why }),
  };
}

async function asItAsks(ctx: PluginsContext, { found, problem }: PluginEntry): Promise<FoundPlugin> {
  if (!found) throw problem;
  if (found.package !== undefined || found.program === null) return found;
  const { permissions } = await describeProgram(ctx, found.id, found.program, { mustBeItsId: true });
  return bareProgram(found.id, found.source, permissions);
}
