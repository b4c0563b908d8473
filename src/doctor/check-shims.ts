import { ToolsError } from '../errors/index.ts';
import { copiesOnPath, foreignFiles, lostShims, shimProblems, shimsHere } from '../shims/index.ts';
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
  const asked = new Set(tools.map(({ id }) => id));
  const lost = lostShims(ctx, shims).filter((tool) => asked.has(tool));
  if (lost.length > 0) find(new ToolsError('SHIMS_GONE', { folder: ctx.paths.shims, tools: lost }));
  for (const path of foreignFiles(ctx)) find(new ToolsError('SHIM_FOREIGN', { path }));
  for (const path of copiesOnPath(ctx, shims)) find(new ToolsError('SHIM_COPIED', { path }));
};
