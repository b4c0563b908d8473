export {
  type MadePlugin,
  makePlugin,
  type PluginWish,
  pluginLanguages,
  type TemplateKind,
  type TemplateLanguage,
  templateKinds,
} from './make-plugin.ts';
export { templateFiles } from './template-files.ts';
