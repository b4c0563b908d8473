import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, rolldown } from 'rolldown';

// CommonJS chunks: they start as fast as an empty program, ES modules do not (bench/).
const output = {
  dir: 'dist/cli',
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  minify: true,
  banner: (chunk) => (['main', 'program'].includes(chunk.name) ? '#!/usr/bin/env node' : ''),
};

/**
 * What has a file of its own, because most starts never come to it, and to compile a text takes time for each byte:
 * the entry of each, and how it is asked for.
 */
const aside = new Map([
  ['words', { input: 'src/errors/error-table.ts', asked: './words.cjs' }],
  ['jsonc', { input: 'jsonc-parser', asked: 'jsonc-parser' }],
  ['toml', { input: 'smol-toml', asked: 'smol-toml' }],
]);

/** The modules of the built-in tools, which are data. */
const toolData = /[\\/]src[\\/]tools[\\/](?!index\.)[\w-]+\.ts$/;

/**
 * What most starts never call: a file for what is called together, which the first call loads. To compile a function
 * takes time for each byte, called or not; to find and open a file takes as long as 4 KB of it. These modules export
 * functions, and values that stand in their own text.
 */
const whenCalled = new Map(
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
    modules.map((module) => join(import.meta.dirname, 'src', `${module}.ts`)),
  ]),
);

// Its CommonJS build asks for its parts in a way that no bundler follows.
const resolve = { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } };

/**
 * What a host imports, as one file: to find and open each of eighty takes Node longer than to run all of them. An ES
 * module alone, which can be required, too: a second file would be a second shared registry.
 */
const libraryDoor = {
  input: 'src/index.ts',
  platform: 'node',
  output: { file: 'dist/index.js', format: 'esm' },
  plugins: [workedOut(toolData)],
};

/**
 * What a plugin's author imports, as one file: to find and open a file takes Node longer than to run all of this. For
 * a program there is one that is required, because Node starts that sooner than an ES module.
 */
export const pluginDoor = {
  input: 'src/plugin.ts',
  platform: 'node',
  output: [
    { file: 'dist/plugin.js', format: 'esm' },
    { file: 'dist/plugin.cjs', format: 'cjs' },
  ],
  plugins: [typesWhenRequired()],
};

/** The conformance kit with all that it needs: whoever tests a plugin installs nothing else. */
const testingDoor = {
  input: 'src/testing.ts',
  platform: 'node',
  resolve,
  output: { file: 'dist/testing.js', format: 'esm', codeSplitting: false, minify: true },
  plugins: [plainRequire(), licences()],
};

export default defineConfig(async () => [
  libraryDoor,
  pluginDoor,
  testingDoor,
  await theProgram(),
  wayIn('main', 'src/entry/main.ts'),
  ...['help', 'run', 'status'].map((verb) => wayIn(`answer-${verb}`, `src/entry/answer-${verb}.ts`)),
  ...['odd-ways', 'wait-recorded'].map((name) => wayIn(name, `src/accounts/fast/${name}.ts`)),
]);

/** The types are those of the ES module. */
function typesWhenRequired() {
  return {
    name: 'types-when-required',
    generateBundle({ format }) {
      if (format === 'cjs')
        this.emitFile({ type: 'asset', fileName: 'plugin.d.cts', source: "export * from './plugin.js';\n" });
    },
  };
}

/**
 * What every command begins with is one file, what every second one needs another: to find and open one costs as much as
 * a few kilobytes more. The program itself stands apart: it begins when it is loaded, and in a file with others whatever
 * loads one of them would begin it.
 */
async function theProgram() {
  const program = {
    input: {
      program: 'src/cli/program.ts',
      'after-run': 'src/cli/after-run.ts',
      ...Object.fromEntries([...aside].map(([name, { input }]) => [name, input])),
      ...Object.fromEntries([...whenCalled.keys()].map((name) => [name, `when-called:${name}`])),
    },
    platform: 'node',
    resolve,
    plugins: [
      workedOut(/[\\/]src[\\/](?:tools[\\/](?!index\.)[\w-]+|cli[\\/]built-in-mark)\.ts$/),
      setAside(),
      loadedByItsCall(),
      globalProcess(),
      wordsWhenAsked(),
      plainRequire(),
      leanLibraries(),
    ],
  };
  const begun = await loadedBy(program, [
    'src/cli/program.ts',
    'src/cli/run-command.ts',
    'src/cli/base-command.ts',
  ]);
  // What a command only reads is kept: with what that needs, all of them have a second file.
  const kept = await loadedBy(program, ['src/cli/watch-answer.ts']);
  const groups = [
    { name: 'core', test: (id) => begun.has(id) && !/cli[\\/]program\.ts$/.test(id), priority: 2 },
    { name: 'kept-answer', test: (id) => kept.has(id), priority: 1 },
    { name: 'shared', minShareCount: 30 },
  ];
  return {
    ...program,
    output: { ...output, codeSplitting: { groups } },
    plugins: [...program.plugins, licences(), asciiOnly(), executable('program')],
  };
}

