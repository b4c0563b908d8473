import {
  type Account,
  type AccountsContext,
  bindingFilesHere,
  ignoredLines,
  type JudgedRequirement,
  judgeRequirement,
  requirementUnmet,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';

/** What files in repositories have to do with a choice, besides making it. */
export interface BindingNotes {
  /** A line each. */
  readonly lines: readonly string[];
  /** For programs; null: nothing is required of the tool here. */
  readonly requirement: JudgedRequirement | null;
}

export function bindingNotes(state: AccountsContext, tool: AITool, account: Account): BindingNotes {
  const files = bindingFilesHere(state);
  const judged = judgeRequirement(state, tool, account, files);
  const required =
    judged &&
    (judged.isMet
      ? `${judged.path} requires who it is`
      : requirementUnmet(state, tool, account, judged).message);
  return {
    lines: [...(required === undefined ? [] : [required]), ...ignoredLines(files)],
    requirement: judged ?? null,
  };
}

/** A line about each file that has no say here; what can't be told is told by whoever chooses an account. */
export function ignoredHere(state: AccountsContext): readonly string[] {
  try {
    return ignoredLines(bindingFilesHere(state));
  } catch (error) {
    if (error instanceof ToolsError) return [];
    throw error;
  }
}
