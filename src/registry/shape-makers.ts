import type { JsonValue } from './descriptor.ts';
import type { Demand, ListShape, ObjectShape, RecordShape, Shape, Shaped, StringShape } from './shape.ts';

type Typed<Type, Kind extends Shape['kind']> = Extract<Shape<Type>, { kind: Kind }>;

export function text(
  says: string,
  {
    min = 1,
    max,
    pattern = [],
    usual,
  }: { min?: number; max: number; pattern?: string | readonly string[]; usual?: RegExp },
): Typed<string, 'string'> {
  return {
    ...(usual && { usual }),
    kind: 'string',
    says,
    min,
    max,
    patterns: [pattern].flat(),
  };
}

export function integer(min: number, max: number): Typed<number, 'integer'> {
  return { kind: 'integer', min, max };
}

export function number(min: number, max: number): Typed<number, 'number'> {
  return { kind: 'number', min, max };
}

export function flag(): Typed<boolean, 'boolean'> {
  return { kind: 'boolean' };
}

export function literal<const Value extends string>(...values: readonly Value[]): Typed<Value, 'literal'> {
  return { kind: 'literal', values };
}

export function nullable<S extends Shape>(inner: S): Typed<Shaped<S> | null, 'nullable'> {
  return { kind: 'nullable', inner };
}

export function either<Other extends Shape<unknown> & (ObjectShape | RecordShape)>(
  text: StringShape,
  other: Other,
): Typed<string | Shaped<Other>, 'either'> {
  return { kind: 'either', text, other };
}

export function list<S extends Shape>(
  item: S,
  { min = 0, max, unique = false }: Partial<Pick<ListShape, 'min' | 'unique'>> & Pick<ListShape, 'max'>,
): Typed<readonly Shaped<S>[], 'list'> {
  return { kind: 'list', item, min, max, unique };
}

export function record<S extends Shape>(
  key: StringShape,
  value: S,
  max: number,
): Typed<Readonly<Record<string, Shaped<S>>>, 'record'> {
  return { kind: 'record', key, value, max };
}

/** Knows every key: any other is refused. */
export function object<Required extends Fields, Optional extends Fields>(
  required: Required,
  optional: Optional,
  demands: readonly Demand[] = [],
): Typed<ObjectOf<Required, Optional>, 'object'> {
  return {
    kind: 'object',
    fields: Object.assign(Object.create(null), required, optional),
    required: Object.keys(required),
    demands,
  };
}

type Fields = Readonly<Record<string, Shape>>;
type ObjectOf<Required extends Fields, Optional extends Fields> = Flat<
  { readonly [Key in keyof Required]: Shaped<Required[Key]> } & {
    readonly [Key in keyof Optional]?: Shaped<Optional[Key]>;
  }
>;
type Flat<Type> = { [Key in keyof Type]: Type[Key] };

/** Assigning to it would set a prototype. */
export const notProto = '^(?!__proto__$)';

export function json(depth: number, entries: number, longest: number): Typed<JsonValue, 'json'> {
  return { kind: 'json', depth, entries, text: longest };
}

export function named<S extends Shape>(name: string, shape: S): S & { readonly name: string } {
  return { ...shape, name };
}
