import { ToolsError } from '../errors/index.ts';
import { smolToml } from './lazy-libraries.ts';
import { requireShallow } from './require-shallow.ts';

/** What TOML holds: integers that JavaScript's numbers can't carry stay exact, dates stay dates. */
export type TomlData =
  | string
  | number
  | bigint
  | boolean
  | Date
  | readonly TomlData[]
  | { readonly [key: string]: TomlData };

/** @throws ToolsError DOCUMENT_DAMAGED */
export function parseToml(text: string, source?: string): { readonly [key: string]: TomlData } {
  const { parse, TomlError } = smolToml();
  const body = text.replace(/^\uFEFF/, '');
  try {
    const read = () => parse(body, { integersAsBigInt: 'asNeeded' }) as { readonly [key: string]: TomlData };
    return requireShallow(read, 'toml', source);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The library's message goes on with a piece of the text, which may hold a secret.
    const problem = (error.message.split('\n')[0] as string).replace(/^Invalid TOML document: /, '');
    const offset = offsetOf(body, error.line, error.column) + (text.length - body.length);
    throw new ToolsError('DOCUMENT_DAMAGED', { source, format: 'toml', offset, problem });
  }
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let passed = 1; passed < line; passed++) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}
