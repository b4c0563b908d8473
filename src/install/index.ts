export { programOf, programsOf, type ToolProgram } from './find-program.ts';
export { installTool } from './install-tool.ts';
export { defaultInstallation, readInstallation } from './installation.ts';
export { type InstallContext, type InstallPlan, type InstallRequest, planInstall } from './plan-install.ts';
export { versionOf } from './program-version.ts';
export type { InstallProgress } from './stage-package.ts';
