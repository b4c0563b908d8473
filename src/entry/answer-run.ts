import { isHomeReady, isProgramReady } from '../accounts/fast/check-record.ts';
import type { RecordedProgram } from '../accounts/fast/launch-record.ts';
import { startRecorded } from '../accounts/fast/start-recorded.ts';
import { type Host, heedHangUp, nodeHost } from '../platform/index.ts';
import { shimVariable, shimWishes } from '../process/index.ts';
import type { Answered } from './answer.ts';
import { type Here, hereOf } from './here.ts';
import { readPlainLine } from './plain-line.ts';

/** `run <tool> [--account LABEL] [words] [-- arguments]`: this process becomes the tool, or waits for it. */
export async function answerRun(words: readonly string[]): Promise<Answered> {
  const ready = readyToRun(words, nodeHost());
  return ready && start(ready.here, ready.program, ready.args);
}

/** What is to be started, if everything that was recorded of it holds. */
export function readyToRun(
  words: readonly string[],
  host: Host,
): { here: Here; program: RecordedProgram; args: readonly string[] } | undefined {
  // A shim whose own record holds no more has it made anew by the slow way.
  if (host.env[shimVariable] === shimWishes) return undefined;
  const line = readPlainLine(words);
  const here = line && hereOf(host, line);
  const program = here?.record.program;
  const isReady = here && program && isHomeReady(here.ctx, here.record) && isProgramReady(here.ctx, program);
  return isReady ? { here, program, args: line.args } : undefined;
}

async function start(
  { ctx, record }: Here,
  program: RecordedProgram,
  args: readonly string[],
): Promise<number | undefined> {
  let hasStarted = false;
  try {
    return await startRecorded(ctx, record, program, {
      args,
      waiting: heedHangUp,
      started: () => {
        hasStarted = true;
      },
      leave: async () => (await import('../cli/after-run.ts')).leaveRun(record.tool, record.account),
    });
  } catch (error) {
    // What has run must not run again.
    if (!hasStarted) throw error;
    return (await import('../cli/after-run.ts')).failRun(error);
  }
}
