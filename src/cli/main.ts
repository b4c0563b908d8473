import { ToolsError } from '../errors/index.ts';
import { nodeHost } from '../platform/index.ts';
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
    return heedless(process.stdout);
  },
  get stderr() {
    return heedless(process.stderr);
  },
};
let hasEnded = false;

/** An event loop that empties before the run has ended is no success. */
process.on('exit', () => {
  if (hasEnded) return;
  const error = new ToolsError('INTERNAL', { what: 'it stopped before it was done' });
  process.exitCode = new Report(io, undefined, { json: false, codes: false, quiet: false }).failure(error);
});

void runCli(process.argv.slice(2), io).then((code) => {
  hasEnded = true;
  process.exitCode = code;
});

/** A reader that has gone away (`tools list | head -1`) is no failure and nothing to talk about. */
function heedless(stream: OutputStream): OutputStream {
  if (!stream.listeners('error').includes(passOver)) stream.on('error', passOver);
  return stream;
}

function passOver(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
