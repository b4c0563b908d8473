import { renameSync, unlinkSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { FileSystem } from './file-system.ts';
import type { Host } from './host.ts';
import { isWsl } from './node-is-wsl.ts';
import { type Looks, nodeLooks } from './node-looks.ts';
import { hostName, processMarks } from './node-process-marks.ts';
import { writeNew } from './node-write-new.ts';
import type { ProcessTable } from './process-table.ts';

/** So much of a Host as a start asks for that goes by what was recorded: the rest takes its time to compile. */
export type QuickHost = Pick<
  Host,
  'platform' | 'arch' | 'path' | 'homeDir' | 'env' | 'cwd' | 'isWsl' | 'now' | 'randomName'
> & {
  readonly files: QuickFiles;
  readonly processes: Pick<ProcessTable, 'self' | 'markOf'>;
  /** Who started this process; absent where a test says who runs. */
  readonly parentPid?: number;
};

/** What a start looks at, and what it marks. */
export type QuickFiles = Looks & Pick<FileSystem, 'writeNew' | 'rename' | 'unlink'>;

/** This computer and this run, as `nodeHost`. Where a variable does not say which home is the user's, it is "". */
export function quickHost(): QuickHost {
  const platform = process.platform;
  const isWindows = platform === 'win32';
  const env = process.env;
  let processes: QuickHost['processes'] | undefined;
  return {
    platform: isWindows || platform === 'darwin' ? platform : 'linux',
    arch: process.arch,
    path: isWindows ? win32 : posix,
    homeDir: (isWindows ? env.USERPROFILE : env.HOME) ?? '',
    env,
    get cwd() {
      return process.cwd();
    },
    get isWsl() {
      return isWsl(this.platform);
    },
    files,
    get processes() {
      processes ??= processMarks({
        platform: this.platform,
        pid: process.pid,
        hostname: hostName(this.platform),
      });
      return processes;
    },
    now: () => new Date(),
    randomName,
    parentPid: process.ppid,
  };
}

const files: QuickFiles = { ...nodeLooks, writeNew, rename: renameSync, unlink: unlinkSync };

/** Tells marks apart, and is no secret: Node asks the system for where it begins. */
function randomName(length: number): string {
  let name = '';
  while (name.length < length) name += Math.random().toString(36).slice(2);
  return name.slice(0, length);
}
