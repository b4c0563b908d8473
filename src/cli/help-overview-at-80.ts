import { helpOverview } from './help-pages.ts';

/** As help-at-80.ts, of everything: what is asked for most is read without all else. */
export const overview = await helpOverview(80);
