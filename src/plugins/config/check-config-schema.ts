import { ToolsError } from '../../errors/index.ts';
import { copyAs, type JsonValue } from '../../registry/index.ts';
import type { CheckedConfigSchema, ConfigField } from './config-field.ts';
import { type ConfigSchema, configSchemaShape } from './config-schema-shape.ts';
import { fieldOf } from './field-of.ts';
import { fieldProblems } from './field-problems.ts';

/** What is wrong with a configSchema, and where: a JSON pointer into it. */
export interface ConfigSchemaProblem {
  readonly path: string;
  readonly problem: string;
}

/** Everything that is wrong with a value as a configSchema, of what can be told at once; empty: it may be used. */
export function configSchemaProblems(schema: unknown): readonly ConfigSchemaProblem[] {
  return readConfigSchema(schema).problems;
}

/** @throws ToolsError PLUGIN_CONFIG_SCHEMA_INVALID naming every place */
export function checkConfigSchema(schema: JsonValue): CheckedConfigSchema {
  const { fields, problems } = readConfigSchema(schema);
  if (problems.length > 0) throw new ToolsError('PLUGIN_CONFIG_SCHEMA_INVALID', { problems });
  return { fields };
}

interface ReadSchema {
  readonly fields: readonly ConfigField[];
  readonly problems: readonly ConfigSchemaProblem[];
}

function readConfigSchema(value: unknown): ReadSchema {
  const { copy, problems } = copyAs(configSchemaShape, value);
  if (problems.length > 0) return { fields: [], problems };
  const schema = copy as ConfigSchema;
  const fields = Object.entries(schema.properties ?? {}).map(([key, property]) => ({
    path: `/properties/${key}`,
    property,
    field: fieldOf(schema, key, property),
  }));
  const further = [
    ...rootProblems(schema),
    ...fields.flatMap(({ path, property, field }) =>
      fieldProblems(field, property).map((one) => ({ path: path + one.path, problem: one.problem })),
    ),
  ].slice(0, mostProblems);
  return { fields: inOrder(fields.map(({ field }) => field)), problems: further };
}

const mostProblems = 32;

function rootProblems(schema: ConfigSchema): readonly ConfigSchemaProblem[] {
  const { additionalProperties, required = [], default: defaults = {}, properties = {} } = schema;
  const isKnown = (key: string) => Object.hasOwn(properties, key);
  return [
    ...(additionalProperties ? [{ path: '/additionalProperties', problem: 'must be false' }] : []),
    ...(schema['x-tools'] && schema['x-tower']
      ? [{ path: '/x-tower', problem: 'must not stand beside x-tools' }]
      : []),
    ...required.flatMap((key, index) =>
      isKnown(key) ? [] : [{ path: `/required/${index}`, problem: 'must be the name of a property' }],
    ),
    ...Object.keys(defaults).flatMap((key) => {
      const path = `/default/${key}`;
      if (!isKnown(key)) return [{ path, problem: 'must be the name of a property' }];
      return properties[key]?.default === undefined
        ? []
        : [{ path, problem: 'must not stand beside the default of the property' }];
    }),
  ];
}

/** Those without an order come last; of the same order, as they were written down. */
function inOrder(fields: readonly (ConfigField & { readonly order?: number })[]): readonly ConfigField[] {
  const orderOf = ({ order = Number.POSITIVE_INFINITY }: { readonly order?: number }) => order;
  return [...fields]
    .sort((one, other) => (orderOf(one) === orderOf(other) ? 0 : orderOf(one) - orderOf(other)))
    .map(({ order: _, ...field }) => Object.freeze(field));
}
