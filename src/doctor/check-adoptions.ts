import { adoptionOf } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { attempt, type Check } from './check.ts';

/** Directories of a tool's own that are joined to a root, and no longer as they should be. */
export const checkAdoptions: Check = async (ctx, tools, find) => {
  for (const tool of tools)
    await attempt(find, () => {
      const adoption = adoptionOf(ctx, tool);
      if (!adoption) return;
      const { root, phase, broken, unsafe } = adoption;
      if (phase !== 'adopted') return find(new ToolsError('ADOPTION_CUT_OFF', { tool: tool.id, root }));
      for (const path of broken) find(new ToolsError('ADOPTION_BROKEN', { tool: tool.id, root, path }));
      for (const { path, pointer, safe } of unsafe)
        find(new ToolsError('ADOPTION_UNSAFE', { tool: tool.id, path, pointer, safe: JSON.stringify(safe) }));
    });
};
