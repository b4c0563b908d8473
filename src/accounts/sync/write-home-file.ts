import { ensureFolder, type HeldLock, stageWrite } from '../../state/index.ts';
import { livenessOf } from '../home/liveness.ts';
import { withToolLock } from '../home/tool-lock.ts';
import { type FileTask, mayPull } from './file-task.ts';
import { markAt, type Seen } from './read-steady.ts';

/** `changed`: it was not any more what was read of it; `live`: somebody had moved into the home. Then it is as it was. */
export type HomeWrite = 'written' | 'changed' | 'live';

/**
 * Puts a text into a file of a home, under the tool's own lock of it.
 * @throws ToolsError LOCK_LOST, and those of writing
 */
export async function writeHomeFile(
  task: FileTask,
  home: Seen,
  text: string,
  lock: HeldLock,
): Promise<HomeWrite> {
  const { ctx, tool, account, wish } = task;
  const { host } = ctx;
  ensureFolder(host, host.path.dirname(home.file));
  const staged = stageWrite(host, home.file, text, modeOf(home));
  let outcome: HomeWrite = 'written';
  const beforeCommit = () => {
    lock.assertOurs();
    if (!mayPull(wish.pull, livenessOf(ctx, tool, account).state)) outcome = 'live';
    else if (markAt(host, home.file) !== home.mark) outcome = 'changed';
    if (outcome !== 'written') throw stopped;
  };
  try {
    await withToolLock(host, tool, home.file, () => staged.commit({ beforeCommit }));
  } catch (error) {
    if (error !== stopped) throw error;
  }
  return outcome;
}

const stopped = new Error('nothing is written');

/** Of a new file ours: nobody else may read it. */
export function modeOf({ stat }: Seen): number {
  return stat === undefined ? 0o600 : stat.mode & 0o777;
}
