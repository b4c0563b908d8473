import type { AITool } from '../registry/index.ts';
import type { StoredProgram } from '../state/index.ts';
import { programIn } from './find-program.ts';
import { readInstallation, versionFolder } from './installation.ts';
import { defaultInstallation } from './installation-name.ts';
import { withInstallationLock } from './lock-installation.ts';
import type { InstallContext } from './plan-install.ts';
import { recordProgram } from './record-program.ts';

/** A change of what an installation starts, to be taken back. null: there was no such installation. */
export interface ProgramSwitch {
  /** The words of the command that made it. */
  readonly verb: string;
  readonly name: string;
  readonly from: StoredProgram | null;
  readonly to: StoredProgram | null;
}

/** How things stand. `gone`: the version before is not kept any more. Changes nothing. @throws ToolsError STATE_DAMAGED */
export async function lookAtSwitch(
  { host, paths }: InstallContext,
  tool: AITool,
  { name, from, to }: ProgramSwitch,
): Promise<'before' | 'after' | 'elsewhere' | 'gone'> {
  const now = readInstallation(host, paths, tool, name)?.program ?? null;
  if (isSame(name, now, from)) return 'before';
  if (!isSame(name, now, to)) return 'elsewhere';
  if (from?.kind !== 'managed') return 'after';
  const folder = versionFolder(host, paths, tool, { name, version: from.version });
  return programIn(host, folder, tool) ? 'after' : 'gone';
}

/**
 * Makes an installation start again what it started before, by one rename. False: things are not as the change left
 * them, and nothing was done.
 * @throws ToolsError BUSY, and those of writing
 */
export async function restoreProgram(
  ctx: InstallContext,
  tool: AITool,
  change: ProgramSwitch,
): Promise<boolean> {
  const { name, verb, from } = change;
  return withInstallationLock(ctx, tool, name, async (lock) => {
    if ((await lookAtSwitch(ctx, tool, change)) !== 'after') return false;
    const program = from ?? ({ kind: 'path' } as const);
    const { root } = readInstallation(ctx.host, ctx.paths, tool, name) ?? { root: defaultInstallation };
    await recordProgram(ctx, tool, { verb, name, root, program }, lock);
    return true;
  });
}

/** Of `default` nothing recorded means what is on PATH. */
function isSame(name: string, one: StoredProgram | null, other: StoredProgram | null): boolean {
  const meant = (program: StoredProgram | null) =>
    program ?? (name === defaultInstallation ? ({ kind: 'path' } as const) : null);
  return textOf(meant(one)) === textOf(meant(other));
}

function textOf(program: StoredProgram | null): string {
  return JSON.stringify(Object.entries(program ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
