import { isLiveMark, listAccounts, modeProblem, openFiles, ourTree } from '../accounts/index.ts';
import type { Check } from './check.ts';

/** Our folders, the homes in them, and the files in which a tool keeps its login: nobody else may look in. */
export const checkModes: Check = (ctx, tools, find) => {
  if (ctx.host.platform === 'win32') return;
  for (const { path, name, stats } of ourTree(ctx)) {
    const problem = isProgram(name) || isLiveMark(name) ? undefined : modeProblem(path, stats);
    if (problem) find(problem);
  }
  for (const tool of tools)
    for (const { account } of listAccounts(ctx, tool.id))
      for (const problem of account ? openFiles(ctx, tool, account) : []) find(problem);
};

/** Shims are there to be run by whoever has them on PATH, and the folders of programs are npm's. */
function isProgram(name: string): boolean {
  return name.startsWith('shims/') || /^installations\/[^/]+\/[^/]+\/(?:shared|versions)$/.test(name);
}
