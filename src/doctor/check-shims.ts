import { ToolsError } from '../errors/index.ts';
import { copiesOnPath, foreignFiles, shimProblems, shimsHere } from '../shims/index.ts';
import { attempt, type Check } from './check.ts';

/** Programs of the tools' names that are not met on PATH, or don't do what they are for. */
export const checkShims: Check = async (ctx, tools, find) => {
  const shims = shimsHere(ctx);
  const said = new Set<string>();
  // What all of them suffer from is found once.
  const findOnce = (problem: ToolsError) => {
    if (!said.has(problem.message)) find(problem);
    said.add(problem.message);
  };
  for (const shim of shims) {
    const tool = tools.find(({ id }) => id === shim.tool);
    if (tool) await attempt(find, () => shimProblems(ctx, tool, shim).forEach(findOnce));
  }
  for (const path of foreignFiles(ctx)) find(new ToolsError('SHIM_FOREIGN', { path }));
  for (const path of copiesOnPath(ctx, shims)) find(new ToolsError('SHIM_COPIED', { path }));
};