/** The modules that are loaded with these, as a build tells that puts nothing together. */
async function loadedBy(program, entries) {
  const bundle = await rolldown({
    ...program,
    input: { ...program.input, ...Object.fromEntries(entries.map((entry, at) => [`begins-${at}`, entry])) },
    logLevel: 'silent',
  });
  const { output: chunks } = await bundle.generate({ ...output, minify: false });
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set(chunks.filter(({ name }) => /^begins-\d$/.test(name)));
  for (const chunk of loaded)
    for (const imported of chunk.imports) if (byName.has(imported)) loaded.add(byName.get(imported));
  return new Set([...loaded].flatMap(({ modules }) => Object.keys(modules)));
}

/** One file with all that it always needs: to find and open a second one takes as long as to pass over 30 KB. */
function wayIn(name, file) {
  return {
    input: { [name]: file },
    platform: 'node',
    // What is loaded later asks this file for what they have in common.
    preserveEntrySignatures: 'allow-extension',
    output: { ...output, dynamicImportInCjs: false, ...(name !== 'answer-help' && { codeSplitting: false }) },
    plugins: [
      othersOutside(),
      globalProcess(),
      workedOut(/(?:built-in-(?:mark|names)|help-(?:overview-)?at-\d+)\.ts$/),
      withoutWords(),
      asciiOnly(),
      ...(name === 'main' ? [executable(name)] : []),
    ],
  };
}

/** What every module has by itself is not asked for: it would be wrapped, and all that it has copied for that. */
function globalProcess() {
  return {
    name: 'global-process',
    transform: (code) => code.replace(/^import process from 'node:process';$/m, ''),
  };
}

/** Another entry is loaded as it was built, and only when it is asked for. */
function othersOutside() {
  return {
    name: 'others-outside',
    resolveId(id, importer) {
      const [, name] =
        /^\.(?:\.\/cli)?\/(program|after-run|answer-(?:help|run|status)|odd-ways|wait-recorded)\.ts$/.exec(
          id,
        ) ?? [];
      return importer && name && { id: `./${name}.cjs`, external: true };
    },
  };
}

/**
 * A module whose values are the same at each start is run now, and they stand in its place: as text, for Node reads
 * JSON several times faster than it compiles as much of a program.
 */
function workedOut(pattern) {
  return {
    name: 'worked-out',
    async load(id) {
      if (!pattern.test(id)) return undefined;
      const bundle = await rolldown({ input: id, platform: 'node', resolve, plugins: [plainRequire()] });
      const folder = mkdtempSync(join(tmpdir(), 'ai-tools-worked-out-'));
      const file = join(folder, 'module.mjs');
      await bundle.write({ file, format: 'esm', codeSplitting: false });
      const values = await import(pathToFileURL(file).href);
      rmSync(folder, { recursive: true });
      return Object.entries(values)
        .map(
          ([name, value]) =>
            `export const ${name} = /* @__PURE__ */ JSON.parse(${JSON.stringify(JSON.stringify(value))});`,
        )
        .join('\n');
    },
  };
}

/** What stands aside is loaded as it was built. */
function setAside() {
  const files = new Map([...aside].map(([name, { asked }]) => [asked, `./${name}.cjs`]));
  return {
    name: 'set-aside',
    resolveId: (id, importer) =>
      importer && files.has(id) ? { id: files.get(id), external: true } : undefined,
  };
}

