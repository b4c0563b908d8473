export { type Examination, examine } from './examine.ts';
export type { KnownLeaks } from './known-leaks.ts';
export { type Mended, mend, mendingOf } from './mend.ts';
