import { isProgramReady } from '../accounts/fast/check-program.ts';
import { isHomeReady } from '../accounts/fast/check-record.ts';
import { isRewritten } from '../accounts/fast/is-rewritten.ts';
import { isFoundLater } from '../accounts/fast/loaded-later.ts';
import type { FoundRecord, QuickProgram } from '../accounts/fast/quick-record.ts';
import { readTable } from '../accounts/fast/read-table.ts';
import { startRecorded } from '../accounts/fast/start-recorded.ts';
import { heedHangUp, type QuickHost, quickHost } from '../platform/index.ts';
import { shimVariable, shimWishes } from '../process/index.ts';
import type { Answered } from './answer.ts';
import { recordOf } from './here.ts';
import { readPlainLine } from './plain-line.ts';

/** `run <tool> [--account LABEL] [words] [-- arguments]`: this process becomes the tool, or waits for it. */
export async function answerRun(words: readonly string[]): Promise<Answered> {
  const host = quickHost();
  const ready = await readyToRun(words, host);
  return ready && start(host, ready);
}

/** What is to be started, if everything that was recorded of it holds. */
export interface ReadyRun {
  readonly record: FoundRecord;
  readonly program: QuickProgram;
  readonly args: readonly string[];
}

export async function readyToRun(words: readonly string[], host: QuickHost): Promise<ReadyRun | undefined> {
  const line = readPlainLine(words);
  if (!line) return undefined;
  let record = recordOf(host, line);
  if (record === 'table') record = recordOf(host, line, readTable(host, line.tool));
  if (!record || record === 'table' || !record.program || !isHomeReady(host, record)) return undefined;
  // A shim whose own record holds no more has it made anew by the slow way, where it would hold.
  if (host.env[shimVariable] === shimWishes && !isRewritten(host, record)) return undefined;
  const { program } = record;
  let isReady = isProgramReady(host, program);
  if (isReady === 'search') isReady = await isFoundLater(host, program);
  return isReady ? { record, program, args: line.args } : undefined;
}

async function start(host: QuickHost, { record, program, args }: ReadyRun): Promise<number | undefined> {
  let hasStarted = false;
  try {
    return await startRecorded(host, record, program, {
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
