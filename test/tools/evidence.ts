import type { ToolDescriptor } from '../../src/registry/index.ts';

/** Fields that are names or opinions of ours and not facts about the tool. */
const unproven: ReadonlySet<string> = new Set([
  'id',
  'displayName',
  'description',
  'homepage',
  'ansiColor',
  'lifecycle',
  'evidence',
]);

/** Every fact of a descriptor, as evidence names it: `field`, `field/key` and `field/item`. */
export function factsOf(tool: ToolDescriptor): readonly string[] {
  return Object.entries(tool)
    .filter(([field]) => !unproven.has(field))
    .flatMap(([field, value]) =>
      isGroup(value) ? Object.keys(value).map((key) => `${field}/${key}`) : itemsOf(field, value),
    );
}

/** The evidence of a fact: its own, or that of what it belongs to. */
export function evidenceFor(fact: string, proven: ReadonlySet<string>): string | undefined {
  for (let name = fact; ; name = name.slice(0, name.lastIndexOf('/'))) {
    if (proven.has(name)) return name;
    if (!name.includes('/')) return undefined;
  }
}

/** Whether there is such a fact. A list's item goes by its path, file, name or words, or by its number. */
export function namesFact(tool: ToolDescriptor, fact: string): boolean {
  const [field = '', ...rest] = fact.split('/');
  return !unproven.has(field) && field in tool && isIn(tool[field as keyof ToolDescriptor], rest.join('/'));
}

function isIn(value: unknown, rest: string): boolean {
  if (rest === '') return value !== undefined;
  const [key = '', ...below] = rest.split('/');
  if (Array.isArray(value)) {
    return (
      value.some((item) => item === rest || wordsOf(item).includes(rest)) ||
      isIn(value[Number(key)], below.join('/'))
    );
  }
  return isGroup(value) && Object.hasOwn(value, key) && isIn(value[key], below.join('/'));
}

function wordsOf(item: unknown): readonly unknown[] {
  return isGroup(item) ? ['path', 'file', 'what', 'name'].map((key) => item[key]) : [];
}

function itemsOf(field: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [field];
  const names = value.map((item) => wordsOf(item).find((word) => typeof word === 'string'));
  return names.some((name) => name === undefined) ? [field] : names.map((name) => `${field}/${name}`);
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
