/** Exact, as npm writes it: no range, no `v`, no tag. */
export function isExactVersion(text: string): boolean {
  return exactVersion.test(text);
}

/**
 * Two versions of which each reads what the other wrote: major and minor agree. A version that can't be read as
 * one agrees with nothing.
 */
export function isSameLine(one: string, other: string): boolean {
  const line = lineOf(one);
  return line !== undefined && line === lineOf(other);
}

const exactVersion = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

function lineOf(version: string): string | undefined {
  const match = /^v?(\d+)\.(\d+)(?:\.|$)/.exec(version);
  return match ? `${match[1]}.${match[2]}` : undefined;
}
