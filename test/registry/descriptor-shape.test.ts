import { describe, expectTypeOf, test } from 'vitest';
import type { descriptorShape } from '../../src/registry/descriptor-shape.ts';
import type { ToolDescriptor } from '../../src/registry/index.ts';
import type { Shaped } from '../../src/registry/shape.ts';

type ByShape = Shaped<typeof descriptorShape>;
/** What only a registered tool has. */
type Derived = 'supportsSetup' | 'coloredTag';

describe('the shape and the interface of a descriptor', () => {
  test('have the same fields', () => {
    expectTypeOf<Exclude<keyof ByShape, Derived>>().toEqualTypeOf<keyof ToolDescriptor>();
  });
  test('agree in every field', () => {
    expectTypeOf<Omit<ByShape, Derived>>().toEqualTypeOf<Omit<ToolDescriptor, never>>();
  });
});
