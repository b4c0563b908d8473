import { type JsonSchema, schemaOf } from '../../registry/index.ts';
import { packageShape } from './manifest-shape.ts';

/** The JSON Schema (2020-12) of a plugin's package.json: of what is read of it. The rest is npm's. */
export function manifestJsonSchema(): JsonSchema {
  const { additionalProperties: _, ...schema } = schemaOf(packageShape);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Package of a plugin',
    description:
      'A package.json whose block "tools" says what the plugin is, brings and wants to be allowed.',
    ...schema,
  };
}
