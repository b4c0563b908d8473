export type { CheckReport } from './check/index.ts';
export {
  type ConfigField,
  configValueOf,
  readConfig,
} from './config/index.ts';
export { type Permission, permissions } from './contract/index.ts';
export { checkPlugin, makePlugin, reportLines } from './loaded-later.ts';
export {
  type ActivePlugin,
  askingMore,
  type Conflict,
  configurePlugin,
  disablePlugin,
  type EnablePlan,
  enableAgain,
  enablePlugin,
  examinePlugins,
  findPlugin,
  isInUse,
  type LoadedCommand,
  type LoadedPlugins,
  linkPlugin,
  listPlugins,
  loadPlugins,
  type NamedPlugin,
  namedPlugins,
  type PluginEntry,
  type PluginKind,
  type PluginSource,
  type PluginsContext,
  planEnable,
  pluginAt,
  pluginFolder,
  removePlugin,
  restorePlugin,
  trashedPlugin,
  unlinkPlugin,
} from './loader/index.ts';
export { type ToolDiagnosis, toolDiagnosis } from './manifest/index.ts';
export {
  pluginLanguages,
  type TemplateKind,
  type TemplateLanguage,
  templateKinds,
} from './new/template-kinds.ts';
