import { adoptionFaults, adoptionOf } from '../accounts/index.ts';
import { attempt, type Check } from './check.ts';

/** Directories of a tool's own that are joined to a root, and no longer as they should be. */
export const checkAdoptions: Check = async (ctx, tools, find) => {
  for (const tool of tools)
    await attempt(find, () => {
      const adoption = adoptionOf(ctx, tool);
      if (adoption) for (const fault of adoptionFaults(tool.id, adoption)) find(fault);
    });
};
