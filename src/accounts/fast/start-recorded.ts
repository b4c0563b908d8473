import type { QuickHost } from '../../platform/index.ts';
import { canReplaceProcess, type ProgramStart, replaceProcess } from '../../process/index.ts';
import { oddStart, waitRecorded } from './loaded-later.ts';
import { markStart } from './mark-start.ts';
import { plainChild } from './plain-environment.ts';
import type { FoundRecord, QuickProgram } from './quick-record.ts';

export interface RecordedStart {
  /** For the tool, untouched. */
  readonly args: readonly string[];
  /** Told where this process will not become the program, before it starts it. */
  readonly waiting: () => void;
  /** Told once it runs, where this process waits for it: from then on it must not be started again. */
  readonly started: () => void;
  /** After a run of an account that shares, as in `MarkedRun`. */
  readonly leave: () => Promise<boolean>;
}

/**
 * Starts the recorded program, whose conditions hold, as the slow way does; where the system can, this process becomes
 * it and nobody waits. Returns its exit code; undefined: nothing was started, because something has to be said first.
 * @throws ToolsError where it can't be started, and what the disk says
 */
export async function startRecorded(
  host: QuickHost,
  record: FoundRecord,
  program: QuickProgram,
  { args, waiting, started, leave }: RecordedStart,
): Promise<number | undefined> {
  const start = plainStart(host, record, program, args) ?? (await oddStart(host, record, program, args));
  const marks = start && record.marks && markStart(host, record, record.marks);
  if (!start || marks === undefined) return undefined;
  if (canReplaceProcess(host, start, program.starts)) replaceProcess(host, start);
  waiting();
  return waitRecorded(host, record, program, start, marks, { started, leave });
}

/** What is started, as it was worked out; undefined: it has to be worked out anew. */
export function plainStart(
  host: QuickHost,
  { plain }: FoundRecord,
  { file, args: first }: QuickProgram,
  args: readonly string[],
): ProgramStart | undefined {
  for (const argument of args) if (argument.includes('\uFFFD')) return undefined;
  const env = plainChild(host.env, plain);
  return env && { file, args: [...first, ...args], env, cwd: host.cwd };
}
