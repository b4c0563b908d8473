import { ToolsError } from '../errors/index.ts';
import { nodeHost } from '../platform/index.ts';
import { Report } from './report.ts';
import { runCli } from './run.ts';

const io = { host: nodeHost(), stdin: process.stdin, stdout: process.stdout, stderr: process.stderr };
let hasEnded = false;

/** A reader that has gone away (`tools list | head -1`) is no failure and nothing to talk about. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

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
