import type { DescriptorProblem } from './descriptor-problem.ts';
import { fits, isWithin } from './fits.ts';
import type {
  EitherShape,
  JsonShape,
  ListShape,
  ObjectShape,
  RecordShape,
  Shape,
  StringShape,
} from './shape.ts';
import { notProto } from './shape-makers.ts';
import { suggestion } from './suggestion.ts';

/** A value read by a shape: what is right of it, deep-frozen, and what is wrong. */
interface Copied {
  /** Undefined where nothing could be kept. */
  readonly copy: unknown;
  readonly problems: readonly DescriptorProblem[];
}

/** Reads every property of the value once, even when it is a getter, and takes nothing that is not JSON. */
export function copyAs(shape: Shape, value: unknown): Copied {
  const reader = new Reader();
  try {
    return { copy: reader.read(shape, value), problems: reader.problems };
  } catch (error) {
    const problem =
      error === tooLarge
        ? { path: '', problem: 'is too large' }
        : { path: reader.where(), problem: 'cannot be read' };
    return { copy: undefined, problems: [...reader.problems, problem] };
  }
}

/** What all lists and objects of one descriptor may hold together. */
const budget = { values: 20_000, text: 1_048_576 };
const tooLarge = Symbol('too large');
const mostProblems = 32;
/** Stands in a copy for what was refused; such a copy is never used. */
const refused = Symbol('refused');

class Reader {
  readonly problems: DescriptorProblem[] = [];
  private readonly path: (string | number)[] = [];
  private count = 0;
  private length = 0;

  where(): string {
    return this.path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  }

  read(shape: Shape, value: unknown): unknown {
    if (++this.count > budget.values || this.length > budget.text) throw tooLarge;
    switch (shape.kind) {
      case 'string':
        return this.string(shape, value);
      case 'integer':
        if (Number.isInteger(value) && (value as number) >= shape.min && (value as number) <= shape.max)
          return value;
        return this.refuse(`must be a whole number from ${shape.min} to ${shape.max}`);
      case 'number':
        if (Number.isFinite(value) && (value as number) >= shape.min && (value as number) <= shape.max)
          return value;
        return this.refuse(`must be a number from ${shape.min} to ${shape.max}`);
      case 'boolean':
        return typeof value === 'boolean' ? value : this.refuse('must be true or false');
      case 'literal':
        if (typeof value === 'string' && shape.values.includes(value)) return value;
        return this.refuse(
          `must be one of ${shape.values.join(', ')}${this.suggestion(value, shape.values)}`,
        );
      case 'nullable':
        return value === null ? null : this.read(shape.inner, value);
      case 'either':
        return this.either(shape, value);
      case 'list':
        return this.list(shape, value);
      case 'record':
        return this.record(shape, value);
      case 'object':
        return this.object(shape, value);
      case 'json':
        return this.json(shape, value);
    }
  }

  private string(shape: StringShape, value: unknown): unknown {
    if (typeof value === 'string') {
      this.length += value.length;
      if (fits(shape, value)) return value;
    }
    this.refuse(`must be ${shape.says}`);
    return value;
  }

  private either({ text, other }: EitherShape, value: unknown): unknown {
    if (typeof value === 'string') return this.read(text, value);
    return typeof value === 'object'
      ? this.read(other, value)
      : this.refuse(`must be ${text.says}, or an object`);
  }

  private list(shape: ListShape, value: unknown): unknown {
    if (!Array.isArray(value)) return this.refuse('must be a list');
    const { length } = value;
    if (length < shape.min) return this.refuse(`must have at least ${shape.min} entries`);
    if (length > shape.max) return this.refuse(`must have at most ${shape.max} entries`);
    const copy = this.entries(value, length, shape.item);
    if (shape.unique && new Set(copy).size !== copy.length)
      return this.refuse('must not name anything twice');
    return Object.freeze(copy);
  }

