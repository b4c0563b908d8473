import { ToolsError } from '../errors/index.ts';
import type { Host } from '../platform/index.ts';
import type { AITool } from '../registry/index.ts';
import { confirmEntry, ensureFolder, type HeldLock, type ManagedProgram, moveEntry } from '../state/index.ts';
import { programIn } from './find-program.ts';
import { type Installation, readInstallation, versionsFolder } from './installation.ts';
import { withInstallationLock } from './lock-installation.ts';
import type { InstallContext, InstallPlan } from './plan-install.ts';
import { recordProgram } from './record-program.ts';
import { type InstallProgress, requireProgram, stagePackage } from './stage-package.ts';
import { discard, discardUnused, finishStaging, makeStaging, type Staging } from './staging.ts';
import { sweepVersions } from './sweep-versions.ts';

/**
 * Installs what a plan says and makes it what the installation starts. Until the last step, one rename, the
 * program there was before is the one there is; whatever goes wrong leaves it so. The lock is held at the
 * beginning and at the end only, not while npm runs. The version before stays, for a roll-back; what is older goes,
 * once nobody runs it.
 * @throws ToolsError NPM_MISSING, PACKAGE_NOT_FOUND, REGISTRY_UNREACHABLE, INSTALL_FAILED, PROGRAM_UNUSABLE,
 *   INSTALL_OVERTAKEN, MOVE_FAILED, WRITE_FAILED, WRITE_UNSURE, BUSY
 */
export async function installTool(
  ctx: InstallContext,
  tool: AITool,
  plan: InstallPlan,
  { progress = () => {} }: { readonly progress?: InstallProgress } = {},
): Promise<void> {
  const { host, paths } = ctx;
  const versions = versionsFolder(host, paths, tool, plan.name);
  const staging = await withInstallationLock(ctx, tool, plan.name, () => {
    ensureFolder(host, versions);
    return makeStaging(host, versions);
  });
  const found = host.files.lstat(plan.folder)?.ino;
  try {
    if (!(await isUsable(host, tool, plan, staging))) {
      await stagePackage(ctx, tool, plan, staging, progress);
      progress(undefined, `checking ${plan.package} ${plan.version}`);
      await requireProgram(host, tool, plan, staging.folder, staging.home);
    }
    await withInstallationLock(ctx, tool, plan.name, (lock) =>
      switchTo(ctx, tool, plan, { ...staging, found }, lock),
    );
    progress(1, `${plan.package} ${plan.version} is installed`);
  } finally {
    discard(host, staging.folder);
  }
}

/** That version is there already, and works. */
async function isUsable(host: Host, tool: AITool, plan: InstallPlan, { home }: Staging): Promise<boolean> {
  if (!programIn(host, plan.folder, tool)) return false;
  try {
    await requireProgram(host, tool, plan, plan.folder, home);
    return true;
  } catch (error) {
    if (error instanceof ToolsError) return false;
    throw error;
  }
}

interface Staged extends Staging {
  /** The folder in the version's place when npm began: of no use, or there would be nothing staged. */
  readonly found: number | undefined;
}

async function switchTo(
  ctx: InstallContext,
  tool: AITool,
  plan: InstallPlan,
  staged: Staged,
  lock: HeldLock,
): Promise<void> {
  const { host, paths } = ctx;
  const before = readInstallation(host, paths, tool, plan.name);
  finishStaging(host, staged);
  const isStaged = programIn(host, staged.folder, tool) !== undefined;
  const old = isStaged ? putInPlace(host, staged, plan.folder) : undefined;
  const { name, root, version } = plan;
  // Somebody removed the installation, what was staged and all, or swept a version that was there.
  if (!programIn(host, plan.folder, tool))
    throw new ToolsError('INSTALL_OVERTAKEN', { tool: tool.id, name, version });
  await recordProgram(ctx, tool, { verb: 'install', name, root, program: programAfter(plan, before) }, lock);
  if (old !== undefined) discardUnused(host, old);
  sweepVersions(ctx, tool, name);
}

function programAfter(
  { version, pinned, tag }: InstallPlan,
  before: Installation | undefined,
): ManagedProgram {
  const replaced = before?.program.kind === 'managed' ? before.program : undefined;
  const previous = replaced?.version === version ? replaced.previous : replaced?.version;
  return {
    kind: 'managed',
    version,
    pinned,
    ...(tag !== undefined && tag !== 'latest' && { tag }),
    ...(previous !== undefined && { previous }),
  };
}

/** @returns where a folder went that held the place without being of use */
function putInPlace(host: Host, staged: Staged, place: string): string | undefined {
  const there = host.files.lstat(place)?.ino;
  // Another install was quicker, with the same: what somebody may run by now stays.
  if (there !== undefined && there !== staged.found) return undefined;
  const old = host.path.join(host.path.dirname(place), `.old-${host.randomName(8)}`);
  if (there !== undefined) moveEntry(host, place, old);
  try {
    moveEntry(host, staged.folder, place);
  } catch (error) {
    if (there !== undefined) moveEntry(host, old, place);
    throw error;
  }
  confirmEntry(host, place);
  return there === undefined ? undefined : old;
}
