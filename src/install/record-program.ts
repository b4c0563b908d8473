import type { AITool } from '../registry/index.ts';
import { ensureFolder, type HeldLock, type StoredProgram, writeJournal, writeJson } from '../state/index.ts';
import { installationFile, readInstallation } from './installation.ts';
import type { InstallContext } from './plan-install.ts';

/** A change of what an installation starts. */
export interface ProgramChange {
  /** The words of the command. */
  readonly verb: string;
  readonly name: string;
  readonly program: StoredProgram;
  /** For an installation that is made by this; one that is there keeps its own. */
  readonly root: string;
}

/**
 * Records what an installation starts: one rename, until which it is what it was. The caller holds the
 * installation's lock. The journal knows of it before it begins.
 * @throws ToolsError LOCK_LOST, WRITE_FAILED, WRITE_UNSURE, STATE_INVALID
 */
export async function recordProgram(
  { host, paths, undoing }: InstallContext,
  tool: AITool,
  { verb, name, program, root }: ProgramChange,
  lock: HeldLock,
): Promise<void> {
  ensureFolder(host, paths.installationFolder(tool.id, name));
  const before = readInstallation(host, paths, tool, name);
  const entry = writeJournal(host, paths, {
    verb,
    tool: tool.id,
    account: null,
    undoes: undoing,
    what: { installation: name, program: textOf(program), programBefore: textOf(before?.program) },
  });
  const value = { root, ...before, schemaVersion: 1, tool: tool.id, name, program } as const;
  const file = installationFile(host, paths, tool, name);
  await writeJson(host, file, 'installation', value, { beforeCommit: lock.assertOurs });
  entry.done();
}

function textOf(program: StoredProgram | undefined): string | null {
  return program === undefined ? null : JSON.stringify(program);
}
