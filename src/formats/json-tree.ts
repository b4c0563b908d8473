import type { Node, ParseError } from 'jsonc-parser';
import { ToolsError } from '../errors/index.ts';
import { type JsonValue, setOwn } from './json-value.ts';
import { jsoncParser } from './lazy-libraries.ts';
import { requireShallow } from './require-shallow.ts';

export type JsonFormat = 'json' | 'jsonc';

/** @throws ToolsError DOCUMENT_DAMAGED */
export function parseJson(text: string, format: JsonFormat, source?: string): JsonValue {
  const body = text.replace(/^\uFEFF/, '');
  if (body.trim() === '') return {};
  return requireShallow(() => valueOfText(text, body, format, source), format, source);
}

/**
 * The document with the offset of everything in it; undefined when it holds nothing but comments.
 * @throws ToolsError DOCUMENT_DAMAGED
 */
export function parseJsonTree(text: string, format: JsonFormat, source?: string): Node | undefined {
  const { parseTree, printParseErrorCode } = jsoncParser();
  // Blanks the mark out, so that offsets stay right.
  const body = text.replace(/^\uFEFF/, ' ');
  const errors: ParseError[] = [];
  const tolerant = format === 'jsonc';
  const root = parseTree(body, errors, {
    allowTrailingComma: tolerant,
    disallowComments: !tolerant,
    allowEmptyContent: true,
  });
  const [first] = errors;
  if (first) throw damaged(first.offset, wordsOf(printParseErrorCode(first.error)), format, source);
  return root;
}

function valueOfText(text: string, body: string, format: JsonFormat, source: string | undefined): JsonValue {
  try {
    return JSON.parse(body) as JsonValue;
  } catch {
    const root = parseJsonTree(text, format, source);
    // Here JSON.parse knew better than the tolerant parser: not JSON, whatever that one says.
    if (format === 'json') throw damaged(0, 'it is not JSON', format, source);
    return root ? valueOfNode(root) : {};
  }
}

/** By hand, because the library's own maker of values lets a key `__proto__` set the prototype. */
function valueOfNode(node: Node): JsonValue {
  if (node.type === 'array') return (node.children ?? []).map(valueOfNode);
  if (node.type !== 'object') return node.value as JsonValue;
  const object = {};
  for (const { children } of node.children ?? []) {
    if (children?.[0] && children[1]) setOwn(object, children[0].value as string, valueOfNode(children[1]));
  }
  return object;
}

/** `CommaExpected` → `comma expected` */
function wordsOf(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase();
}

function damaged(
  offset: number,
  problem: string,
  format: JsonFormat,
  source: string | undefined,
): ToolsError {
  return new ToolsError('DOCUMENT_DAMAGED', { source, format, offset, problem });
}
