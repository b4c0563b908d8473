import type { PathRoot } from './descriptor.ts';

/** Every root that a path may be relative to. */
export const pathRoots = ['config', 'home', 'data', 'state', 'cache'] as const satisfies readonly PathRoot[];
