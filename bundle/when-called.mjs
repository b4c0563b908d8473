import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * What most starts never call: a file for what is called together, which the first call loads. To compile a function
 * takes time for each byte, called or not; to find and open a file takes as long as 4 KB of it. These modules export
 * functions, and values that stand in their own text.
 */
export const whenCalled = new Map(
  Object.entries({
    processes: ['platform/node-process-table'],
    'find-program': [
      'process/search-program',
      'process/npm-shim',
      'process/native-program',
      'process/windows-command',
      'process/startable',
      'process/damaged-arguments',
    ],
    writing: [
      'state/with-lock',
      'state/lock-folder',
      'state/break-dead-lock',
      'state/patiently',
      'state/lock-file-system',
      'state/sweep-litter',
      'state/remove-tree',
      'state/ensure-folder',
      'state/write-atomic',
      'state/update-json',
      'state/write-json',
      'state/claim-file',
    ],
    questions: ['cli/prompt', 'cli/plain-prompt', 'cli/retyped'],
    drawing: ['cli/columns', 'cli/wrapped', 'cli/colors', 'cli/has-colors', 'cli/command-help'],
    'find-fault': ['state/find-json-fault'],
    environment: ['process/child-environment', 'process/environment-marks', 'process/environment-table'],
    settings: ['settings/settings-file', 'settings/setting-key'],
    editing: [
      'formats/edit-toml',
      'formats/toml-tree',
      'formats/render-toml',
      'formats/toml-values',
      'formats/set-pointer',
      'formats/member-edit',
      'formats/edit-json',
      'formats/json-list',
      'formats/json-tree',
    ],
    keys: ['accounts/store/account-key'],
    rest: ['accounts/home/at-rest'],
    journal: ['state/journal', 'state/trash', 'state/make-link'],
    marks: ['accounts/store/live-mark', 'accounts/store/process-marks', 'accounts/store/marked-start'],
    'own-home': ['accounts/home/own-home'],
    'binding-file': ['accounts/bindings/binding-file'],
    sharing: [
      'accounts/sharing/share-plan',
      'accounts/sharing/home-facts',
      'registry/classify',
      'registry/classify-key',
    ],
  }).map(([name, modules]) => [
    name,
    modules.map((module) => join(import.meta.dirname, '../src', `${module}.ts`)),
  ]),
);

/** Whoever imports a function of `whenCalled` is given one that loads it, and calls it. */
export function loadedByItsCall() {
  const groups = new Map([...whenCalled].flatMap(([name, files]) => files.map((file) => [file, name])));
  return {
    name: 'loaded-by-its-call',
    resolveId(id, importer) {
      if (id.startsWith('when-called:')) return id;
      if (importer?.startsWith('called:')) return { id, external: true };
      if (!importer || importer.startsWith('when-called:') || !id.startsWith('.')) return undefined;
      const file = resolve(dirname(importer), id);
      const group = groups.get(file);
      return group && group !== groups.get(importer) ? `called:${file}` : undefined;
    },
    load(id) {
      const [, kind, of] = /^(when-called|called):(.*)$/s.exec(id) ?? [];
      if (kind === 'when-called')
        return whenCalled
          .get(of)
          .map((file) => `export * from ${JSON.stringify(file)};`)
          .join('\n');
      if (kind === undefined) return undefined;
      const text = readFileSync(of, 'utf8');
      return text
        .match(/^export (?!type |interface ).*$/gm)
        .map((line) => callOf(line, groups.get(of)) ?? this.error(`${of}: ${line}`))
        .join('\n');
    },
  };
}

function callOf(line, file) {
  const [, name] = /^export (?:async )?function (\w+)/.exec(line) ?? [];
  if (name) return `export const ${name} = (...given) => require('./${file}.cjs').${name}(...given);`;
  return /^export const \w+ = '[^']*';$/.test(line) ? line : undefined;
}