/** Whoever imports a function of `whenCalled` is given one that loads it, and calls it. */
function loadedByItsCall() {
  const groups = new Map([...whenCalled].flatMap(([name, files]) => files.map((file) => [file, name])));
  return {
    name: 'loaded-by-its-call',
    resolveId(id, importer) {
      if (id.startsWith('when-called:')) return id;
      if (importer?.startsWith('called:')) return { id, external: true };
      if (!importer || importer.startsWith('when-called:') || !id.startsWith('.')) return undefined;
      const file = resolvePath(dirname(importer), id);
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

/** The words of an error are loaded by the first error. */
function wordsWhenAsked() {
  const table = /^import \{.*\berrorTable\b.*\} from '\.\/error-table\.ts';$/m;
  return {
    name: 'words-when-asked',
    transform(code, id) {
      if (!/errors[\\/]tools-error\.ts$/.test(id)) return undefined;
      if (!table.test(code)) this.error('the class of errors has changed: see how it comes to its table');
      return code.replace(table, '').replace(/\berrorTable\b(?!`)/, "require('./words.cjs').errorTable");
    },
  };
}

/** The way in says nothing of what is wrong, nor where: it hands over to the program, which has the words for it. */
function withoutWords() {
  const instead = {
    '/errors/index.ts':
      "export { typedPath } from './typed-path.ts'; export class ToolsError extends Error { constructor(code, data) { super(code); this.code = code; this.data = data; } }",
    '/find-json-fault.ts': "export const findJsonFault = () => ({ at: 0, problem: '' });",
  };
  return {
    name: 'without-words',
    load: (id) => Object.entries(instead).find(([name]) => id.replaceAll('\\', '/').endsWith(name))?.[1],
  };
}

/** A text with one letter beyond Latin in it is kept, and read, at two bytes a letter. */
function asciiOnly() {
  const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'ascii-only',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escaped);
    },
  };
}

/** A bundler follows the plain `require`, not one that a source file makes for itself, as src/formats/lazy-… do. */
function plainRequire() {
  return {
    name: 'plain-require',
    transform: (code, id) =>
      /[\\/]formats[\\/]lazy-\w+\.ts$/.test(id) ? code.replace(/^.*\bcreateRequire\b.*$/gm, '') : undefined,
  };
}

/**
 * clipanion opens all three standard streams while it loads, picocolors one, and both look for colours. A command is
 * given ours, and decides of colours itself, so that is a tenth of a start for nothing. One symbol is all that clipanion's
 * options want of what reads a line, which a plain line does without: it stands apart from 29 KB.
 */
function leanLibraries() {
  const symbol = "import { NoLimits } from 'no-limits';";
  const lean = [
    [
      /clipanion[\\/]lib[\\/]advanced[\\/]Cli\.mjs$/,
      /^Cli\.defaultContext = \{.*?^\};$/ms,
      'Cli.defaultContext = {};',
    ],
    [
      /picocolors[\\/]picocolors\.js$/,
      /^let isColorSupported =$.*?(?=^let )/ms,
      'let isColorSupported = false;\n',
    ],
    [
      /clipanion[\\/]lib[\\/]advanced[\\/]options[\\/](?:String|Rest)\.mjs$/,
      /^import \{ NoLimits \} from '.*?core\.mjs';$/m,
      symbol,
    ],
    [/clipanion[\\/]lib[\\/]core\.mjs$/, /^const NoLimits = Symbol\(\);$/m, symbol],
  ];
  return {
    name: 'lean-libraries',
    resolveId: (id) => (id === 'no-limits' ? id : undefined),
    load: (id) => (id === 'no-limits' ? 'export const NoLimits = Symbol();' : undefined),
    transform(code, id) {
      const [, what, instead] = lean.find(([file]) => file.test(id)) ?? [];
      if (what === undefined) return undefined;
      if (!what.test(code)) this.error('a library has changed: see what it does while it loads');
      return code.replace(what, instead);
    },
  };
}

/** What is bundled keeps its licence: the text of each package that a module came from. */
function licences() {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}));
      const folders = modules.flatMap(
        (id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id.replaceAll('\0', ''))?.[0] ?? [],
      );
      const texts = [...new Set(folders)].sort().map(licenceOf);
      this.emitFile({ type: 'asset', fileName: 'third-party-licences.txt', source: texts.join('\n\n') });
    },
  };
}

function licenceOf(folder) {
  const { name, version, license, homepage, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file
    ? readFileSync(join(folder, file), 'utf8')
    : `${license}, ${homepage ?? repository?.url ?? repository}`;
  return `== ${name} ${version}\n\n${text.trim()}\n`;
}

function executable(name) {
  return { name: 'executable', writeBundle: () => chmodSync(`dist/cli/${name}.cjs`, 0o755) };
}
