import { loadLater } from '../../platform/index.ts';

/** What no start comes to where the system lets us become the program. */
export const runMarked = loadLater(async () => (await import('../launch/run-marked.ts')).runMarked);
