export { type MadePlugin, makePlugin, type PluginWish } from './make-plugin.ts';
export { templateFiles } from './template-files.ts';
export {
  pluginLanguages,
  type TemplateKind,
  type TemplateLanguage,
  templateKinds,
} from './template-kinds.ts';
