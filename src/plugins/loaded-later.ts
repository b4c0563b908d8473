import { loadLater } from '../platform/index.ts';

// Static paths, so that the bundler finds them.
export const makePlugin = loadLater(async () => (await import('./new/index.ts')).makePlugin);
