export { type Examination, examine } from './examine.ts';
