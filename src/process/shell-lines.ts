import { ToolsError } from '../errors/index.ts';
import type { Shell } from './shells.ts';

/** What a shell is to do to its environment. */
export interface ShellChange {
  readonly set: Readonly<Record<string, string>>;
  readonly unset: readonly string[];
}

/**
 * Lines to be evaluated by a shell; every value arrives byte for byte and nothing in it is ever run. Also as
 * JSON, and as a dotenv file, where what is to be unset can only be a comment.
 * @throws ToolsError VARIABLE_NOT_EXPRESSIBLE for a name or value that the form can't hold.
 */
export function shellLines(shell: Shell, change: ShellChange): string {
  if (shell === 'json')
    return `${JSON.stringify({ schemaVersion: 1, set: change.set, unset: change.unset })}\n`;
  const writer = writers[shell];
  const lines = [
    ...change.unset.map((name) => writer.unset(checkName(shell, name))),
    ...Object.entries(change.set).map(([name, value]) => {
      const quoted = value.includes('\0') ? undefined : writer.quote(value);
      if (quoted === undefined) throw new ToolsError('VARIABLE_NOT_EXPRESSIBLE', { name, shell });
      return writer.set(checkName(shell, name), quoted);
    }),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** A text as one word of a shell, quoted; nothing in it is ever run. */
export function shellWord(shell: Exclude<Shell, 'json' | 'dotenv'>, text: string): string {
  return words[shell](text);
}

/** The same for any POSIX shell. */
export function posixWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

interface ShellWriter {
  readonly set: (name: string, quoted: string) => string;
  readonly unset: (name: string) => string;
  /** undefined: can't be written. */
  readonly quote: (value: string) => string | undefined;
}

const words: Readonly<Record<Exclude<Shell, 'json' | 'dotenv'>, (value: string) => string>> = {
  sh: posixWord,
  bash: posixWord,
  zsh: posixWord,
  // Line breaks as escapes: `eval (tools env …)` joins lines by spaces.
  fish: (value) => `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', `'\\n'`).replaceAll('\r', `'\\r'`)}'`,
  // PowerShell takes four more characters for a single quote. Line breaks as escapes: Invoke-Expression at
  // the end of a pipe gets one line at a time.
  pwsh: (value) =>
    `'${value.replace(/['\u2018\u2019\u201A\u201B]/g, '$&$&')}'`.replace(
      /[\r\n]/g,
      (end) => `' + "\`${end === '\n' ? 'n' : 'r'}" + '`,
    ),
  nu: (value) => `"${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`,
};

const posix = {
  set: (name: string, quoted: string) => `export ${name}=${quoted}`,
  unset: (name: string) => `unset ${name}`,
  quote: posixWord,
};

const writers: Readonly<Record<Exclude<Shell, 'json'>, ShellWriter>> = {
  sh: posix,
  bash: posix,
  zsh: posix,
  fish: {
    // With `;`: `eval (tools env …)` joins lines by spaces.
    set: (name, quoted) => `set -gx ${name} ${quoted};`,
    unset: (name) => `set -eg ${name};`,
    quote: words.fish,
  },
  pwsh: {
    set: (name, quoted) => `$env:${name} = ${quoted}`,
    unset: (name) => `Remove-Item -LiteralPath Env:${name} -ErrorAction Ignore`,
    quote: words.pwsh,
  },
  nu: {
    set: (name, quoted) => `$env.${name} = ${quoted}`,
    unset: (name) => `hide-env -i ${name}`,
    quote: words.nu,
  },
  dotenv: {
    set: (name, quoted) => `${name}=${quoted}`,
    unset: (name) => `# unset ${name}`,
    quote: quoteDotenv,
  },
};

/**
 * The first way of writing that every common reader takes literally: readers agree on quotes, disagree on
 * escapes, and stumble over a backslash before a closing quote.
 */
function quoteDotenv(value: string): string | undefined {
  if (/^[^\s"'`#$]*$/.test(value) && value !== '') return value;
  if (/\r|\\$/.test(value)) return undefined;
  if (!value.includes("'")) return `'${value}'`;
  if (!value.includes('`')) return `\`${value}\``;
  if (!/"|\\[nr]|\$/.test(value)) return `"${value}"`;
  return undefined;
}

function checkName(shell: Shell, name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return name;
  throw new ToolsError('VARIABLE_NOT_EXPRESSIBLE', { name, shell });
}
