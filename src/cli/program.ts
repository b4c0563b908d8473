import { ToolsError } from '../errors/index.ts';
import { isTerminal, nodeHost } from '../platform/index.ts';
import type { CliIo, OutputStream } from './cli-io.ts';
import { Report } from './report.ts';
import { runCli } from './run.ts';

/** Node opens each stream when it is first asked for, and takes its time over it. */
const io: CliIo = {
  host: nodeHost(),
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return heeded(process.stdout, noteFault);
  },
  get stderr() {
    return heeded(process.stderr, passOver);
  },
};
const terminals = [0, 1, 2].filter((fd) => isTerminal(fd));
let hasEnded = false;
let fault: NodeJS.ErrnoException | undefined;

process.on('exit', () => {
  const error = failureOfRun();
  if (error)
    process.exitCode = new Report(io, undefined, { json: false, codes: false, quiet: false }).failure(error);
  // Node would abort over a terminal that has gone away, and may leave its memory, keys and all, in a core file.
  if (terminals.some((fd) => !isTerminal(fd))) endByHangUp();
});

void runCli(process.argv.slice(2), io).then((code) => {
  hasEnded = true;
  process.exitCode = code;
});

/** An event loop that empties before the run has ended is no success, and neither is data that nobody got. */
function failureOfRun(): ToolsError | undefined {
  if (!hasEnded) return new ToolsError('INTERNAL', { what: 'it stopped before it was done' });
  return fault && process.exitCode === 0
    ? new ToolsError('OUTPUT_FAILED', { cause: fault.code ?? fault.name })
    : undefined;
}

function endByHangUp(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/** A reader that has gone away (`tools list | head -1`) is no failure and nothing to talk about. */
function noteFault(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') fault ??= error;
}

/** Where talk can't be heard, the exit code tells. */
function passOver(): void {}

function heeded<Stream extends OutputStream>(
  stream: Stream,
  listener: (error: NodeJS.ErrnoException) => void,
): Stream {
  if (!stream.listeners('error').includes(listener)) stream.on('error', listener);
  return stream;
}
