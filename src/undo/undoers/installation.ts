import {
  removeInstallation,
  requireRemovable,
  restoreInstallation,
  whyNotRestorable,
} from '../../accounts/index.ts';
import { installationFolders } from '../../install/index.ts';
import { textIn } from '../text-in.ts';
import { toolOf } from '../tool-of.ts';
import type { Undoer } from '../undoer.ts';

/** `tools installations remove`: it comes back out of the trash, programs and root and all. */
export const undoRemovingInstallation: Undoer = {
  look: (ctx, change) => {
    const tool = toolOf(ctx, change);
    const name = textIn(change, 'name');
    const isCutOff = change.doneAt === null;
    if (isCutOff && installationFolders(ctx.host, ctx.paths, tool).includes(name)) return { at: 'before' };
    const why = whyNotRestorable(ctx, tool, name);
    return why === undefined
      ? { at: 'after', makes: [`${tool.id}@${name} is there again`] }
      : { at: 'elsewhere', why };
  },
  undo: async (ctx, change) => {
    const tool = toolOf(ctx, change);
    const name = textIn(change, 'name');
    await restoreInstallation(ctx, tool, name);
    return [`${tool.id}@${name} is there again`];
  },
};

/** The way forward again: it is removed once more. */
export const undoRestoringInstallation: Undoer = {
  look: (ctx, change) => {
    const tool = toolOf(ctx, change);
    const name = textIn(change, 'name');
    if (!installationFolders(ctx.host, ctx.paths, tool).includes(name)) return { at: 'before' };
    requireRemovable(ctx, tool, name);
    return { at: 'after', makes: [`${tool.id}@${name} is gone`] };
  },
  undo: async (ctx, change) => {
    const tool = toolOf(ctx, change);
    const name = textIn(change, 'name');
    const { trash } = await removeInstallation(ctx, tool, name, { withState: true });
    return [`${tool.id}@${name} is gone; it lies in ${trash}`];
  },
};
