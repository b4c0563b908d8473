import { matches } from './matches.ts';

/**
 * The segments of a relative path as descriptors write it, or undefined for anything that some system could
 * read as another place: absolute, empty, `.` or `..` segments, backslash, colon (drives, streams), control
 * characters, and ends that Windows drops.
 */
export function pathSegments(path: string): readonly string[] | undefined {
  const segments = path.split('/');
  return segments.every((segment) => matches(safeSegment, segment)) ? segments : undefined;
}

const safeSegment = '^(?!\\.{1,2}$)[^/\\\\:\\p{Cc}\\p{Cs}]*[^/\\\\:\\p{Cc}\\p{Cs} .]$';

/**
 * The pattern of one segment of a path in a descriptor, with one `*` inside if `wild` is `*`. Stricter than
 * for paths that exist: nothing that Windows cannot hold, no space at either end.
 */
export function declaredSegmentPattern(wild: '' | '*'): string {
  const refused = '/\\\\:*?"<>|\\p{Cc}\\p{Cs}';
  const plain = `[^${refused}]*`;
  return `(?!\\.{1,2}(?:/|$)|[^/]*[ .](?:/|$)| )${wild === '*' ? `(?=[^/])${plain}\\*?${plain}` : `[^${refused}]+`}`;
}

/** Whether a name is what a segment with at most one `*` says. A leading `*` stands for no leading dot. */
export function matchesSegment(pattern: string, name: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === name;
  if (star === 0 && name.startsWith('.')) return false;
  return (
    name.length >= pattern.length - 1 &&
    name.startsWith(pattern.slice(0, star)) &&
    name.endsWith(pattern.slice(star + 1))
  );
}
