import process from 'node:process';
import type { QuickHost } from '../platform/index.ts';
import type { ProgramStart } from './start-program.ts';

const wrapper = '/usr/bin/prlimit';

/**
 * Node raises how many files a process may have open, and would pass that on: a program that goes by the limit (to
 * close all it may have, or to choose how it waits) would become another one. It is started through prlimit(1), which
 * puts the limit back to what our parent has and becomes the program. Where that can't be told (no /proc), or there is
 * no prlimit, the raised limit stays.
 * @param isSure whether the system itself will start the program
 */
export function withFormerLimit(host: QuickHost, start: ProgramStart, isSure: () => boolean): ProgramStart {
  const former = formerLimit(host);
  if (former === undefined || !host.files.isExecutable(wrapper) || !isSure()) return start;
  return { ...start, file: wrapper, args: [`--nofile=${former}:`, start.file, ...start.args] };
}

/** undefined: it is as it was, or nobody can say. */
function formerLimit(host: QuickHost): number | undefined {
  if (host.platform !== 'linux') return undefined;
  const parents = limitsOf(host, process.ppid);
  // Where it is as high as it may be, there was nothing to raise.
  if (!parents || parents.soft >= parents.hard) return undefined;
  const ours = limitsOf(host, process.pid);
  return ours?.soft === ours?.hard && parents.soft < (ours?.soft ?? 0) ? parents.soft : undefined;
}

function limitsOf(
  host: QuickHost,
  pid: number,
): { readonly soft: number; readonly hard: number } | undefined {
  try {
    const [, soft, hard] =
      /^Max open files +(\d+) +(\d+)/m.exec(host.files.readText(`/proc/${pid}/limits`)) ?? [];
    return soft === undefined ? undefined : { soft: Number(soft), hard: Number(hard) };
  } catch {
    return undefined;
  }
}
