import { adoptionOf, settleAdoption, undoAdoption } from '../../accounts/index.ts';
import { changedSince } from '../changed-since.ts';
import { textIn } from '../text-in.ts';
import { toolOf } from '../tool-of.ts';
import type { NotUndoable, Undoer } from '../undoer.ts';

/** `tools adopt`: the tool has its own directories again, with what is in them now. */
export const undoAdopting: Undoer = {
  look: (ctx, change) => {
    const tool = toolOf(ctx, change);
    const adoption = adoptionOf(ctx, tool);
    if (!adoption) return { at: 'before' };
    if (adoption.phase !== 'adopted') return { at: 'half' };
    if (adoption.root !== change.what.root)
      return { at: 'elsewhere', why: `${tool.id} was adopted into another root since` };
    return { at: 'after', makes: [`${tool.id}'s own again: ${adoption.joined.join(', ')}`] };
  },
  undo: async (ctx, change) => {
    const undone = await undoAdoption(ctx, toolOf(ctx, change));
    return [
      `${undone.tool}'s own again: ${undone.back.join(', ')}`,
      ...undone.kept.map((path) => `in both now, as it came or was changed meanwhile: ${path}`),
    ];
  },
  finish: async (ctx, change) => {
    const tool = toolOf(ctx, change);
    const settled = await settleAdoption(ctx, tool);
    if (settled === 'left')
      throw changedSince(change, 'it can not be finished now', `tools adopt ${tool.id}`);
    return [
      settled === 'adopted'
        ? `${tool.id}'s own directories are joined`
        : `${tool.id}'s own are its own again`,
    ];
  },
};

export const adoptAgain: NotUndoable = {
  why: 'what it moves is asked about anew',
  instead: (change) => `tools adopt ${textIn(change, 'tool')}`,
};
