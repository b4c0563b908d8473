import { directOutput, type Guests, type Host, nodeHost } from '../platform/index.ts';
import type { CliIo, OutputStream } from './cli-io.ts';

/**
 * The streams of this process. Node opens each when it is first asked for, and takes its time over it; where none is
 * needed to write, none is opened.
 * @param noteFault is told of data that can't be written
 * @param guests whose code is loaded into it
 */
export function processIo(
  noteFault: (error: NodeJS.ErrnoException) => void,
  guests: Pick<Guests, 'admit' | 'stdout'>,
): CliIo {
  const host = nodeHost();
  const stdout = once(() => direct(host, 1, noteFault));
  const stderr = once(() => direct(host, 2, passOver));
  return {
    host,
    admit: guests.admit,
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return stdout() ?? heeded(guests.stdout(), noteFault);
    },
    get stderr() {
      return stderr() ?? heeded(process.stderr, passOver);
    },
  };
}

/** Who asks more of an output than to be written to, such as how wide it is, asks first whether it is a terminal. */
function direct(host: Host, descriptor: number, noteFault: (error: NodeJS.ErrnoException) => void) {
  return directOutput(host, descriptor, noteFault) as OutputStream | undefined;
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

function once<Value>(make: () => Value): () => Value {
  let made: { readonly is: Value } | undefined;
  return () => {
    made ??= { is: make() };
    return made.is;
  };
}
