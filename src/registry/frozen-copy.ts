/** A deep-frozen copy of plain JSON data that is known to be good. */
export function frozenCopy<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as Value;
  const copy: Partial<Value> = { ...value };
  for (const key in copy) copy[key] = frozenCopy(copy[key]);
  return Object.freeze(copy) as Value;
}
