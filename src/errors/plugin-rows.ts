import { typedPath, typedWord } from './typed-path.ts';

/** Rows of the error table about plugins: which there are, what they may do, and how they fail. */
export const pluginRows = {
  PLUGIN_NOT_FOUND: {
    exit: 3,
    message: (d: { id: string }) => `there is no plugin "${d.id}".`,
    /** `tool`: it is the id of a tool. */
    hint: (d: { closest?: string | undefined; tool?: string | undefined }) => {
      if (d.tool !== undefined) return `tools run ${typedWord(d.tool)}`;
      return d.closest === undefined ? 'tools plugin list' : `tools plugin info ${typedWord(d.closest)}`;
    },
  },
  PLUGIN_SOURCE_NOT_FOUND: {
    exit: 3,
    message: (d: { path: string }) => `there is nothing at ${d.path}.`,
    hint: () => 'tools plugin link PATH',
  },
  PLUGIN_SOURCE_UNUSABLE: {
    exit: 2,
    message: (d: { path: string }) =>
      `${d.path} is neither a folder with a package.json nor a program that can be started.`,
    hint: () => 'tools help plugin new',
  },
  PLUGIN_SOURCE_GONE: {
    exit: 1,
    message: (d: { id: string; path: string }) => `the plugin "${d.id}" is gone from ${d.path}.`,
    hint: (d: { id: string }) => `tools plugin unlink ${typedWord(d.id)}`,
  },
  PLUGIN_PATH_RELATIVE: {
    exit: 2,
    message: (d: { id: string; path: string }) =>
      `your settings name the plugin "${d.id}" by ${d.path}, which is no absolute path.`,
    hint: (d: { id: string }) => `tools settings set ${typedWord(`plugins.${d.id}`)} PATH`,
  },
  PLUGIN_ALREADY_THERE: {
    exit: 2,
    message: (d: { id: string; path: string }) => `there is a plugin "${d.id}" already, in ${d.path}.`,
    hint: (d: { id: string; isSame?: boolean }) =>
      `tools plugin ${d.isSame ? 'enable' : 'remove'} ${typedWord(d.id)}`,
  },
  PLUGIN_NOT_LINKED: {
    exit: 2,
    message: (d: { id: string }) => `the plugin "${d.id}" is not linked.`,
    hint: (d: { id: string }) => `tools plugin remove ${typedWord(d.id)}`,
  },
  PLUGIN_NOT_OURS_TO_REMOVE: {
    exit: 2,
    message: (d: { id: string; path: string }) =>
      `the plugin "${d.id}" was not installed or linked: it is named for ${d.path} elsewhere.`,
    hint: (d: { id: string; how: string }) =>
      d.how === 'project' ? 'tools trust --list' : `tools settings unset ${typedWord(`plugins.${d.id}`)}`,
  },
  PLUGIN_DISABLED: {
    exit: 3,
    message: (d: { id: string }) => `the plugin "${d.id}" is not enabled.`,
    hint: (d: { id: string }) => `tools plugin enable ${typedWord(d.id)}`,
  },
  PLUGIN_WAITS: {
    exit: 1,
    message: (d: { id: string; why: string }) =>
      `the plugin "${d.id}" is not used until you agree again: ${d.why}.`,
    hint: (d: { id: string }) => `tools plugin enable ${typedWord(d.id)}`,
  },
  PLUGIN_NOT_AGREED: {
    exit: 2,
    /** `line`: the one that was typed, with what agrees. */
    message: (d: { path: string; asks: readonly string[] }) =>
      `nobody agreed to what the plugin in ${d.path} asks for (${d.asks.join(', ')}).`,
    hint: (d: { line: string }) => d.line,
  },
  PLUGIN_CHANGED: {
    exit: 1,
    message: (d: { id: string }) => `the plugin "${d.id}" changed after it was shown what it asks for.`,
    hint: (d: { id: string }) => `tools plugin enable ${typedWord(d.id)}`,
  },
  PLUGIN_EXPORT_UNUSABLE: {
    exit: 1,
    message: (d: { id: string; file: string; problem: string }) =>
      `the plugin "${d.id}" can't be used: ${d.file} ${d.problem}.`,
    hint: (d: { id: string }) => `tools plugin check ${typedWord(d.id)}`,
  },
  PLUGIN_SETUP_FAILED: {
    exit: 1,
    message: (d: { id: string; why: string }) => `the plugin "${d.id}" could not be set up: ${d.why}.`,
    hint: (d: { id: string }) => `tools plugin check ${typedWord(d.id)}`,
  },
  PLUGIN_FAILED: {
    exit: 1,
    message: (d: { id: string; what: string; why: string }) =>
      `the plugin "${d.id}" failed at ${d.what}: ${d.why}.`,
    hint: (d: { id: string }) => `tools plugin doctor ${typedWord(d.id)}`,
  },
  PLUGIN_TIMED_OUT: {
    exit: 1,
    message: (d: { id: string; what: string; ms: number }) =>
      `the plugin "${d.id}" gave no answer to ${d.what} within ${d.ms} ms.`,
    hint: (d: { id: string }) => `tools plugin doctor ${typedWord(d.id)}`,
  },
  PLUGIN_ANSWER_UNUSABLE: {
    exit: 1,
    message: (d: { id: string; what: string; problem: string }) =>
      `the plugin "${d.id}" gave an answer to ${d.what} that can't be used: ${d.problem}.`,
    hint: (d: { id: string }) => `tools plugin doctor ${typedWord(d.id)}`,
  },
  PLUGIN_TOOL_REFUSED: {
    exit: 1,
    message: (d: { id: string; why: string }) =>
      `the plugin "${d.id}" brings a tool that is left out: ${d.why}.`,
    hint: (d: { id: string }) => `tools plugin info ${typedWord(d.id)}`,
  },
  PLUGIN_PERMISSION_MISSING: {
    exit: 2,
    message: (d: { id: string; what: string; permission: string; manifest: string }) =>
      `the plugin "${d.id}" may not register ${d.what}: "${d.permission}" is missing from tools.permissions in ${d.manifest}.`,
    hint: (d: { id: string; manifest: string }) => `vi ${typedPath(d.manifest)}`,
  },
  PLUGIN_REGISTRATION_REFUSED: {
    exit: 2,
    message: (d: { id: string; what: string; problem: string }) =>
      `the plugin "${d.id}" registers ${d.what} that ${d.problem}.`,
    hint: (d: { id: string }) => `tools plugin check ${typedWord(d.id)}`,
  },
  PLUGIN_TOO_LATE: {
    exit: 1,
    message: (d: { id: string; what: string }) =>
      `the plugin "${d.id}" registers ${d.what} after its setup ended: what it brings is known by then.`,
    hint: (d: { id: string }) => `tools plugin check ${typedWord(d.id)}`,
  },
  PLUGIN_UNLOADED: {
    exit: 1,
    message: (d: { id: string; what: string }) =>
      `the plugin "${d.id}" is unloaded and may not call ${d.what}.`,
    hint: (d: { id: string }) => `tools plugin check ${typedWord(d.id)}`,
  },
  PLUGIN_STATE_REFUSED: {
    exit: 2,
    message: (d: { id: string; problem: string }) => `the plugin "${d.id}" can't keep that: ${d.problem}.`,
    hint: (d: { id: string }) => `tools plugin check ${typedWord(d.id)}`,
  },
  PLUGIN_COMMAND_UNKNOWN: {
    exit: 2,
    message: (d: { id: string; command: string; known: readonly string[] }) =>
      d.known.length === 0
        ? `the plugin "${d.id}" adds no commands.`
        : `the plugin "${d.id}" has no command "${d.command}". It has: ${d.known.join(', ')}.`,
    hint: (d: { id: string; known: readonly string[] }) =>
      d.known[0] === undefined
        ? `tools plugin info ${typedWord(d.id)}`
        : `tools ${typedWord(`${d.id}:${d.known[0]}`)}`,
  },
};
