export { type Examination, examine } from './examine.ts';
export { type Mended, mend, mendingOf } from './mend.ts';
