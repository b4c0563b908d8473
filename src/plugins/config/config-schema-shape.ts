import {
  flag,
  integer,
  json,
  line,
  list,
  literal,
  named,
  number,
  object,
  record,
  type Shaped,
  shortLine,
  text,
} from '../../registry/index.ts';
import { configLimits, configTypes, controlsOf } from './config-field.ts';

/** What a plugin may write of JSON Schema 2020-12: one level, nothing referred to, everything bounded. */

const place = { order: integer(-1_000_000, 1_000_000), group: shortLine, advanced: flag() };

const controls = [...new Set(Object.values(controlsOf).flat())];

/** `x-tower` is another name of it. */
const annotation = named(
  'annotation',
  object({}, { ...place, control: literal(...controls), sensitive: flag() }),
);
const rootAnnotation = object({}, place);

/** A value with nothing in it, and one with values in it. */
const scalar = json(0, 64, configLimits.text);
const value = json(1, 64, configLimits.text);

const bound = number(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const choices = list(scalar, { min: 1, max: 64, unique: true });

const textRules = {
  minLength: integer(0, configLimits.text),
  maxLength: integer(0, configLimits.text),
  pattern: text('a pattern of at most 256 characters', { max: 256 }),
};

const textEntry = named(
  'textEntry',
  object({ type: literal('string') }, { title: line, description: line, enum: choices, ...textRules }),
);

const configProperty = named(
  'configProperty',
  object(
    { type: literal(...configTypes) },
    {
      title: line,
      description: line,
      items: textEntry,
      additionalProperties: textEntry,
      enum: choices,
      default: value,
      minimum: bound,
      maximum: bound,
      ...textRules,
      'x-tools': annotation,
      'x-tower': annotation,
    },
    [
      { field: 'type', values: ['array'], needs: ['items'] },
      { field: 'type', values: ['object'], needs: ['additionalProperties'] },
    ],
  ),
);

const key = text('a letter, then letters, digits and . _ -, at most 64', {
  max: 64,
  pattern: '^[A-Za-z][A-Za-z0-9._-]*$',
});

export const configSchemaShape = object(
  { type: literal('object'), additionalProperties: flag() },
  {
    $schema: literal('https://json-schema.org/draft/2020-12/schema'),
    $id: line,
    title: line,
    description: line,
    properties: record(key, configProperty, 64),
    required: list(key, { max: 64, unique: true }),
    default: record(key, value, 64),
    'x-tools': rootAnnotation,
    'x-tower': rootAnnotation,
  },
);

export type ConfigSchema = Shaped<typeof configSchemaShape>;
export type ConfigProperty = Shaped<typeof configProperty>;
