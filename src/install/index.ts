export { programOf, programsOf, type ToolProgram } from './find-program.ts';
export { defaultInstallation, readInstallation, requireSupported } from './installation.ts';
export {
  installTool,
  planInstall,
  versionOf,
} from './loaded-later.ts';
export type { InstallRequest } from './plan-install.ts';
