/** A value as JSON whose keys are in order, so that equal values are equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(ordered(value)) ?? 'undefined';
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, ordered(each)]),
  );
}
