import { ToolsError } from '../errors/index.ts';
import type { JsonValue } from './json-value.ts';
import { yamlLibrary } from './lazy-yaml.ts';

/**
 * The value of a YAML document that holds what JSON can hold; null for one that is empty. Dates are text.
 * @throws ToolsError DOCUMENT_DAMAGED with the offset; never with a piece of the text.
 */
export function parseYaml(text: string, source?: string): JsonValue {
  const { parseDocument } = yamlLibrary();
  const document = parseDocument(text.replace(/^\uFEFF/, ''), { prettyErrors: false });
  const [fault] = document.errors;
  // Its message may quote the text; its code does not.
  if (fault) throw damaged(source, fault.pos[0], fault.code.toLowerCase().replaceAll('_', ' '));
  try {
    return document.toJS({ maxAliasCount: 100 }) as JsonValue;
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw damaged(source, 0, 'its aliases lead nowhere, or to too much');
  }
}

function damaged(source: string | undefined, offset: number, problem: string): ToolsError {
  return new ToolsError('DOCUMENT_DAMAGED', { source, format: 'yaml', offset, problem });
}
