import { type Guest, nodeHost } from '../platform/index.ts';
import type { CliIo, OutputStream } from './cli-io.ts';

/**
 * The streams of this process. Node opens each when it is first asked for, and takes its time over it.
 * @param noteFault is told of data that can't be written
 * @param admit is told of code that is loaded into it
 */
export function processIo(
  noteFault: (error: NodeJS.ErrnoException) => void,
  admit: (guest: Guest) => void,
): CliIo {
  return {
    host: nodeHost(),
    admit,
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
