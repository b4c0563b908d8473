// What is answered by what the last launch recorded: one file, loaded for any of these.
export { answerEnv } from './answer-env.ts';
export { answerRun } from './answer-run.ts';
export { answerWhich } from './answer-which.ts';
