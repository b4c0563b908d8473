import { loadLater } from '../platform/index.ts';

export const addInstallation = loadLater(async () => (await import('./add-installation.ts')).addInstallation);
export const installTool = loadLater(async () => (await import('./install-tool.ts')).installTool);
export const planAddition = loadLater(async () => (await import('./add-installation.ts')).planAddition);
export const planInstall = loadLater(async () => (await import('./plan-install.ts')).planInstall);
export const planRollBack = loadLater(async () => (await import('./roll-back.ts')).planRollBack);
export const planUpdate = loadLater(async () => (await import('./update-tool.ts')).planUpdate);
export const releaseProgram = loadLater(async () => (await import('./release-program.ts')).releaseProgram);
export const lookAtSwitch = loadLater(async () => (await import('./restore-program.ts')).lookAtSwitch);
export const restoreProgram = loadLater(async () => (await import('./restore-program.ts')).restoreProgram);
export const rollBack = loadLater(async () => (await import('./roll-back.ts')).rollBack);
export const versionOf = loadLater(async () => (await import('./program-version.ts')).versionOf);
export const withInstallationLock = loadLater(
  async () => (await import('./lock-installation.ts')).withInstallationLock,
);
