export type { RootWish } from './choose-root.ts';
export { programOf, programsOf, queryOf, type ToolProgram } from './find-program.ts';
export {
  findInstallation,
  type Installation,
  installationFolders,
  installationNames,
  versionsFolder,
  versionsOf,
} from './installation.ts';
export { defaultInstallation, requireInstallationName } from './installation-name.ts';
export {
  addInstallation,
  installTool,
  lookAtSwitch,
  planAddition,
  planInstall,
  planRollBack,
  planUpdate,
  releaseProgram,
  restoreProgram,
  rollBack,
  versionOf,
  withInstallationLock,
} from './loaded-later.ts';
export type { InstallPlan, InstallRequest } from './plan-install.ts';
export type { ProgramSwitch } from './restore-program.ts';
export { isExactVersion, isSameLine } from './version-text.ts';
