import { type Guests, nodeHost } from '../platform/index.ts';
import type { CliIo, OutputStream } from './cli-io.ts';

/**
 * The streams of this process. Node opens each when it is first asked for, and takes its time over it.
 * @param noteFault is told of data that can't be written
 * @param guests whose code is loaded into it
 */
export function processIo(
  noteFault: (error: NodeJS.ErrnoException) => void,
  guests: Pick<Guests, 'admit' | 'stdout'>,
): CliIo {
  return {
    host: nodeHost(),
    admit: guests.admit,
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return heeded(guests.stdout(), noteFault);
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
