export { type Audit, audit } from './audit.ts';
export type { Proof } from './book.ts';
export type { Unknown } from './unknown.ts';
