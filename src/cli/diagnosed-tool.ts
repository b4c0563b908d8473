import type { AccountsContext } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { defaultInstallation, programOf, type ToolProgram, versionOf } from '../install/index.ts';
import { type ToolDiagnosis, toolDiagnosis } from '../plugins/index.ts';
import type { AITool } from '../registry/index.ts';

/** A tool that a plugin brings, and whether its program can be used here. */
export interface DiagnosedTool {
  readonly id: string;
  readonly displayName: string;
  /** null: its program is here, and was not asked. */
  readonly diagnosis: ToolDiagnosis | null;
  readonly program: string | null;
  readonly version: string | null;
}

/**
 * May ask the tool's own program for its version, with words of the plugin's: nothing is started where nobody agreed to
 * it (`isTrusted`).
 */
export async function diagnosedTool(
  { host, paths }: AccountsContext,
  tool: AITool,
  { isTrusted }: { readonly isTrusted: boolean },
): Promise<DiagnosedTool> {
  const { id, displayName } = tool;
  const program = programFor(host, paths, tool);
  if (program && !isTrusted)
    return { id, displayName, diagnosis: null, program: program.path, version: null };
  const version = program && (await versionOf(host, program, tool));
  // Where nothing says how its version is told, nobody asked for it.
  const { versionFrom, npmPackage } = tool.executable ?? {};
  const isAsked = versionFrom !== undefined || npmPackage !== undefined;
  return {
    ...{ id, displayName },
    diagnosis: program && !isAsked ? 'ready' : toolDiagnosis(tool, program && { version }),
    program: program?.path ?? null,
    version: version ?? null,
  };
}

export const diagnosisWords: Readonly<Record<ToolDiagnosis, string>> = {
  missing: 'its program is not here',
  'probe-failed': 'its program does not say which version it is',
  incompatible: 'its program is of a version that is not supported',
  ready: 'ready',
};

function programFor(
  host: AccountsContext['host'],
  paths: AccountsContext['paths'],
  tool: AITool,
): ToolProgram | undefined {
  try {
    return programOf(host, paths, tool, defaultInstallation);
  } catch (error) {
    if (error instanceof ToolsError) return undefined;
    throw error;
  }
}
