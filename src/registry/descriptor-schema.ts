import { descriptorShape } from './descriptor-shape.ts';
import { type JsonSchema, schemaOf } from './shape-schema.ts';

/**
 * The JSON Schema (2020-12) of a descriptor. It says all that `checkDescriptor` says, but for the cross-field
 * checks, the form and bytes of the id, and the size of the whole.
 */
export function descriptorJsonSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Tool descriptor',
    description:
      'What one AI CLI is, as data: how it starts, where its files lie and whose they are, how it logs in.',
    ...schemaOf(descriptorShape),
  };
}
