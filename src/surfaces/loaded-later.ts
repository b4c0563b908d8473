import { loadLater } from '../platform/index.ts';

// Static paths, so that the bundler finds them.
export const bareAccount = loadLater(async () => (await import('./in-terminals.ts')).bareAccount);
export const lookAtSurfaces = loadLater(async () => (await import('./look-at-surfaces.ts')).lookAtSurfaces);
export const snippetOf = loadLater(async () => (await import('./snippet.ts')).snippetOf);
