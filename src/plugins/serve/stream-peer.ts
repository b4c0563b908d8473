import type { Peer } from './peer.ts';
import type { ServeStreams } from './serve-handlers.ts';

/** Another side than that of stdin and stdout. Whoever gave the streams ends them. */
export function streamPeer({ input, output }: ServeStreams): Peer {
  const encoder = new TextEncoder();
  return {
    read: async (take) => {
      for await (const chunk of input) take(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
    },
    write: (line) => {
      output.write(line);
    },
    leave: () => {},
  };
}
