import { nodeHost } from '../platform/index.ts';
import { runCli } from './run.ts';

/** Stands until the run has ended: an event loop that empties early is no success. */
process.exitCode = 42;

/** A reader that has gone away (`tools list | head -1`) is no failure and nothing to talk about. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const io = {
  host: nodeHost(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
};

void runCli(process.argv.slice(2), io).then((code) => {
  process.exitCode = code;
});
