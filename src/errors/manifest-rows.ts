import { idFaults } from './registration-rows.ts';
import { typedPath, typedWord } from './typed-path.ts';

/** Rows of the error table about what a plugin says of itself, before any of its code runs. */
export const manifestRows = {
  PLUGIN_ID_REFUSED: {
    exit: 2,
    message: (d: { id: string; reason: string }) =>
      `the plugin id ${JSON.stringify(d.id)} ${idFaults[d.reason] ?? d.reason} (${d.reason}).`,
    /** `folder`: where a plugin was to be made, which was to be called like it. */
    hint: (d: { folder?: string }) =>
      d.folder === undefined ? 'tools plugin list' : `tools plugin new ${typedPath(d.folder)} --id NAME`,
  },
  PLUGIN_ID_MISMATCH: {
    exit: 2,
    message: (d: { folder: string; id: string; wanted: string }) =>
      `the plugin in ${d.folder} calls itself "${d.id}", and "${d.wanted}" was asked for.`,
    hint: (d: { folder: string }) => `tools plugin link ${typedPath(d.folder)}`,
  },
  PLUGIN_MANIFEST_MISSING: {
    exit: 3,
    message: (d: { folder: string; problem: string }) => `${d.folder} holds no plugin: ${d.problem}.`,
    hint: (d: { folder: string }) => `ls -la ${typedPath(d.folder)}`,
  },
  PLUGIN_MANIFEST_INVALID: {
    exit: 2,
    message: (d: { file: string; problems: readonly PlacedProblem[] }) =>
      `${d.file} is no manifest of a plugin: ${listOf(d.problems)}.`,
    hint: (d: { file: string; problems: readonly PlacedProblem[] }) =>
      `vi ${typedPath(placeOf(d.file, d.problems[0]?.file))}`,
  },
  PLUGIN_INCOMPATIBLE: {
    exit: 1,
    message: (d: { plugin: string; needs: string; found: string }) =>
      `the plugin "${d.plugin}" needs ${d.needs}, and here is ${d.found}.`,
    /** `newer`: which of the two has to be. */
    hint: (d: { plugin: string; newer: 'tools' | 'node' | 'plugin' }) => {
      if (d.newer === 'node') return 'node --version';
      return d.newer === 'tools'
        ? 'npm install --global ai-tool-registry@latest'
        : `tools plugin info ${typedWord(d.plugin)}`;
    },
  },
  PLUGIN_CONFIG_SCHEMA_INVALID: {
    exit: 2,
    message: (d: { problems: readonly PlacedProblem[] }) =>
      `the configSchema is refused: ${listOf(d.problems)}.`,
    hint: () => 'ai-tool-registry/plugin-manifest.schema.json says what a configSchema may hold',
  },
  PLUGIN_CONFIG_INVALID: {
    exit: 2,
    // Never a value: it may be a secret that was typed in the wrong place.
    message: (d: {
      plugin: string;
      problems: readonly { readonly key: string; readonly problem: string }[];
    }) =>
      `the configuration of the plugin "${d.plugin}" is refused: ${d.problems.map(({ key, problem }) => `${key} ${problem}`).join('; ')}.`,
    hint: (d: { plugin: string }) => `tools plugin config ${typedWord(d.plugin)}`,
  },
  PLUGIN_SECRET_UNRESOLVED: {
    exit: 4,
    message: (d: { plugin: string; key: string; source: string; why: string }) =>
      `${d.key} of the plugin "${d.plugin}" could not be had from ${d.source}: ${d.why}.`,
    /** `ask`: what asks for it as we do, without showing it. */
    hint: (d: { ask: string }) => d.ask,
  },
  PLUGIN_CONFIG_KEY_UNKNOWN: {
    exit: 3,
    message: (d: { plugin: string; key: string }) =>
      `the plugin "${d.plugin}" has nothing to set that is called "${d.key}".`,
    hint: (d: { plugin: string; closest?: string | undefined }) =>
      `tools plugin config ${typedWord(d.plugin)}${d.closest === undefined ? '' : ` ${typedWord(d.closest)}`}`,
  },
};

/** What is wrong, and where: a JSON pointer, in another file of the plugin than its package.json if one is named. */
export interface PlacedProblem {
  readonly path: string;
  readonly problem: string;
  readonly file?: string;
}

/** Where a file of the plugin lies that its package.json names. */
function placeOf(packageJson: string, file: string | undefined): string {
  return file === undefined ? packageJson : packageJson.replace(/[^\\/]*$/, () => file.replace(/^\.\//, ''));
}

function listOf(problems: readonly PlacedProblem[]): string {
  return problems
    .map(({ file, path, problem }) =>
      [file ?? (path === '' ? 'it' : ''), path, problem].filter((part) => part !== '').join(' '),
    )
    .join('; ');
}
