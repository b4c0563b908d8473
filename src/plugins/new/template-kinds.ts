/** Data alone; code inside our process; a program of its own. */
export const templateKinds = ['data', 'module', 'program'] as const;
export type TemplateKind = (typeof templateKinds)[number];

/** What a program may be written in, to begin with. */
export const pluginLanguages = ['js', 'python', 'sh'] as const;
export type TemplateLanguage = (typeof pluginLanguages)[number];
