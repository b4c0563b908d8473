import type { PathClass } from './descriptor.ts';

/** What a declaration says of the paths, or keys, that its pattern fits. */
export interface Declaration {
  readonly pattern: readonly string[];
  readonly class: PathClass;
}

/** The one of several fitting declarations that decides: the most specific, then the most private, then the first. */
export function decidingOf<Fitting extends Declaration>(fitting: readonly Fitting[]): Fitting | undefined {
  return fitting.reduce<Fitting | undefined>(
    (best, each) => (best === undefined || comparePrecedence(each, best) > 0 ? each : best),
    undefined,
  );
}

function comparePrecedence(one: Declaration, other: Declaration): number {
  return (
    one.pattern.length - other.pattern.length ||
    starsIn(other.pattern) - starsIn(one.pattern) ||
    literalLength(one.pattern) - literalLength(other.pattern) ||
    mostPrivateFirst.indexOf(other.class) - mostPrivateFirst.indexOf(one.class)
  );
}

const mostPrivateFirst: readonly PathClass[] = ['identity', 'mixed', 'disposable', 'shared'];

function starsIn(segments: readonly string[]): number {
  return segments.filter((segment) => segment.includes('*')).length;
}

function literalLength(segments: readonly string[]): number {
  return segments.reduce((sum, segment) => sum + segment.replace('*', '').length, 0);
}
