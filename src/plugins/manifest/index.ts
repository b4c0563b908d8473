export { compatibilityProblem, isApiWelcome } from './compatibility.ts';
export { isSameJson } from './digest-of.ts';
export type { ManifestProblem } from './manifest-problem.ts';
export { manifestProblems } from './manifest-problems.ts';
export { manifestJsonSchema } from './manifest-schema.ts';
export { pluginIdProblem, pluginToolIdProblem, requirePluginId } from './plugin-id.ts';
export type { PluginPackage } from './plugin-package.ts';
export { readPackageFields, readPluginPackage } from './read-plugin-package.ts';
export { type ToolDiagnosis, toolDiagnosis } from './tool-diagnosis.ts';
