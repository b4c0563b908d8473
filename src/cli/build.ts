import { version } from './version.ts';

/** Tells this program from any other, also of the same version: the bundler puts a mark of all its sources behind it. */
export const build: string = version;
