import { typedPath, typedWord } from './typed-path.ts';

/** Rows of the error table about what is found of plugins when it is looked for, and how they are set. */
export const pluginFindingRows = {
  PLUGIN_CONFLICT: {
    exit: 1,
    message: (d: {
      point: string;
      name?: string | undefined;
      winner: string;
      losers: readonly string[];
      isTie: boolean;
    }) => {
      const what = d.point === 'tool' ? `the tool "${d.name}"` : [d.point, d.name].filter(Boolean).join(' ');
      const winner = d.winner === 'built-in' ? 'what is built in' : `"${d.winner}"`;
      const why = d.isTie ? ', for its id comes first' : '';
      return `${what} is brought by several: ${winner} counts${why}, and not "${d.losers.join('", "')}".`;
    },
    hint: (d: { losers: readonly string[] }) => `tools plugin disable ${typedWord(d.losers[0] ?? '')}`,
  },
  PLUGINS_UNSOUND: {
    exit: 1,
    message: (d: { count: number }) =>
      d.count === 1 ? 'something is wrong with a plugin.' : `${d.count} things are wrong with plugins.`,
    hint: () => 'tools plugin doctor',
  },
  PLUGIN_ASKS_MORE: {
    exit: 1,
    message: (d: { id: string; asks: readonly string[] }) =>
      `the plugin "${d.id}" announces more than was agreed to, and is not used for that: ${d.asks.join(', ')}.`,
    hint: (d: { id: string }) => `tools plugin enable ${typedWord(d.id)}`,
  },
  PLUGIN_TABLE_GONE: {
    exit: 1,
    message: (d: { path: string; id: string }) =>
      `${d.path} is gone, so nothing of the plugin "${d.id}" is used, though it is enabled.`,
    hint: (d: { id: string }) => `tools plugin enable ${typedWord(d.id)}`,
  },
  PLUGIN_TABLE_STALE: {
    exit: 1,
    message: (d: { path: string }) =>
      `${d.path} is of another release, or of plugins that have changed since: the next start finds out anew what they bring.`,
    hint: () => 'tools tools',
  },
  PLUGIN_PROJECT_UNUSABLE: {
    exit: 1,
    message: (d: { path: string; file: string; problem: string }) =>
      `${d.file} names a plugin in ${d.path}, which is not used: ${d.problem}.`,
    hint: (d: { file: string }) => `vi ${typedPath(d.file)}`,
  },
  PLUGIN_ELSEWHERE: {
    exit: 2,
    message: (d: { id: string; path: string }) =>
      `the plugin "${d.id}" is that of a repository, and is used there alone: it lies in ${d.path}.`,
    hint: (d: { path: string }) => `cd ${typedPath(d.path)}`,
  },
  PLUGIN_CONFIG_VALUE_SEEN: {
    exit: 2,
    // Never the value.
    message: (d: { plugin: string; key: string }) =>
      `"${d.key}" of the plugin "${d.plugin}" is sensitive, and is not taken from the command line, where others can read it.`,
    hint: (d: { plugin: string; key: string }) =>
      `printenv VALUE | tools plugin config ${typedWord(d.plugin)} ${typedWord(d.key)}`,
  },
  PLUGIN_CONFIG_INPUT_UNUSABLE: {
    exit: 2,
    message: (d: { plugin: string; key: string; problem: 'empty' | 'length' | 'terminal' }) =>
      `no value for "${d.key}" of the plugin "${d.plugin}" came on stdin: ${inputProblems[d.problem]}.`,
    hint: (d: { plugin: string; key: string }) =>
      `printenv VALUE | tools plugin config ${typedWord(d.plugin)} ${typedWord(d.key)}`,
  },
  PLUGIN_NOTHING_TO_SET: {
    exit: 2,
    message: (d: { plugin: string }) => `the plugin "${d.plugin}" has nothing to set.`,
    hint: (d: { plugin: string }) => `tools plugin info ${typedWord(d.plugin)}`,
  },
};

const inputProblems = {
  empty: 'there is nothing',
  length: 'it is too long',
  terminal: 'it is a terminal on which nobody can be asked',
} as const;
