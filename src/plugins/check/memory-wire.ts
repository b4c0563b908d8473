import type { Transport, TransportListener } from '../rpc/index.ts';
import type { ServeStreams } from '../serve/index.ts';

/** Two ends of one wire that leads nowhere else: the host's, and the one that `serveTool` is given. */
export interface MemoryWire {
  readonly transport: Transport;
  readonly streams: ServeStreams;
  /** The plugin is done. */
  readonly end: () => void;
}

export function memoryWire(): MemoryWire {
  const toPlugin = textQueue();
  let listener: TransportListener | undefined;
  let isOver = false;
  const tellEnd = () => listener?.end({ code: 0, signal: null, isRunning: false });
  const end = () => {
    if (isOver) return;
    isOver = true;
    toPlugin.end();
    tellEnd();
  };
  return {
    transport: {
      listen: (given) => {
        listener = given;
        if (isOver) queueMicrotask(tellEnd);
      },
      write: (data) => {
        toPlugin.add(data);
        return true;
      },
      keepAlive: () => {},
      stderr: () => Buffer.alloc(0),
      close: async () => end(),
    },
    streams: {
      input: toPlugin.texts(),
      output: {
        // As over a pipe: never within the call that asked.
        write: (text) => queueMicrotask(() => isOver || listener?.data(Buffer.from(text))),
      },
    },
    end,
  };
}

/** What was added, in order, until the end. One reader. */
function textQueue() {
  const texts: string[] = [];
  let isEnded = false;
  let wake: () => void = () => {};
  return {
    add: (text: string) => {
      texts.push(text);
      wake();
    },
    end: () => {
      isEnded = true;
      wake();
    },
    texts: async function* (): AsyncGenerator<string> {
      while (true) {
        while (texts.length > 0) yield texts.shift() ?? '';
        if (isEnded) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
