import type { PathRoot, Relocation } from './descriptor.ts';

/** Every root that a path may be relative to. */
export const pathRoots = ['config', 'home', 'data', 'state', 'cache'] as const satisfies readonly PathRoot[];

/** The roots in which a tool keeps something, the tool's own directory first; the home around them is none. */
export function rootsOf({
  relocation,
}: {
  readonly relocation?: Relocation | undefined;
}): readonly PathRoot[] {
  return ['config', ...(Object.keys(relocation?.roots ?? {}) as PathRoot[])];
}
