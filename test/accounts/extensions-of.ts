import type { ExtensionPoints, Extensions } from '../../src/accounts/ports.ts';

type Given = { readonly [Point in keyof ExtensionPoints]?: readonly ExtensionPoints[Point][] };

/** Plugins as accounts see them: the first of a point is the plugin acme, the second acme-2 … */
export function extensionsOf(given: Given): Extensions {
  return {
    providers: (point) =>
      (given[point] ?? []).map((provide, at) => ({ plugin: at === 0 ? 'acme' : `acme-${at + 1}`, provide })),
  };
}
