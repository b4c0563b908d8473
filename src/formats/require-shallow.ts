import { ToolsError } from '../errors/index.ts';
import type { DocumentFormat } from './json-value.ts';

/** More levels than anything means. Each costs whoever goes into a value a call, and calls have an end. */
const deepest = 1000;

/**
 * What `read` makes of a document, if it can be gone into to its end.
 * @throws ToolsError DOCUMENT_DAMAGED
 */
export function requireShallow<Value>(
  read: () => Value,
  format: DocumentFormat | 'yaml',
  source: string | undefined,
): Value {
  try {
    const value = read();
    if (isWithin(value, deepest)) return value;
  } catch (error) {
    // The reader itself came to the end of its calls.
    if (!(error instanceof RangeError)) throw error;
  }
  throw new ToolsError('DOCUMENT_DAMAGED', { source, format, offset: 0, problem: 'it is nested too deeply' });
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isWithin(item, levels - 1));
  // To list the members first takes many times as long, and there are files of megabytes.
  for (const key in value) if (!isWithin(value[key as never], levels - 1)) return false;
  return true;
}
