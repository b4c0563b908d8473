import { answerTo } from './answers.ts';
import { writeOut } from './write-out.ts';

void isAnswered().then((isDone) => isDone || import('../cli/program.ts'));

async function isAnswered(): Promise<boolean> {
  try {
    const answered = await answerTo(process.argv.slice(2));
    if (typeof answered === 'number') process.exitCode = answered;
    // Nothing is left to wait for, and Node takes its time over looking for it.
    else if (answered !== undefined && writeOut(answered)) process.exit();
    return typeof answered === 'number';
  } catch {
    // The program will meet the same, and has words for it.
    return false;
  }
}
