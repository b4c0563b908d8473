import process from 'node:process';
import type { Host } from '../platform/index.ts';
import { withFormerLimit } from './former-limit.ts';
import type { ProgramStart } from './start-program.ts';
import { canSurelyStart } from './startable.ts';

type Execve = (file: string, args: readonly string[], env: Readonly<Record<string, string>>) => never;

/** Since Node 22.15, and not on Windows. */
const execve = (process as { readonly execve?: Execve }).execve;

/**
 * Whether `replaceProcess` can start this. A failing execve(2) would end us by an abort, with no word of ours, so
 * nothing may be left to chance: the program begins as one, and what it is given is far below any system's limit.
 * @param known as `filesToStart`, of files that are as they were when that was asked
 */
export function canReplaceProcess(
  host: Host,
  { file, args, env }: ProgramStart,
  known: readonly string[] = [],
): boolean {
  return (
    execve !== undefined &&
    host.platform !== 'win32' &&
    bytesOf(args) + bytesOf(Object.entries(env).flat()) < mostBytes &&
    (known.length > 0 ? known.every(host.files.isExecutable) : canSurelyStart(host, file))
  );
}

/** macOS takes 1 MiB of arguments and variables, Linux 128 KiB in one of them. */
const mostBytes = 96 * 1024;

function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
}

/**
 * This process becomes the program, as a shell's `exec` does: nobody waits, and no memory is held. Only what
 * `canReplaceProcess` said yes to.
 */
export function replaceProcess(host: Host, start: ProgramStart): never {
  // Node ignores these two, and what is ignored stays so; what is heeded goes back to what it does by itself.
  for (const signal of ['SIGPIPE', 'SIGXFSZ'] as const) process.on(signal, () => {});
  const { file, args, env } = withFormerLimit(host, start);
  return (execve as Execve)(file, [file, ...args], env);
}
