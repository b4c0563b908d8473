import type { Host } from '../../platform/index.ts';
import {
  canReplaceProcess,
  damagedArguments,
  type ProgramStart,
  replaceProcess,
} from '../../process/index.ts';
import { writeMarkAlone } from '../store/live-mark.ts';
import { markDirtyIn } from '../sync/mark-dirty.ts';
import { oddStart, waitRecorded } from './loaded-later.ts';
import { plainChild } from './plain-environment.ts';
import { placesOf } from './quick-context.ts';
import type { FoundRecord, QuickProgram } from './quick-record.ts';
import { doLie } from './recorded-look.ts';
import type { StartMarks } from './wait-recorded.ts';

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
  host: Host,
  record: FoundRecord,
  program: QuickProgram,
  { args, waiting, started, leave }: RecordedStart,
): Promise<number | undefined> {
  const start = await startOf(host, record, program, args);
  const marks = start && markStart(host, record);
  if (!start || marks === undefined) return undefined;
  if (canReplaceProcess(host, start, program.starts)) replaceProcess(host, start);
  waiting();
  return waitRecorded(host, record, homeOf(record), start, marks, { started, leave });
}

/**
 * undefined: a variable is taken away, or an argument can't be passed on, and the user is told so.
 * @throws ToolsError as oddStart
 */
export async function startOf(
  host: Host,
  record: FoundRecord,
  program: QuickProgram,
  args: readonly string[],
): Promise<ProgramStart | undefined> {
  if (damagedArguments(host, args).length > 0) return undefined;
  const env = plainChild(host.env, record.plain);
  if (!env) return oddStart(host, record, program, args);
  return { file: program.file, args: [...program.args, ...args], env, cwd: host.cwd };
}

/** null: of `system` nothing is marked; undefined: somebody has begun to change the account. */
function markStart(host: Host, record: FoundRecord): StartMarks | null | undefined {
  const { marks } = record;
  if (marks === null) return null;
  const { self } = host.processes;
  const dirty = marks.dirty === null ? null : markDirtyIn(host, marks.dirty, record.account, self);
  const mark = writeMarkAlone(placesOf(host), homeOf(record));
  if (doLie(host.files, marks.again)) return { mark, dirty };
  mark.remove();
  return undefined;
}

function homeOf({ tool, account, label, isSharing }: FoundRecord) {
  return { tool, id: account, label, sharing: { on: isSharing, except: [] } };
}
