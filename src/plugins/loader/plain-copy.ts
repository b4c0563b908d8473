/** What a plugin gives may be anything, and change later: this is what of it is JSON. undefined: it is no plain data. */
export function plainCopy(given: unknown): { readonly text: string; readonly copy: unknown } | undefined {
  const text = asText(given);
  return text === undefined ? undefined : { text, copy: JSON.parse(text) };
}

function asText(given: unknown): string | undefined {
  try {
    return JSON.stringify(given);
  } catch {
    return undefined;
  }
}
