import { spawnSync } from 'node:child_process';

export const isLinux = process.platform === 'linux';

/** Whether a user may have mounts of their own here. Ubuntu's AppArmor and some containers forbid it. */
export const canUnshare = isLinux && spawnSync('unshare', ['-rm', 'true']).status === 0;

/** The test that needs a program which is not there fails with what to install; it does not pass unseen. */
export function demandProgram(name: string, install: string): void {
  const { error } = spawnSync(name, ['-V']);
  if (error) throw new Error(`this test needs ${name}: ${install}`);
}
