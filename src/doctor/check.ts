import type { AccountsContext } from '../accounts/index.ts';
import { refusedLook, ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';

export type Find = (finding: ToolsError) => void;

/** Looks at one side of things and tells what is wrong. What it throws itself is one more finding. */
export type Check = (ctx: AccountsContext, tools: readonly AITool[], find: Find) => void | Promise<void>;

/** What fails is a finding, and so is what can't be looked at; a bug is a bug. False: it failed. */
export async function attempt(find: Find, work: () => void | Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const finding = error instanceof ToolsError ? error : refusedLook(error);
    if (!finding) throw error;
    find(finding);
    return false;
  }
}
