import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { ToolsError } from '../errors/index.ts';
import { noteProgram, type QuickHost } from '../platform/index.ts';
import { lookAt } from './look-at.ts';
import { type StartCommand, windowsCommand } from './windows-command.ts';

export interface ProgramStart {
  /** Absolute. */
  readonly file: string;
  readonly args: readonly string[];
  /** The whole of it. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/**
 * Starts a program as a shell would. (A script without a first line `#!` goes through sh: execvp(3) sees to it.)
 * @throws ToolsError PROGRAM_NOT_FOUND (127), CANNOT_START (126), ARGUMENT_REFUSED.
 */
export async function startProgram(
  host: QuickHost,
  start: ProgramStart,
  options: SpawnOptions,
): Promise<ChildProcess> {
  noteProgram(host);
  const command = commandOf(host, start);
  try {
    const child = spawn(command.file, command.args, {
      ...options,
      cwd: start.cwd,
      env: { ...start.env, ...command.env },
      windowsVerbatimArguments: command.isVerbatim,
    });
    await hasStarted(child);
    return child;
  } catch (error) {
    throw startFailure(host, start, error);
  }
}

/** By hand: what node:events has for it takes longer than the rest of a start of ours. */
function hasStarted(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      child.removeListener('error', reject);
      resolve();
    });
  });
}

function commandOf(host: QuickHost, { file, args }: ProgramStart): StartCommand {
  return host.platform === 'win32'
    ? windowsCommand(host, file, args)
    : { file, args, isVerbatim: false, env: {} };
}

function startFailure(host: QuickHost, { file, cwd }: ProgramStart, error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  const options = { cause: error };
  if (code !== 'ENOENT') return new ToolsError('CANNOT_START', { program: file, cause: code }, options);
  if (!lookAt(host, cwd))
    return new ToolsError('CANNOT_START', { program: file, cause: 'noDirectory' }, options);
  if (lookAt(host, file))
    return new ToolsError('CANNOT_START', { program: file, cause: 'noInterpreter' }, options);
  return new ToolsError('PROGRAM_NOT_FOUND', { program: file }, options);
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'syscall' in error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