  private entries(value: readonly unknown[], length: number, item: Shape): unknown[] {
    const copy: unknown[] = [];
    for (let index = 0; index < length; index++) copy.push(this.at(index, item, value));
    return copy;
  }

  private record(shape: RecordShape, value: unknown): unknown {
    const keys = this.keys(value);
    if (keys === undefined) return refused;
    if (keys.length > shape.max) return this.refuse(`must have at most ${shape.max} entries`);
    const copy: Record<string, unknown> = {};
    for (const key of keys) {
      if (fits(shape.key, key)) copy[key] = this.at(key, shape.value, value);
      else this.refuseAt(key, `must be named by ${shape.key.says}`);
    }
    return Object.freeze(copy);
  }

  private object(shape: ObjectShape, value: unknown): unknown {
    const keys = this.keys(value);
    if (keys === undefined) return refused;
    const copy: Record<string, unknown> = {};
    for (const key of keys) {
      const field = shape.fields[key];
      if (field === undefined) {
        this.refuseAt(key, `is not a field that is known${this.suggestion(key, Object.keys(shape.fields))}`);
        continue;
      }
      const found = this.at(key, field, value, true);
      if (found !== undefined) copy[key] = found;
    }
    for (const key of shape.required) if (!Object.hasOwn(copy, key)) this.refuseAt(key, 'is missing');
    this.demand(shape, copy);
    return Object.freeze(copy);
  }

  private demand(shape: ObjectShape, copy: Readonly<Record<string, unknown>>): void {
    for (const { field, values, needs } of shape.demands) {
      if (!Object.hasOwn(copy, field) || (values !== undefined && !values.includes(copy[field] as string)))
        continue;
      const because = values === undefined ? field : `${field} ${String(copy[field])}`;
      for (const key of needs)
        if (!Object.hasOwn(copy, key)) this.refuseAt(key, `is missing: ${because} needs it`);
    }
  }

  private json(shape: JsonShape, value: unknown): unknown {
    if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value;
    if (typeof value === 'string') {
      this.length += value.length;
      return isWithin(value, 0, shape.text)
        ? value
        : this.refuse(`must be text of at most ${shape.text} characters`);
    }
    if (typeof value !== 'object') return this.refuse('must be JSON data');
    if (shape.depth === 0) return this.refuse('must not be nested so deep');
    const inner: JsonShape & { kind: 'json' } = { ...shape, depth: shape.depth - 1 };
    if (Array.isArray(value))
      return this.list({ kind: 'list', item: inner, min: 0, max: shape.entries, unique: false }, value);
    return this.record({ kind: 'record', key: jsonKey(shape), value: inner, max: shape.entries }, value);
  }

  /** The keys of a plain object; a class instance would be read differently each time. */
  private keys(value: unknown): readonly string[] | undefined {
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && isPlain(value))
      return Object.keys(value);
    this.refuse('must be a plain object');
    return undefined;
  }

  /** The copy of an entry, read once. `mayLack`: undefined is as good as absent. */
  private at(key: string | number, shape: Shape, container: unknown, mayLack = false): unknown {
    this.path.push(key);
    const value = (container as Record<string | number, unknown>)[key];
    const copy = value === undefined && mayLack ? undefined : this.read(shape, value);
    this.path.pop();
    return copy;
  }

  /** Not for what is not told any more: to look for it takes its time. */
  private suggestion(name: unknown, known: readonly string[]): string {
    return this.problems.length < mostProblems ? suggestion(name, known) : '';
  }

  private refuseAt(key: string, problem: string): void {
    this.path.push(key);
    this.refuse(problem);
    this.path.pop();
  }

  private refuse(problem: string): unknown {
    if (this.problems.length < mostProblems) this.problems.push({ path: this.where(), problem });
    return refused;
  }
}

function jsonKey({ text }: JsonShape): StringShape {
  return {
    kind: 'string',
    says: `at most ${text} characters, and not __proto__`,
    min: 0,
    max: text,
    patterns: [notProto],
  };
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
