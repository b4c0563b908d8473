import { helpPages } from './help-pages.ts';

/** Help where nobody knows how wide it may be, and on a terminal of that width. Worked out when the program is built. */
export const pages = await helpPages(80);
