import { columnsOfStdout } from '../platform/index.ts';
import { answerTo, mayBeKept } from './answers.ts';
import { keptAnswer } from './kept-answer.ts';
import { writeOut } from './write-out.ts';

const argv = process.argv.slice(2);
if (mayBeKept(argv)) repeat();
void isAnswered().then((isDone) => isDone || import('../cli/program.ts'));

/** Ends the process where the answer is known from the last time. */
function repeat(): void {
  try {
    end(keptAnswer(argv, columnsOfStdout(), process));
  } catch {
    // Who answers anew will meet the same, or put another in its place.
  }
}

async function isAnswered(): Promise<boolean> {
  try {
    const answered = await answerTo(argv);
    if (typeof answered === 'number') process.exitCode = answered;
    else end(answered);
    return typeof answered === 'number';
  } catch {
    // The program will meet the same, and has words for it.
    return false;
  }
}

/** Nothing is left to wait for once an answer is out, and Node takes its time over looking for it. */
function end(answer: string | undefined): void {
  if (answer !== undefined && writeOut(answer)) process.exit();
}
