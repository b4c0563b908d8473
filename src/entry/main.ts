import { answers } from './answers.ts';
import { writeOut } from './write-out.ts';

const [verb = '', ...words] = process.argv.slice(2);
const text = answers.get(verb)?.(words);
if (text === undefined || !writeOut(text)) void import('../cli/program.ts');
