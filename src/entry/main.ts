import { answers } from './answers.ts';
import { writeOut } from './write-out.ts';

const [verb = '', ...words] = process.argv.slice(2);

void isAnswered().then((isDone) => isDone || import('../cli/program.ts'));

async function isAnswered(): Promise<boolean> {
  try {
    const answered = await answers.get(verb)?.(words);
    if (typeof answered !== 'number') return answered !== undefined && writeOut(answered);
    process.exitCode = answered;
    return true;
  } catch {
    // The program will meet the same, and has words for it.
    return false;
  }
}
