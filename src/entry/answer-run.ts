import { isHomeReady, isProgramReady } from '../accounts/fast/check-record.ts';
import { startRecorded } from '../accounts/fast/loaded-later.ts';
import { heedHangUp, nodeHost } from '../platform/index.ts';
import { shimVariable, shimWishes } from '../process/index.ts';
import type { Answered } from './answer.ts';
import { type Here, hereOf } from './here.ts';
import { readPlainLine } from './plain-line.ts';

/** `run <tool> [--account LABEL] [words] [-- arguments]`: this process becomes the tool, or waits for it. */
export async function answerRun(words: readonly string[]): Promise<Answered> {
  const line = readPlainLine(words);
  const host = nodeHost();
  if (host.env[shimVariable] === shimWishes) return undefined;
  const here = line && hereOf(host, line);
  const program = here?.record.program;
  if (!here || !program || !isHomeReady(here.ctx, here.record) || !isProgramReady(here.ctx, program))
    return undefined;
  return start(here, program, line.args);
}

async function start(
  { ctx, record }: Here,
  program: NonNullable<Here['record']['program']>,
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
