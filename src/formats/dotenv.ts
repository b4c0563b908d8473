import { setOwn } from './json-value.ts';

const assignment = /[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)[^\S\n]*(?:=|:(?=\s))[^\S\n]*/y;
const quoted = { '"': /"((?:\\[\s\S]|[^"\\])*)"/y, "'": /'([^']*)'/y, '`': /`([^`]*)`/y } as const;
const restOfLine = /[^\n]*\n?/y;

/**
 * The variables of a dotenv file, as the npm package `dotenv` reads them: no expansion, `#` ends an unquoted
 * value, quotes may span lines, `\n` and `\r` mean line ends in double quotes only, the last of two wins.
 */
export function parseDotenv(text: string): Readonly<Record<string, string>> {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const variables: Record<string, string> = {};
  for (let at = 0; at < source.length; ) {
    const name = matchAt(assignment, source, at);
    if (name) {
      const { value, end } = readValue(source, at + name[0].length);
      setOwn(variables, name[1] as string, value);
      at = end;
    }
    at += matchAt(restOfLine, source, at)?.[0].length || 1;
  }
  return variables;
}

function readValue(source: string, at: number): { value: string; end: number } {
  const quote = source[at];
  if (quote === '"' || quote === "'" || quote === '`') {
    const found = matchAt(quoted[quote], source, at);
    if (found) {
      const inside = found[1] as string;
      const value = quote === '"' ? inside.replaceAll('\\n', '\n').replaceAll('\\r', '\r') : inside;
      return { value, end: at + found[0].length };
    }
  }
  const plain = /[^#\n]*/y;
  const found = matchAt(plain, source, at)?.[0] ?? '';
  return { value: found.trim(), end: at + found.length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
