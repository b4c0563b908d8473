import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Its CommonJS build asks for its parts in a way that no bundler follows.
export const resolve = { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } };

/** A bundler follows the plain `require`, not one that a source file makes for itself, as src/formats/lazy-… do. */
export function plainRequire() {
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
export function leanLibraries() {
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
export function licences() {
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
