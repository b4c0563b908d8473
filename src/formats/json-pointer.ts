import { ToolsError } from '../errors/index.ts';
import { isObject, type JsonValue } from './json-value.ts';

export interface PointedValue {
  /** Without wildcards. */
  readonly pointer: string;
  readonly value: JsonValue;
}

/** What lies at a JSON pointer (RFC 6901); undefined when nothing does. Inherited properties are nothing. */
export function readPointer(value: JsonValue, pointer: string): JsonValue | undefined {
  let here: JsonValue | undefined = value;
  for (const segment of pointerSegments(pointer)) {
    if (here === undefined) return undefined;
    here = childOf(here, segment);
  }
  return here;
}

/** Everything that a pointer with `*` for any one segment leads to, in the document's order. */
export function readPointers(value: JsonValue, pattern: string): PointedValue[] {
  return pointerSegments(pattern).reduce<PointedValue[]>(
    (found, segment) => found.flatMap((at) => childrenOf(at, segment)),
    [{ pointer: '', value }],
  );
}

/** @throws ToolsError INTERNAL when it is neither empty nor begins with a slash. */
export function pointerSegments(pointer: string): string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/'))
    throw new ToolsError('INTERNAL', { what: `"${pointer}" is not a JSON pointer` });
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function formatPointer(segments: readonly string[]): string {
  return segments.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function childrenOf({ pointer, value }: PointedValue, segment: string): PointedValue[] {
  const names =
    segment !== '*' ? [segment] : typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return names.flatMap((name) => {
    const child = childOf(value, name);
    return child === undefined ? [] : [{ pointer: pointer + formatPointer([name]), value: child }];
  });
}

function childOf(value: JsonValue, segment: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(segment) ? value[Number(segment)] : undefined;
  return isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
}
