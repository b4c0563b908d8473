import process from 'node:process';
import type { QuickHost } from '../platform/index.ts';
import { withFormerLimit } from './former-limit.ts';
import type { ProgramStart } from './start-program.ts';

type Execve = (file: string, args: readonly string[], env: Readonly<Record<string, string>>) => never;

/** Since Node 22.15, and not on Windows. */
const execve = (process as { readonly execve?: Execve }).execve;

/**
 * Whether `replaceProcess` can start this. A failing execve(2) would end us by an abort, with no word of ours, so
 * nothing may be left to chance: the program begins as one, and what it is given is far below any system's limit.
 * @param starts as `filesToStart`, of files that are as they were when that was asked; none: nobody can be sure
 */
export function canReplaceProcess(
  { platform, files }: Pick<QuickHost, 'platform' | 'files'>,
  { args, env }: ProgramStart,
  starts: readonly string[],
): boolean {
  if (execve === undefined || platform === 'win32' || starts.length === 0) return false;
  let left = mostBytes;
  for (const arg of args) left -= Buffer.byteLength(arg) + 1;
  for (const name in env) left -= Buffer.byteLength(name) + Buffer.byteLength(env[name] as string) + 2;
  return left > 0 && starts.every(files.isExecutable);
}

/** macOS takes 1 MiB of arguments and variables, Linux 128 KiB in one of them. */
const mostBytes = 96 * 1024;

/**
 * This process becomes the program, as a shell's `exec` does: nobody waits, and no memory is held. Only what
 * `canReplaceProcess` said yes to.
 */
export function replaceProcess(host: QuickHost, start: ProgramStart): never {
  // Node ignores these two, and what is ignored stays so; what is heeded goes back to what it does by itself.
  for (const signal of ['SIGPIPE', 'SIGXFSZ'] as const) process.on(signal, () => {});
  const { file, args, env } = withFormerLimit(host, start, () => true);
  return (execve as Execve)(file, [file, ...args], env);
}
