import type { CliIo, OutputStream } from './cli-io.ts';

/** What a command says, and whether it is all that it does with its streams. */
export interface WatchedStreams {
  readonly io: Omit<CliIo, 'host'>;
  /** All of it. undefined: somebody was asked, or told something beside it. */
  text(): string | undefined;
}

/** Each stream is opened when it is first asked for, as before. */
export function watchStreams(io: CliIo): WatchedStreams {
  let text = '';
  let isAll = true;
  const note = () => {
    isAll = false;
  };
  const admit: CliIo['admit'] = (guest) => {
    note();
    io.admit?.(guest);
  };
  let stdout: OutputStream | undefined;
  return {
    io: {
      unwatched: io,
      ...(io.admit && { admit }),
      get stdin() {
        note();
        return io.stdin;
      },
      get stdout() {
        stdout ??= watchedOutput(io.stdout, note, (data) => {
          text += data;
        });
        return stdout;
      },
      get stderr() {
        note();
        return io.stderr;
      },
    },
    text: () => (isAll ? text : undefined),
  };
}

/** How wide a terminal is, and whether it is one, is a part of what is asked. */
const expected: ReadonlySet<PropertyKey> = new Set(['isTTY', 'columns']);

function watchedOutput(stream: OutputStream, note: () => void, take: (data: string) => void): OutputStream {
  const write = (data: unknown, ...rest: never[]) => {
    if (typeof data === 'string') take(data);
    else note();
    return (stream.write as (...args: unknown[]) => boolean)(data, ...rest);
  };
  return new Proxy(stream, {
    get(target, name) {
      if (name === 'write') return write;
      if (!expected.has(name)) note();
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
