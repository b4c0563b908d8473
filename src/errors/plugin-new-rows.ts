import { typedPath } from './typed-path.ts';

/** Rows of the error table about making a new plugin. */
export const pluginNewRows = {
  PLUGIN_FOLDER_TAKEN: {
    exit: 2,
    message: (d: { folder: string }) => `there is something in ${d.folder} already, and it is left as it is.`,
    hint: (d: { folder: string }) => `ls -la ${typedPath(d.folder)}`,
  },
  PLUGIN_TOOL_TAKEN: {
    exit: 2,
    message: (d: { id: string }) => `there is a tool "${d.id}" already, and no plugin takes its place.`,
    hint: (d: { folder: string }) => `tools plugin new ${typedPath(d.folder)} --id NAME`,
  },
  PLUGIN_TEMPLATE_UNKNOWN: {
    exit: 2,
    message: (d: { option: string; value: string; known: readonly string[] }) =>
      `${d.option} is one of: ${d.known.join(', ')}; not "${d.value}".`,
    hint: () => 'tools help plugin new',
  },
} as const;
