import { describe, expect, expectTypeOf, test } from 'vitest';
import { descriptorShape } from '../../src/registry/descriptor-shape.ts';
import type { JsonValue, ToolDescriptor } from '../../src/registry/index.ts';
import type { Shaped } from '../../src/registry/shape.ts';
import { jsonValue } from '../../src/registry/shape-parts.ts';

type ByShape = Shaped<typeof descriptorShape>;
/** What only a registered tool has. */
type Derived = 'supportsSetup' | 'coloredTag';

describe('the shape and the interface of a descriptor', () => {
  test('have the same fields', () => {
    expectTypeOf<Exclude<keyof ByShape, Derived>>().toEqualTypeOf<keyof ToolDescriptor>();
    expect(descriptorShape.required).toEqual(['id', 'displayName']);
  });

  test('agree in every field, down to whether it is optional and read-only', () => {
    expectTypeOf<Omit<ByShape, Derived>>().toEqualTypeOf<Omit<ToolDescriptor, never>>();
    // @ts-expect-error: one field less is another type.
    expectTypeOf<Omit<ByShape, Derived | 'locks'>>().toEqualTypeOf<Omit<ToolDescriptor, never>>();
    expectTypeOf<Shaped<typeof jsonValue>>().toEqualTypeOf<JsonValue>();
    expect(jsonValue.kind).toBe('json');
  });
});
