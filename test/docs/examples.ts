import { type TemplateKind, type TemplateLanguage, templateFiles } from '../../src/plugins/new/index.ts';

const folders: Readonly<
  Record<string, readonly [id: string, kind: TemplateKind, language: TemplateLanguage]>
> = {
  'data-plugin': ['acme', 'data', 'js'],
  'module-plugin': ['hello', 'module', 'js'],
  'js-plugin': ['acme', 'program', 'js'],
  'python-plugin': ['acme', 'program', 'python'],
  'sh-plugin': ['acme', 'program', 'sh'],
};

/** The files in examples/ that are made of our templates. Those of node-plugin are, too, its program aside. */
export const examples = [
  ...Object.entries(folders).flatMap(([folder, [id, kind, language]]) =>
    templateFiles({ id, kind, language }).map((file) => ({ folder, ...file })),
  ),
  ...templateFiles({ id: 'acme', kind: 'program', language: 'js' })
    .filter(({ mode }) => mode === 0o644)
    .map((file) => ({ folder: 'node-plugin', ...file })),
];
