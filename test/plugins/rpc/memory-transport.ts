import type { Transport, TransportEnd, TransportListener } from '../../../src/plugins/rpc/index.ts';

export interface Request {
  readonly jsonrpc: string;
  readonly id?: number;
  readonly method: string;
  readonly params?: unknown;
}

/** The other side of a wire without a process: it hears requests, and says what it is told to. */
export interface MemoryPeer {
  readonly transport: Transport;
  /** What came in each write. */
  readonly writes: readonly string[];
  readonly requests: () => readonly Request[];
  readonly say: (data: string | Uint8Array) => void;
  readonly answer: (id: unknown, result: unknown) => void;
  readonly fail: (id: unknown, code: number, message: string) => void;
  readonly end: (how?: Partial<TransportEnd>) => void;
  /** No room, until `drain`. */
  readonly block: () => void;
  readonly drain: () => void;
  readonly isClosed: () => boolean;
  /** Whether our process stays for it. */
  readonly isKept: () => boolean;
}

export function memoryPeer(
  given: { readonly heard?: (request: Request, peer: MemoryPeer) => void; readonly stderr?: string } = {},
): MemoryPeer {
  let listener: TransportListener | undefined;
  let isBlocked = false;
  let isClosed = false;
  let isKept = true;
  let isOver = false;
  const writes: string[] = [];
  const end = (how: Partial<TransportEnd> = {}) => {
    if (isOver) return;
    isOver = true;
    listener?.end({ code: null, signal: null, isRunning: false, ...how });
  };
  const peer: MemoryPeer = {
    transport: {
      listen: (theirs) => {
        listener = theirs;
      },
      write: (data) => {
        writes.push(data);
        for (const request of requestsOf(data)) given.heard?.(request, peer);
        return !isBlocked;
      },
      keepAlive: (isNeeded) => {
        isKept = isNeeded;
      },
      stderr: () => Buffer.from(given.stderr ?? ''),
      close: async () => {
        isClosed = true;
        end({ code: 0 });
      },
    },
    writes,
    requests: () => writes.flatMap(requestsOf),
    say: (data) => listener?.data(typeof data === 'string' ? Buffer.from(data) : data),
    answer: (id, result) => peer.say(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`),
    fail: (id, code, message) =>
      peer.say(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`),
    end,
    block: () => {
      isBlocked = true;
    },
    drain: () => {
      isBlocked = false;
      listener?.drain();
    },
    isClosed: () => isClosed,
    isKept: () => isKept,
  };
  return peer;
}

function requestsOf(data: string): readonly Request[] {
  return data
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Request);
}
