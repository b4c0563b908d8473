import {
  canReplaceProcess,
  damagedArguments,
  type ProgramStart,
  replaceProcess,
  runForeground,
} from '../../process/index.ts';
import { removeTree } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { launchEnvironment } from '../home/launch-environment.ts';
import { launchDepth } from '../launch/launch-depth.ts';
import { heedSignals } from '../login/heed-signals.ts';
import { readKey } from '../store/account-key.ts';
import { type LiveMark, type MarkedHome, writeLiveMark } from '../store/live-mark.ts';
import { quietly } from '../store/with-journal.ts';
import { markDirtyIn } from '../sync/mark-dirty.ts';
import { isStillThere } from './check-record.ts';
import { doHold } from './do-hold.ts';
import type { LaunchRecord, RecordedProgram } from './launch-record.ts';

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
  ctx: AccountsContext,
  record: LaunchRecord,
  program: RecordedProgram,
  { args, waiting, started, leave }: RecordedStart,
): Promise<number | undefined> {
  const start = startOf(ctx, record, program, args);
  const account = { ...record, id: record.account, sharing: { on: record.isSharing, except: [] } };
  const marks = start && markStart(ctx, record, account);
  if (!start || marks === undefined) return undefined;
  if (canReplaceProcess(ctx.host, start)) replaceProcess(ctx.host, start);
  waiting();
  if (marks === null) return heedSignals(() => runForeground(ctx.host, start, { started }));
  const { mark, dirty } = marks;
  const leaving = async () => (dirty === null ? true : hasLeft(ctx, record, dirty) || leave());
  const { runMarked } = await import('../launch/run-marked.ts');
  return runMarked(ctx, account, start, { mark, started, leave: leaving });
}

/** Where everything lies as it lay when nothing had to be merged, nothing has to be: the next start goes by the same. */
function hasLeft({ host }: AccountsContext, { home }: LaunchRecord, dirty: string): boolean {
  let isSame = false;
  quietly(() => {
    isSame = doHold(host, home);
    if (isSame) removeTree(host, dirty);
  });
  return isSame;
}

/** undefined: a variable is taken away, or an argument can't be passed on, and the user is told so. */
export function startOf(
  ctx: AccountsContext,
  record: LaunchRecord,
  program: RecordedProgram,
  args: readonly string[],
): ProgramStart | undefined {
  const { host } = ctx;
  const { file, isManaged } = program;
  if (damagedArguments(host, args).length > 0) return undefined;
  const more = launchDepth(ctx, { id: record.tool }, file);
  const key = record.kind === 'key' ? readKey(ctx, { ...record, id: record.account }) : undefined;
  const { env, removed, damaged } = launchEnvironment(host, record.environment, { key, more, isManaged });
  if (removed.length + damaged.length > 0) return undefined;
  return { file, args: [...program.args, ...args], env, cwd: host.cwd };
}

interface StartMarks {
  readonly mark: LiveMark;
  /** The file that says of the home that it may hold what its root has not; null: it shares nothing. */
  readonly dirty: string | null;
}

/** null: of `system` nothing is marked; undefined: somebody has begun to change the account. */
function markStart(
  ctx: AccountsContext,
  record: LaunchRecord,
  account: MarkedHome,
): StartMarks | null | undefined {
  const { marks } = record.home;
  if (marks === null) return null;
  const { self } = ctx.host.processes;
  const dirty = marks.dirty === null ? null : markDirtyIn(ctx.host, marks.dirty, record.account, self);
  const mark = writeLiveMark(ctx, account);
  if (isStillThere(ctx, record, marks)) return { mark, dirty };
  mark.remove();
  return undefined;
}
