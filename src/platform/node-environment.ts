import type { Host } from './host.ts';

/** The environment of this process, for whoever needs no more of the host: to load the rest takes a while. */
export function nodeEnvironment(): Host['env'] {
  return process.env;
}
