import { posix, win32 } from 'node:path';
import type { Host } from './host.ts';
import { isWsl } from './node-is-wsl.ts';
import { type Looks, nodeLooks } from './node-looks.ts';

/** So much of a Host as a start asks for that goes by what was recorded: the rest takes its time to compile. */
export type QuickHost = Pick<Host, 'platform' | 'arch' | 'path' | 'homeDir' | 'env' | 'cwd' | 'isWsl'> & {
  readonly files: Looks;
  /** Who started this process; absent where a test says who runs. */
  readonly parentPid?: number;
};

/** This computer and this run, as `nodeHost`. Where a variable does not say which home is the user's, it is "". */
export function quickHost(): QuickHost {
  const platform = process.platform;
  const isWindows = platform === 'win32';
  const env = process.env;
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
    files: nodeLooks,
    parentPid: process.ppid,
  };
}
