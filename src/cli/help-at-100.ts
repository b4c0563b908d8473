import { helpPages } from './help-pages.ts';

/** Help on a terminal that is wider than our lines ever are. Worked out when the program is built. */
export const pages = await helpPages(100);
