import { type AccountsContext, describeInstallation } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { installationNames } from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import { type PlainError, plainError } from './plain-error.ts';

/** One row of `installations list`. */
export interface ListedInstallation {
  readonly tool: string;
  readonly name: string;
  readonly root: string | null;
  readonly file: string | null;
  readonly source: string | null;
  readonly version: string | null;
  /** Labels of those that it starts. */
  readonly accounts: readonly string[];
  readonly problem: PlainError | null;
  /** It is there, but can't be read. */
  readonly damage?: ToolsError;
}

/** One that can't be read hides no other. */
export async function listInstallations(
  state: AccountsContext,
  tool: AITool,
): Promise<readonly ListedInstallation[]> {
  const names = installationNames(state.host, state.paths, tool);
  return Promise.all(names.map((name) => listInstallation(state, tool, name)));
}

export async function listInstallation(
  state: AccountsContext,
  tool: AITool,
  name: string,
): Promise<ListedInstallation> {
  try {
    const { root, file, source, version, users, problem } = await describeInstallation(state, tool, name, {
      mayAsk: false,
    });
    const { accounts } = users;
    return {
      tool: tool.id,
      name,
      root,
      file,
      source,
      version,
      accounts,
      problem: problem && plainError(state.host, problem),
    };
  } catch (damage) {
    if (!(damage instanceof ToolsError)) throw damage;
    const nothing = { root: null, file: null, source: null, version: null, accounts: [] };
    return { tool: tool.id, name, ...nothing, problem: plainError(state.host, damage), damage };
  }
}

/** For people, among other facts of the tool; nothing where none was asked about. */
export function installationLines(asked: ListedInstallation | undefined): readonly string[] {
  if (!asked) return [];
  const { name, version, root, file, problem } = asked;
  const parts = [version, root === null ? null : `root "${root}"`, file ?? problem?.message];
  return [`  installation ${name}: ${parts.filter(Boolean).join(', ')}`];
}
