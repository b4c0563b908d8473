import { ToolsError } from '../errors/index.ts';
import type { JsonValue } from './json-value.ts';
import { yamlLibrary } from './lazy-yaml.ts';
import { requireShallow } from './require-shallow.ts';

/**
 * The value of a YAML document that holds what JSON can hold; null for one that is empty. Dates are text.
 * @throws ToolsError DOCUMENT_DAMAGED with the offset; never with a piece of the text.
 */
export function parseYaml(text: string, source?: string): JsonValue {
  if (text.length > longest) throw damaged(source, 0, `it has more than ${longest} characters`);
  if (isDeep(text)) throw damaged(source, 0, 'it is nested too deeply');
  const { parseDocument } = yamlLibrary();
  const document = parseDocument(text.replace(/^\uFEFF/, ''), { prettyErrors: false });
  const [fault] = document.errors;
  // Its message may quote the text; its code does not.
  if (fault) throw damaged(source, fault.pos[0], fault.code.toLowerCase().replaceAll('_', ' '));
  try {
    return requireShallow(() => document.toJS({ maxAliasCount: 100 }) as JsonValue, 'yaml', source);
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw damaged(source, 0, 'its aliases lead nowhere, or to too much');
  }
}

/** The library compares each key of a map with those before it. */
const longest = 131_072;
const deepest = 100;
/** What a line begins with before anything is said. */
const longLead = /^[ \t?:-]{200}/m;

/** The library goes in by calls, and the end of those can be the end of the process. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1));
    if (depth > deepest) return true;
  }
  return longLead.test(text);
}

function damaged(source: string | undefined, offset: number, problem: string): ToolsError {
  return new ToolsError('DOCUMENT_DAMAGED', { source, format: 'yaml', offset, problem });
}
