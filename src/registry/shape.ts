/**
 * Shapes of JSON data, themselves plain data: `copyAs` reads a value by a shape, `schemaOf` prints it as JSON
 * Schema, and `Shaped` is its type. Whatever one of them knows, all three know.
 */
export type Shape<Type = unknown> = (
  | StringShape
  | IntegerShape
  | NumberShape
  | BooleanShape
  | LiteralShape
  | NullableShape
  | EitherShape
  | ListShape
  | RecordShape
  | ObjectShape
  | JsonShape
) & {
  /** Under this name in `$defs`, so that the schema says it once. */
  readonly name?: string;
  /** Never set: carries the type. */
  readonly type?: Type;
};

/** The type of the values of a shape. */
export type Shaped<S> = S extends { readonly type?: infer Type } ? Exclude<Type, undefined> : never;

export interface StringShape {
  readonly kind: 'string';
  /** What it must be, after "must be". */
  readonly says: string;
  readonly min: number;
  /** In code points. */
  readonly max: number;
  /** All must match; see `matches`. */
  readonly patterns: readonly string[];
  /** What it matches matches all of them. Tried first: it is no dear one. */
  readonly usual?: RegExp;
}

export interface IntegerShape {
  readonly kind: 'integer';
  readonly min: number;
  readonly max: number;
}

export interface NumberShape {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
}

export interface BooleanShape {
  readonly kind: 'boolean';
}

export interface LiteralShape {
  readonly kind: 'literal';
  readonly values: readonly string[];
}

export interface NullableShape {
  readonly kind: 'nullable';
  readonly inner: Shape;
}

/** A text, or something that is none. */
export interface EitherShape {
  readonly kind: 'either';
  readonly text: StringShape;
  readonly other: ObjectShape | RecordShape;
}

export interface ListShape {
  readonly kind: 'list';
  readonly item: Shape;
  readonly min: number;
  readonly max: number;
  /** No item twice; for lists of strings. */
  readonly unique: boolean;
}

export interface RecordShape {
  readonly kind: 'record';
  readonly key: StringShape;
  readonly value: Shape;
  readonly max: number;
}

export interface ObjectShape {
  readonly kind: 'object';
  /** Without a prototype, so that no key finds what is not there. */
  readonly fields: Readonly<Record<string, Shape>>;
  readonly required: readonly string[];
  readonly demands: readonly Demand[];
}

/** When `field` is there (with one of `values`, if given), so must be `needs`. */
export interface Demand {
  readonly field: string;
  readonly values?: readonly string[];
  readonly needs: readonly string[];
}

export interface JsonShape {
  readonly kind: 'json';
  /** Lists and objects inside one another. */
  readonly depth: number;
  /** Entries of one list or object. */
  readonly entries: number;
  /** Code points of one string or key. */
  readonly text: number;
}
