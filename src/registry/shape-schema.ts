import type { JsonShape, ListShape, ObjectShape, RecordShape, Shape, StringShape } from './shape.ts';
import { notProto } from './shape-makers.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** The shape as JSON Schema 2020-12, with what shapes share in `$defs`. */
export function schemaOf(shape: Shape): JsonSchema {
  const defs: Defs = {};
  const schema = inline(shape, defs);
  return {
    ...schema,
    $defs: Object.fromEntries(Object.entries(defs).sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

type Defs = Record<string, JsonSchema>;

function refer(shape: Shape, defs: Defs): JsonSchema {
  const name = shape.kind === 'json' ? `json${shape.depth}` : shape.name;
  if (name === undefined) return inline(shape, defs);
  if (!Object.hasOwn(defs, name)) {
    defs[name] = {};
    defs[name] = inline(shape, defs);
  }
  return { $ref: `#/$defs/${name}` };
}

function inline(shape: Shape, defs: Defs): JsonSchema {
  switch (shape.kind) {
    case 'string':
      return { type: 'string', ...ofString(shape) };
    case 'integer':
      return { type: 'integer', minimum: shape.min, maximum: shape.max };
    case 'number':
      return { type: 'number', minimum: shape.min, maximum: shape.max };
    case 'boolean':
      return { type: 'boolean' };
    case 'literal':
      return { enum: shape.values };
    case 'nullable':
      return { anyOf: [{ type: 'null' }, refer(shape.inner, defs)] };
    case 'either':
      return { anyOf: [refer(shape.text, defs), refer(shape.other, defs)] };
    case 'list':
      return ofList(shape, defs);
    case 'record':
      return ofRecord(shape, defs);
    case 'object':
      return ofObject(shape, defs);
    case 'json':
      return ofJson(shape, defs);
  }
}

function ofString({ says, min, max, patterns }: StringShape): JsonSchema {
  return {
    description: says,
    ...(min > 0 && { minLength: min }),
    maxLength: max,
    ...(patterns.length === 1
      ? { pattern: patterns[0] }
      : patterns.length > 1 && { allOf: patterns.map((pattern) => ({ pattern })) }),
  };
}

function ofList({ item, min, max, unique }: ListShape, defs: Defs): JsonSchema {
  return {
    type: 'array',
    ...(min > 0 && { minItems: min }),
    maxItems: max,
    ...(unique && { uniqueItems: true }),
    items: refer(item, defs),
  };
}

function ofRecord({ key, value, max }: RecordShape, defs: Defs): JsonSchema {
  return {
    type: 'object',
    maxProperties: max,
    propertyNames: refer(key, defs),
    additionalProperties: refer(value, defs),
  };
}

function ofObject({ fields, required, demands }: ObjectShape, defs: Defs): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, refer(field, defs)])),
    ...(demands.length > 0 && {
      allOf: demands.map(({ field, values, needs }) => ({
        if: { required: [field], ...(values && { properties: { [field]: { enum: values } } }) },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
        then: { required: needs },
      })),
    }),
  };
}

function ofJson({ depth, entries, text }: JsonShape, defs: Defs): JsonSchema {
  const scalars = [
    { type: 'null' },
    { type: 'boolean' },
    { type: 'number' },
    { type: 'string', maxLength: text },
  ];
  if (depth === 0) return { anyOf: scalars };
  const inner = refer({ kind: 'json', depth: depth - 1, entries, text }, defs);
  const key = { maxLength: text, pattern: notProto };
  return {
    anyOf: [
      ...scalars,
      { type: 'array', maxItems: entries, items: inner },
      { type: 'object', maxProperties: entries, propertyNames: key, additionalProperties: inner },
    ],
  };
}
