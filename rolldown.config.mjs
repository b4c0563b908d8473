import { chmodSync } from 'node:fs';
import { defineConfig, rolldown } from 'rolldown';
import { buildMark } from './bundle/build-mark.mjs';
import { leanLibraries, licences, plainRequire, resolve } from './bundle/libraries.mjs';
import { loadedByItsCall, whenCalled } from './bundle/when-called.mjs';
import { withoutWords, wordsWhenAsked } from './bundle/words.mjs';
import { workedOut } from './bundle/worked-out.mjs';

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

/** What is loaded first, and what that loads where it comes to it. */
const waysIn = new Map([
  ['main', 'src/entry/main.ts'],
  ...['help', 'status'].map((verb) => [`answer-${verb}`, `src/entry/answer-${verb}.ts`]),
  ...['odd-ways', 'wait-recorded'].map((name) => [name, `src/accounts/fast/${name}.ts`]),
]);

/** The modules of the built-in tools, which are data. */
const toolData = /[\\/]src[\\/]tools[\\/](?!index\.)[\w-]+\.ts$/;
/** What tells them from those of another release. */
const builtInMark = /[\\/]src[\\/]cli[\\/]built-in-mark\.ts$/;

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
  ...[...waysIn].map(([name, file]) => wayIn(name, file)),
]);

/** The types are those of the ES module, which not every compiler lets a file that is required speak of as it is. */
function typesWhenRequired() {
  const asImported = "from './plugin.js' with { 'resolution-mode': 'import' };";
  const lines = ({ exports }) => [
    `import type * as imported ${asImported}`,
    `export type * ${asImported}`,
    ...exports.map((name) => `export declare const ${name}: typeof imported.${name};`),
  ];
  return {
    name: 'types-when-required',
    generateBundle({ format }, { 'plugin.cjs': required }) {
      if (format === 'cjs')
        this.emitFile({ type: 'asset', fileName: 'plugin.d.cts', source: `${lines(required).join('\n')}\n` });
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
      buildMark(),
      workedOut(toolData, builtInMark),
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
    output: { ...output, dynamicImportInCjs: false, ...(name !== 'answer-help' && { codeSplitting: false }) },
    plugins: [
      othersOutside(),
      globalProcess(),
      buildMark(),
      workedOut(builtInMark, /[\\/](?:built-in-names|help-(?:overview-)?at-\d+)\.ts$/),
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
  const others = new Set(['program', 'after-run', ...waysIn.keys()]);
  return {
    name: 'others-outside',
    resolveId(id, importer) {
      const [, name] = /^\.(?:\.\/cli)?\/([\w-]+)\.ts$/.exec(id) ?? [];
      return importer && others.has(name) ? { id: `./${name}.cjs`, external: true } : undefined;
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

function executable(name) {
  return { name: 'executable', writeBundle: () => chmodSync(`dist/cli/${name}.cjs`, 0o755) };
}
