export { type Examination, type ExaminedProgram, examine } from './examine.ts';
