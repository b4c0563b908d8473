import process from 'node:process';
import type { Host } from '../platform/index.ts';
import type { ProgramStart } from './start-program.ts';
import { canSurelyStart } from './startable.ts';

const wrapper = '/usr/bin/prlimit';

/**
 * Node raises how many files a process may have open, and would pass that on: a program that goes by the limit (to
 * close all it may have, or to choose how it waits) would become another one. It is started through prlimit(1), which
 * puts the limit back to what our parent has and becomes the program. Where that can't be told (no /proc), or there is
 * no prlimit, the raised limit stays.
 */
export function withFormerLimit(host: Host, start: ProgramStart): ProgramStart {
  const former = formerLimit(host);
  if (former === undefined || !host.files.isExecutable(wrapper) || !canSurelyStart(host, start.file))
    return start;
  return { ...start, file: wrapper, args: [`--nofile=${former}:`, start.file, ...start.args] };
}

/** undefined: it is as it was, or nobody can say. */
function formerLimit(host: Host): number | undefined {
  if (host.platform !== 'linux') return undefined;
  const [ours, parents] = [limitsOf(host, process.pid), limitsOf(host, process.ppid)];
  if (!ours || !parents || ours.soft !== ours.hard || parents.soft >= ours.soft) return undefined;
  return parents.soft;
}

function limitsOf(host: Host, pid: number): { readonly soft: number; readonly hard: number } | undefined {
  try {
    const text = host.files.readFile(`/proc/${pid}/limits`).toString('latin1');
    const [, soft, hard] = /^Max open files +(\d+) +(\d+)/m.exec(text) ?? [];
    return soft === undefined ? undefined : { soft: Number(soft), hard: Number(hard) };
  } catch {
    return undefined;
  }
}
